// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat curve: how the solutions found grow with the space covered, at one bound or several.

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/curves.hpp"
#include "cli/interrupt.hpp"
#include "cli/number_option.hpp"
#include "cli/output.hpp"
#include "cli/subject_call.hpp"
#include "cli/walk_limits.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

struct curve_request {
  subject_call call;
  std::uint32_t smaller = 0;
  std::uint32_t parts = 200;
  walk_limits limits;
  std::string output_path;  // empty: nothing is drawn
  bool json = false;
};

struct sized_curve {
  subjects::arguments arguments;
  report::curve found;
};

constexpr const char* about_curve =
    "A smaller bound is the same with every argument one lower. A search that a limit ends has no curve.\n";

std::vector<subjects::arguments> bounds_of(const curve_request& r, const called_subject& subject) {
  auto all = smaller_bounds(subject.subject(), subject.arguments(), r.smaller);
  all.push_back(subject.arguments());
  return all;
}

/// Until a limit or an interrupt ends one.
std::vector<sized_curve> curves(const curve_request& r, const called_subject& subject,
                                const std::vector<subjects::arguments>& bounds) {
  auto options = search_options_of(r.limits);
  options.track = r.parts;
  std::vector<sized_curve> all;
  for (const auto& arguments : bounds) {
    auto one = curve_of(subject.subject(), arguments, options);
    if (!one) break;
    all.push_back({arguments, std::move(*one)});
  }
  return all;
}

std::string as_text(const std::vector<sized_curve>& all) {
  auto out = fmt::format("  {:<26} {:>14} {:>9} {:>9} {:>9} {:>9}\n", "space covered until", "valid", "50%", "90%",
                         "99%", "all found");
  for (const auto& [arguments, c] : all) {
    out += fmt::format("  {:<26} {:>14}", c.name, report::grouped(report::found_in(c).back()));
    for (const double share : {0.5, 0.9, 0.99, 1.0})
      out += fmt::format(" {:>9}", report::percent(report::space_until(c, share)));
    out += "\n";
  }
  return out;
}

std::string as_json(const curve_request& r, const called_subject& subject, const std::vector<sized_curve>& all,
                    bool complete) {
  std::vector<encoding::json> list;
  for (const auto& [arguments, c] : all)
    list.push_back(encoding::json_object{{"arguments", arguments}, {"found", report::found_in(c)}});
  return subject.json().add({{"parts", r.parts}, {"curves", list}, {"complete", complete}}).text() + "\n";
}

void draw(const std::string& path, const std::vector<sized_curve>& all) {
  std::vector<report::curve> drawn;
  for (const auto& one : all) drawn.push_back(one.found);
  output file(path);
  file.write(to_svg(drawn));
  file.close();
}

exit_code curve(const curve_request& r) {
  const called_subject subject(r.call);
  if (r.parts == 0) throw usage_error("--parts: at least one");
  catch_interrupts();
  const auto bounds = bounds_of(r, subject);
  const auto all = curves(r, subject, bounds);
  const bool complete = all.size() == bounds.size();
  if (!r.output_path.empty() && !all.empty()) draw(r.output_path, all);
  output standard;
  standard.write(r.json ? as_json(r, subject, all, complete) : as_text(all));
  if (!r.json && !complete) standard.write(fmt::format("{}: the rest has no curve\n", ended_text()));
  standard.close();
  return complete ? exit_code::done : ended_by();
}

action set_up_curve(option_list& options) {
  auto r = std::make_shared<curve_request>();
  add_subject(options, r->call);
  add_count(options, "--smaller", "N", "Also the N next smaller bounds; none by default", r->smaller);
  add_number(options, "--parts", "K", "Count in K equal parts of the space; 200 by default", r->parts);
  add_walk_limits(options, r->limits);
  options.value("--output", "FILE", "Draw the curves to FILE, as SVG", r->output_path);
  options.flag("--json", "Report as one JSON object", r->json);
  options.footer(about_curve);
  return [r] { return curve(*r); };
}

}  // namespace

const command curve_command{"curve", "Tell how the solutions found grow with the space covered", set_up_curve};

}  // namespace korat::cli
