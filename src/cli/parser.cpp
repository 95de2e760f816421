// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The one file that knows CLI11. A command's options are set up when its name is met, or when a configuration file has
// a section for it: to set up all of them takes longer than a small search.

#include "cli/parser.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/old_names.hpp"
#include "cli/output.hpp"

namespace korat::cli {
namespace {

struct add_to {
  CLI::App& parser;
  const option& one;

  CLI::Option* operator()(bool* place) const { return parser.add_flag(one.name, *place, one.help); }
  CLI::Option* operator()(std::string* place) const { return parser.add_option(one.name, *place, one.help); }
  CLI::Option* operator()(std::vector<std::string>* place) const {
    return parser.add_option(one.name, *place, one.help);
  }
  CLI::Option* operator()(const flag_function& set) const { return parser.add_flag_callback(one.name, set, one.help); }
  CLI::Option* operator()(const word_function& set) const {
    return parser.add_option_function<std::string>(one.name, set, one.help);
  }
  CLI::Option* operator()(const words_function& set) const {
    return parser.add_option_function<std::vector<std::string>>(one.name, set, one.help);
  }
};

void add(CLI::App& parser, const option& one) {
  auto* const added = std::visit(add_to{parser, one}, one.to);
  const bool is_flag = std::holds_alternative<bool*>(one.to) || std::holds_alternative<flag_function>(one.to);
  if (!is_flag) added->type_name(one.value_name);
  if (!one.name.starts_with('-')) added->ignore_case();  // SUBJECT in the help, subject in a file
  if (one.values == option::amount::at_most_one) added->expected(0, 1);
  if (one.values == option::amount::any) added->expected(1)->take_all();
  if (one.presence == presence::required) added->required();
}

std::string did_you_mean(const std::string& meant) { return meant.empty() ? "" : "; did you mean '" + meant + "'?"; }

class parser {
 public:
  explicit parser(std::span<const command* const> commands);
  action parse(int argc, char** argv);
  /// Its options, set up on first use; null: there is no such command.
  CLI::App* command_named(const std::string& name);
  /// The command that the command line names; empty: none yet.
  std::string named() const;

 private:
  void set_up(const command&);
  action end_parsing(const CLI::ParseError&) const;
  std::string unknown_word(const std::string& word) const;

  CLI::App program_{"Korat: every structure that satisfies a predicate, within a bound", "korat"};
  std::span<const command* const> commands_;
  std::map<std::string, action> actions_;                    // of the commands that are set up
  std::map<std::string, std::vector<std::string>*> orders_;  // of those that ask for it
};

/// CLI11 reads the file; this gives keys without a section to the command that is run, and complains about unknown ones
/// in words that name the key and the likely one.
class config_format : public CLI::ConfigTOML {
 public:
  explicit config_format(parser& p) : parser_(p) {}

  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override {
    std::istringstream text(whole(input));
    auto settings = CLI::ConfigTOML::from_config(text);
    const auto named = parser_.named();
    for (auto& item : settings) {
      if (item.parents.empty() && !named.empty()) item.parents = {named};
      check(item);
    }
    return settings;
  }

 private:
  /// All of it, unless it has no end, as a device may have none.
  static std::string whole(std::istream& input) {
    constexpr std::streamsize most = 1 << 20;
    std::string text(most + 1, '\0');
    input.read(text.data(), most + 1);
    if (input.gcount() > most) throw usage_error("configuration file: it is longer than 1 MiB, so it is none");
    text.resize(static_cast<std::size_t>(input.gcount()));
    return text;
  }

  void check(const CLI::ConfigItem& item) const {
    if (item.name == "++" || item.name == "--") return;  // begin and end of a section
    const auto section = item.parents.empty() ? std::string() : item.parents.front();
    const auto* const command = item.parents.size() == 1 ? parser_.command_named(section) : nullptr;
    if (command == nullptr) throw usage_error("configuration file: there is no command '" + section + "'");
    std::vector<std::string> names;
    for (const auto* option : command->get_options())
      if (option->get_configurable()) names.push_back(CLI::detail::to_lower(option->get_single_name()));
    if (std::ranges::find(names, item.name) != names.end()) return;
    throw usage_error("configuration file: '" + section + "' has no option '" + item.name + "'" +
                      did_you_mean(nearest(item.name, names)));
  }

