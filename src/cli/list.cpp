// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat list: the subjects and how to call them.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/source_file.hpp"
#include "encoding/json.hpp"
#include "subjects/subject.hpp"

namespace korat::cli {
namespace {

std::vector<subjects::subject> everything() {
  const auto all = subjects::all(), in_lockstep = subjects::in_lockstep();
  std::vector<subjects::subject> list(all.begin(), all.end());
  list.insert(list.end(), in_lockstep.begin(), in_lockstep.end());
  return list;
}

std::string list_json() {
  std::vector<encoding::json> list;
  for (const auto& s : everything()) {
    std::vector<encoding::json> known;
    for (const auto& k : s.known) {
      encoding::json_object count{{"arguments", k.arguments}, {"valid", k.valid}};
      if (k.explored != 0) count.add("explored", k.explored);
      known.push_back(count);
    }
    list.push_back(
        encoding::json_object{{"name", s.name}, {"summary", s.summary}, {"forms", s.forms}, {"known", known}});
  }
  return encoding::json(list).text() + "\n";
}

std::string list_text() {
  std::size_t width = 0;
  const auto list = everything();
  for (const auto& s : list) width = std::max(width, s.name.size());
  std::string out = "The subjects, and the arguments that 'korat generate' takes for each:\n\n";
  for (const auto& s : list) {
    out += fmt::format("  {:<{}}  {}\n", s.name, width, s.summary);
    for (const auto& form : s.forms) out += fmt::format("  {:<{}}    {} {}\n", "", width, s.name, form_text(form));
  }
  return out;
}

action set_up_list(option_list& options) {
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

const command list_command{"list", "List the subjects with their parameters", set_up_list};

}  // namespace korat::cli
