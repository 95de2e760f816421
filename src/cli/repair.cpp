// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat repair: a broken structure from a file, repaired.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/picture.hpp"
#include "cli/repair_many.hpp"
#include "cli/repair_options.hpp"
#include "cli/repair_report.hpp"
#include "cli/repaired_file.hpp"
#include "cli/solver.hpp"
#include "files/structure_file.hpp"
#include "files/vector_file.hpp"
#include "korat/error.hpp"

namespace korat::cli {
namespace {

/// How many objects there are, or elements of the longest array: bounds of that size have room for the structure.
std::int64_t size_of(const structure& s) {
  auto size = static_cast<std::int64_t>(s.objects.size());
  for (const auto& o : s.objects)
    for (const auto& f : o.fields)
      if (const auto* const n = std::get_if<std::int64_t>(&f.value); n != nullptr && f.name.ends_with(".length"))
        size = std::max(size, *n);
  return size;
}

subjects::arguments arguments_for(const subjects::subject& subject, const repair_request& r,
                                  const files::structure_file& read) {
  if (!r.call.arguments.empty())
    return checked_arguments(subject, r.call.arguments, "korat repair " + r.call.subject + " FILE");
  const auto fits = [&](const auto& form) { return form.size() == read.arguments.size(); };
  if (read.subject == subject.name && std::ranges::any_of(subject.forms, fits)) return read.arguments;
  return subjects::arguments(subject.forms.front().size(), size_of(read.structure));
}

struct repairs {
  repaired_file best;
  std::vector<repaired_file> choices;
};

repairs repaired(const description& what, const repair_request& r, const files::structure_file& read) {
  std::unique_ptr<basic_repair> work;
  try {
    auto options = r.options;
    options.solver = solver();
    work = std::make_unique<basic_repair>(what, read.structure, std::move(options));
  } catch (const finitization_error& e) {
    throw files::file_error(fmt::format("{}: {}", r.path(), e.what()));
  }
  auto result = work->run();
  repairs found{in_words_of(read.structure, *work, std::move(result)), {}};
  const auto wanted = r.options.all_smallest ? work->choices() : r.options.nearest > 1 ? r.options.nearest : 0;
  for (std::size_t i = 0; i < std::min(wanted, work->choices()); ++i) {
    auto choice = work->choose(i);
    found.choices.push_back(in_words_of(read.structure, *work, std::move(choice)));
  }
  return found;
}

/// Under another name first: the file is the old one or the whole new one, and may be the one that was read.
void write_file(const std::string& path, std::string_view text) {
  const auto unfinished = fmt::format("{}.{}{}", path, getpid(), path.ends_with(".gz") ? ".gz" : "");
  try {
    output file(unfinished);
    file.write(text);
    file.close();
  } catch (...) {
    std::remove(unfinished.c_str());
    throw;
  }
  if (std::rename(unfinished.c_str(), path.c_str()) == 0) return;
  const auto failed = output_error("cannot write " + path, errno);
  std::remove(unfinished.c_str());
  throw failed;
}

/// The report, and the structure if it is asked for: then the report goes to standard error.
void tell(const repair_request& r, const repair_report& report) {
  output standard;
  if (r.json) {
    standard.write(json_of(report).text() + "\n");
  } else if (!r.print.empty() && report.repaired.result.ok()) {
    standard.write(printed(report));
    std::fputs(text_of(report).c_str(), stderr);
  } else {
    standard.write(text_of(report));
  }
  standard.close();
}

/// Repairs it, writes what is to be written, and lets `told` have the report.
template <class Told>
auto repair_one(const subjects::subject& subject, const repair_request& r, Told told) {
  const auto read = files::read_structure(r.path());
  const auto arguments = arguments_for(subject, r, read);
  const auto description = subject.describe(arguments);
  check_members(r.options, description);
  const auto found = repaired(description, r, read);
  const auto& done = found.best;
  const bool ok = done.result.ok();
  if (ok && !r.output_path.empty()) write_file(r.output_path, text_of(read, done.after));
  if (ok && !r.picture_path.empty())
    write_file(r.picture_path, picture({done.before, done.after}, format_of_file(r.picture_path)));
  return told(repair_report{subject, arguments, done, found.choices, ok ? r.output_path : "", r.print});
}

exit_code code_of(const repair_report& report) {
  return report.repaired.result.ok() ? exit_code::done : exit_code::not_repaired;
}

exit_code repair(repair_request& r) {
  check(r);
  const auto& subject = named_subject(r.call.subject, purpose::repair);
  if (r.paths.size() == 1)
    return repair_one(subject, r, [&](const repair_report& report) { return tell(r, report), code_of(report); });
  return repair_files(r, [&](const repair_request& one) {
    return repair_one(subject, one, [&](const repair_report& report) {
      return file_repair{code_of(report), headline_of(report), name_of(report.repaired.result.outcome),
                         encoding::json_object{{"file", one.path()}}.add(json_of(report))};
    });
  });
}

action set_up_repair(option_list& options) {
  auto r = std::make_shared<repair_request>();
  add_repair_options(options, *r);
  return [r] { return repair(*r); };
}

}  // namespace

const command repair_command{"repair", "Repair a structure that breaks its predicate", set_up_repair};

}  // namespace korat::cli
