// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat list: the subjects and how to call them.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/source_file.hpp"
#include "subjects/subject.hpp"

namespace korat::cli {
namespace {

std::string list_json() {
  auto list = nlohmann::ordered_json::array();
  for (const auto& s : subjects::all()) {
    auto known = nlohmann::ordered_json::array();
    for (const auto& k : s.known) {
      nlohmann::ordered_json count{{"arguments", k.arguments}, {"valid", k.valid}};
      if (k.explored != 0) count["explored"] = k.explored;
      known.push_back(std::move(count));
    }
    list.push_back({{"name", s.name}, {"summary", s.summary}, {"forms", s.forms}, {"known", std::move(known)}});
  }
  return list.dump() + "\n";
}

std::string list_text() {
  std::size_t width = 0;
  for (const auto& s : subjects::all()) width = std::max(width, s.name.size());
  std::string out = "The subjects, and the arguments that 'korat generate' takes for each:\n\n";
  for (const auto& s : subjects::all()) {
    out += fmt::format("  {:<{}}  {}\n", s.name, width, s.summary);
    for (const auto& form : s.forms) out += fmt::format("  {:<{}}    {} {}\n", "", width, s.name, form_text(form));
  }
  return out;
}

action set_up(option_list& options) {
  auto json = std::make_shared<bool>(false);
  auto file = std::make_shared<std::string>();
  options.word("FILE", "A header: what it offers, in place of the subjects", *file);
  options.flag("--json", "As a JSON array, with the counts that are known", *json);
  return [json, file] {
    if (!file->empty()) enter(*file);
    output standard;
    standard.write(*json ? list_json() : list_text());
    standard.close();
    return exit_code::done;
  };
}

}  // namespace

const command list_command{"list", "List the subjects with their parameters", set_up};

}  // namespace korat::cli
