// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat check: whether a predicate still accepts what a certificate says, and if not, what came and what went.

#include <fmt/format.h>

#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/census.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/number_option.hpp"
#include "cli/output.hpp"
#include "cli/threads_option.hpp"
#include "encoding/json.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

struct check_request {
  std::string path;
  std::string subject;  // empty: the one in the certificate
  std::size_t show = 3;
  std::optional<unsigned> threads;
  bool json = false;
};

struct checked_bound {
  certified_bound before;
  census_change change;
  bool same() const { return before.count() == change.now.count() && before.hash() == change.now.hash(); }
};

std::vector<checked_bound> check_all(const check_request& r, const certificate& c) {
  const auto& subject = named_subject(c.subject);
  std::vector<checked_bound> result;
  for (const auto& bound : c.bounds) {
    std::vector<std::string> words;
    for (const auto argument : bound.arguments) words.push_back(std::to_string(argument));
    const auto arguments = checked_arguments(subject, words, "korat check " + r.path + ": " + c.subject);
    result.push_back({bound, compare_census({&subject, arguments, threads_of(r.threads)}, bound, r.show)});
  }
  return result;
}

std::string shown_lines(const char* what, std::uint64_t count,
                        const std::set<std::pair<std::size_t, std::string>>& smallest) {
  if (count == 0) return "";
  auto out =
      fmt::format("  {} {}{}\n", report::grouped(count), what, count > smallest.size() ? ", the smallest:" : ":");
  for (const auto& [objects, line] : smallest) out += "    " + line + '\n';
  return out;
}

std::string bound_text(const checked_bound& b, const std::string& name) {
  const auto was = b.before.count(), is = b.change.now.count();
  const auto heading = fmt::format("{}: {}", name, report::counted(is, "structure"));
  if (b.same()) return heading + ", as certified\n";
  auto out = heading + (was == is ? ", as many as certified, but others\n"
                                  : fmt::format(", {} than the {} certified\n", is > was ? "more" : "fewer",
                                                report::grouped(was)));
  out += shown_lines("came", b.change.came, b.change.smallest_came) +
         shown_lines("went", b.change.went, b.change.smallest_went);
  if (b.change.unlisted)
    out += fmt::format(
        "  those of {} objects differ too, but are not listed: 'korat certify --keep N' lists more, and\n"
        "  'korat diff' compares with the former predicate\n",
        *b.change.unlisted);
  return out;
}

std::vector<std::string> lines_in(const std::set<std::pair<std::size_t, std::string>>& lines) {
  std::vector<std::string> result;
  for (const auto& [objects, line] : lines) result.push_back(line);
  return result;
}

encoding::json_object bound_json(const checked_bound& b) {
  return {{"arguments", b.before.arguments},
          {"same", b.same()},
          {"certified", b.before.count()},
          {"certified_hash", b.before.hash().text()},
          {"valid", b.change.now.count()},
          {"hash", b.change.now.hash().text()},
          {"came", b.change.came},
          {"went", b.change.went},
          {"smallest_came", lines_in(b.change.smallest_came)},
          {"smallest_went", lines_in(b.change.smallest_went)},
          {"unlisted_from", b.change.unlisted}};
}

exit_code check_certificate(const check_request& r) {
  if (r.path.empty()) throw usage_error("say which certificate, as in 'korat check my_tree.certificate'");
  auto certified = read_certificate(r.path);
  if (!r.subject.empty()) certified.subject = r.subject;
  catch_interrupts();
  const auto bounds = check_all(r, certified);
  const bool same = std::ranges::all_of(bounds, &checked_bound::same);
  output standard;
  if (r.json) {
    std::vector<encoding::json_object> list;
    for (const auto& b : bounds) list.push_back(bound_json(b));
    standard.write(
        encoding::json_object{{"certificate", r.path}, {"subject", certified.subject}, {"same", same}, {"bounds", list}}
            .text() +
        "\n");
  } else {
    for (const auto& b : bounds) standard.write(bound_text(b, call_text(certified.subject, b.before.arguments)));
  }
  standard.close();
  return same ? exit_code::done : exit_code::differs;
}

action set_up_check(option_list& options) {
  auto r = std::make_shared<check_request>();
  options.word("FILE", "A certificate of 'korat certify'", r->path);
  options.word("SUBJECT", "Another subject, or FILE:NAME, than the one in the certificate", r->subject);
  add_number(options, "--first", "N", "Show so many structures that came and that went; 3 by default", r->show);
  add_threads(options, r->threads);
  options.flag("--json", "Report as one JSON object", r->json);
  options.footer("Exit code 0: the predicate accepts what is certified; 8: it does not.\n");
  return [r] { return check_certificate(*r); };
}

}  // namespace

const command check_command{"check", "Compare what a predicate accepts with a certificate", set_up_check};

}  // namespace korat::cli
