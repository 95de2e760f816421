// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat show: what a file of candidate vectors holds.

#include <fmt/format.h>

#include <charconv>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/printer.hpp"
#include "cli/subject_call.hpp"
#include "files/json_reader.hpp"
#include "files/vector_file.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

struct show_request {
  std::string path;
  std::vector<std::string> numbers;  // "3", "5-9"
  std::string format = "text";
  bool json = false;
};

struct vector_range {
  std::uint64_t first, last;
};

vector_range as_vector_range(const std::string& word) {
  vector_range range{};
  const char* const end = word.data() + word.size();
  auto [stopped, error] = std::from_chars(word.data(), end, range.first);
  range.last = range.first;
  if (error == std::errc() && stopped != end && *stopped == '-') {
    const auto second = std::from_chars(stopped + 1, end, range.last);
    stopped = second.ptr, error = second.ec;
  }
  if (error != std::errc() || stopped != end || range.first == 0 || range.last < range.first)
    throw usage_error(fmt::format("expected a number from 1, or a range like 3-7, not '{}'", word));
  return range;
}

std::string damage_text(const std::vector<files::vector_reader::damage>& damages) {
  std::string out;
  for (const auto& d : damages)
    out += fmt::format("{}vectors {} to {} are damaged", out.empty() ? "" : ", ", d.first + 1, d.end);
  return out;
}

exit_code show_file(files::vector_reader& file, const show_request& r) {
  const called_subject subject(described_call(file.description(), r.path));
  const auto description = files::json_value::parse(file.description());
  const auto damages = file.check();
  const bool whole = file.problem().empty() && damages.empty();
  output standard;
  if (r.json) {
    auto json = subject.json();
    json.add(
        {{"selection", description.value("selection", std::string())}, {"vectors", file.size()}, {"whole", whole}});
    if (!file.problem().empty()) json.add("problem", file.problem());
    std::vector<encoding::json> list;
    for (const auto& d : damages) list.push_back(encoding::json_object{{"first", d.first + 1}, {"last", d.end}});
    if (!damages.empty()) json.add("damaged", list);
    standard.write(json.text() + "\n");
  } else {
    standard.write(fmt::format("{}: {} of {} ({}), {} bytes each\n", r.path, report::counted(file.size(), "vector"),
                               subject.text(), description.value("selection", std::string()), file.layout().bytes()));
  }
  standard.close();
  if (!file.problem().empty()) complain(r.path + ": " + file.problem());
  if (!damages.empty()) complain(r.path + ": " + damage_text(damages) + "; the others can be read");
  return whole ? exit_code::done : exit_code::input_damaged;
}

/// The candidate as the search shows it: the vector in the file must be one of this very space.
void go_to(basic_search& search, const files::vector_record& record, const std::string& path, std::uint64_t number) {
  try {
    search.seek(record.vector);
  } catch (const position_error& e) {
    throw files::file_error(fmt::format("{}: vector {} is none of this subject any more: {}", path, number, e.what()));
  }
}

exit_code show_records(files::vector_reader& file, const called_subject& subject, const show_request& r) {
  const auto search = subject.search({.self_checks = 0});
  output standard;
  printer print(standard, {.structures = r.format, .candidates = r.format.empty()});
  encoding::json_stream list([&](std::string_view text) { standard.write(text); });
  if (r.json) print.print_into(list.begin_list());
  exit_code code = exit_code::done;
  for (const auto& word : r.numbers) {
    const auto range = as_vector_range(word);
    for (auto number = range.first; number <= range.last; ++number) try {
        go_to(*search, file.read(number - 1), r.path, number);
        print.add_numbered(reported(*search), std::to_string(number));
      } catch (const files::file_error& e) {
        complain(e.what());
        code = exit_code::input_damaged;
        if (number > file.size()) break;
      }
  }
  print.end();
  if (r.json) standard.write("\n");
  standard.close();
  return code;
}

exit_code show(const show_request& r) {
  if (r.path.empty()) throw usage_error("say which file to show; 'korat vectors' writes one");
  files::vector_reader file(r.path);
  if (r.numbers.empty()) return show_file(file, r);
  return show_records(file, called_subject(described_call(file.description(), r.path)), r);
}

action set_up_show(option_list& options) {
  auto r = std::make_shared<show_request>();
  options.word("FILE", "The file", r->path);
  options.words("NUMBERS", "Which vectors, from 1: 3 or 5-9; without any, the file is described", r->numbers);
  add_print(options, "Print each as text (the default), json, dot or vector", r->format);
  options.flag("--json", "Report as JSON", r->json);
  return [r] { return show(*r); };
}

}  // namespace

const command show_command{"show", "Show what a file of 'korat vectors' holds", set_up_show};

}  // namespace korat::cli
