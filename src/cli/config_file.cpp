// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/config_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"

namespace korat::cli {
namespace {

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto* option : command.get_options())
    if (option->get_configurable()) names.push_back(CLI::detail::to_lower(option->get_single_name()));
  return names;
}

/// CLI11 reads the file; this gives keys without a section to the command that is run, and complains about unknown ones
/// in words that name the key and the likely one.
class config_format : public CLI::ConfigTOML {
 public:
  explicit config_format(const CLI::App& program) : program_(program) {}

  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override {
    auto settings = CLI::ConfigTOML::from_config(input);
    const auto parsed = program_.get_subcommands();
    for (auto& item : settings) {
      if (item.parents.empty() && !parsed.empty()) item.parents = {parsed.front()->get_name()};
      check(item);
    }
    return settings;
  }

 private:
  void check(const CLI::ConfigItem& item) const {
    if (item.name == "++" || item.name == "--") return;  // begin and end of a section
    const auto section = item.parents.empty() ? std::string() : item.parents.front();
    const auto named = [&](const CLI::App* command) {
      return item.parents.size() == 1 && command->get_name() == section;
    };
    const auto commands = program_.get_subcommands(named);
    if (commands.empty()) throw usage_error(fmt::format("configuration file: there is no command '{}'", section));
    const auto names = option_names(*commands.front());
    if (std::find(names.begin(), names.end(), item.name) != names.end()) return;
    const auto meant = nearest(item.name, names);
    throw usage_error(fmt::format("configuration file: '{}' has no option '{}'{}", section, item.name,
                                  meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant)));
  }

  const CLI::App& program_;
};

}  // namespace

void add_config_file(CLI::App& program) {
  program.set_config("--config", "", "Take options from FILE; 'korat generate --help' tells how")->type_name("FILE");
  program.allow_config_extras(false);
  program.config_formatter(std::make_shared<config_format>(program));
  for (auto* command : program.get_subcommands([](const CLI::App*) { return true; })) command->fallthrough();
}

}  // namespace korat::cli