  parser& parser_;
};

parser::parser(std::span<const command* const> commands) : commands_(commands) {
  program_.require_subcommand(1);
  program_.set_version_flag("--version", "korat " KORAT_VERSION);
  program_.footer(exit_code_help);
  for (const auto* one : commands_) {
    auto* const added = program_.add_subcommand(one->name, one->summary);
    added->preparse_callback([this, one](std::size_t) { set_up(*one); });
    added->fallthrough();
  }
  program_.set_config("--config", "", "Take options from FILE; 'korat generate --help' tells how")->type_name("FILE");
  program_.allow_config_extras(false);
  program_.config_formatter(std::make_shared<config_format>(*this));
}

void parser::set_up(const command& one) {
  if (actions_.contains(one.name)) return;
  option_list options(one.name);
  actions_[one.name] = one.set_up(options);
  if (options.order() != nullptr) orders_[one.name] = options.order();
  auto* const app = program_.get_subcommand(one.name);
  for (const auto& each : options.all()) add(*app, each);
  if (!options.footer().empty()) app->footer(options.footer());  // else that of the program
}

CLI::App* parser::command_named(const std::string& name) {
  for (const auto* one : commands_)
    if (one->name == name) return set_up(*one), program_.get_subcommand(name);
  return nullptr;
}

std::string parser::named() const {
  const auto parsed = program_.get_subcommands();
  return parsed.empty() ? "" : parsed.front()->get_name();
}

/// What CLI11 could not make sense of, with what was probably meant.
std::string parser::unknown_word(const std::string& word) const {
  const bool is_option = word.starts_with('-');
  if (const auto advice = advice_for(word); !advice.empty()) return "there is no option '" + word + "': " + advice;
  std::vector<std::string> names;
  if (is_option) {
    names.push_back("--config");
    for (const auto* command : program_.get_subcommands())
      for (const auto* option : command->get_options())
        if (option->get_name().starts_with("--")) names.push_back(option->get_name());
  } else {
    for (const auto* one : commands_) names.push_back(one->name);
  }
  return std::string("there is no ") + (is_option ? "option" : "command") + " '" + word + "'" +
         did_you_mean(nearest(word, names));
}

/// --help and --version come here too: to CLI11 they are exceptions.
action parser::end_parsing(const CLI::ParseError& e) const {
  const auto name = e.get_name();
  if (name == "CallForHelp" || name == "CallForVersion")
    return [text = name == "CallForHelp" ? program_.help() : std::string(e.what()) + "\n"] {
      output standard;
      standard.write(text);
      standard.close();
      return exit_code::done;
    };
  if (const auto unknown = program_.remaining(true); !unknown.empty()) throw usage_error(unknown_word(unknown.front()));
  if (name == "RequiredError")
    return [text = program_.help()] {
      std::fputs(text.c_str(), stderr);
      return exit_code::wrong_usage;
    };
  throw usage_error(e.what());
}

action parser::parse(int argc, char** argv) {
  try {
    auto words = with_new_names({argv + 1, argv + argc});
    std::ranges::reverse(words);  // as CLI11 takes them
    program_.parse(std::move(words));
  } catch (const CLI::ParseError& e) {
    return end_parsing(e);
  }
  if (const auto asked = orders_.find(named()); asked != orders_.end())
    for (const auto* option : program_.get_subcommand(named())->parse_order())
      asked->second->push_back(option->get_name());
  return actions_.at(named());
}

}  // namespace

action parse(int argc, char** argv, std::span<const command* const> commands) {
  return parser(commands).parse(argc, argv);
}

}  // namespace korat::cli
