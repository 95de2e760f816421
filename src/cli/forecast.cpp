// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat forecast: how long would the search be, and the next larger ones?

#include "report/forecast.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/number_option.hpp"
#include "cli/output.hpp"
#include "cli/subject_call.hpp"
#include "cli/summary.hpp"
#include "encoding/json.hpp"
#include "korat/error.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

struct forecast_request {
  subject_call call;
  std::uint32_t larger = 3;
  double seconds = 4;
  double within = 3600;
  std::uint64_t seed = 1;
  bool json = false;
};

struct sized_forecast {
  subjects::arguments arguments;
  report::forecast found;
};

constexpr const char* about_forecast =
    "The estimates come from random probes of the search tree: the range holds in more than nine of ten cases. A "
    "larger\n"
    "bound is the same with every argument one higher.\n";

/// "12,284,830", "1.23 million", "4.56e+15"
std::string amount(double n, bool exact) {
  if (exact || n < 1e6) return report::grouped(static_cast<std::uint64_t>(std::llround(n)));
  if (n < 1e9) return fmt::format("{:.3g} million", n / 1e6);
  if (n < 1e12) return fmt::format("{:.3g} billion", n / 1e9);
  return fmt::format("{:.2e}", n);
}

/// Probes that all say the same have no spread.
std::string ranged(const report::estimate& e) {
  if (e.high - e.low <= 1e-8 * e.mean) return amount(e.mean, e.mean < 1e15);
  return fmt::format("{} ({} to {})", amount(e.mean, false), amount(e.low, false), amount(e.high, false));
}

std::string time_text(double seconds) {
  constexpr double year = 365.25 * 86400;
  if (seconds > 1000 * year) return "over 1000 years";
  if (seconds > year) return fmt::format("{:.0f} years", seconds / year);
  if (seconds > 2 * 86400) return fmt::format("{:.0f} days", seconds / 86400);
  return report::duration(seconds);
}

std::string time_range(const report::forecast& f) {
  if (f.exact) return time_text(f.seconds.mean);
  return fmt::format("{} ({} to {})", time_text(f.seconds.mean), time_text(f.seconds.low), time_text(f.seconds.high));
}

encoding::json_object json_of(const report::estimate& e) {
  return {{"mean", e.mean}, {"low", e.low}, {"high", e.high}};
}

std::string as_json(const subjects::subject& subject, const std::vector<sized_forecast>& all) {
  std::vector<encoding::json> forecasts;
  for (const auto& [arguments, f] : all)
    forecasts.push_back(encoding::json_object{{"arguments", arguments},
                                              {"explored", json_of(f.explored)},
                                              {"valid", json_of(f.valid)},
                                              {"seconds", json_of(f.seconds)},
                                              {"probes", f.probes},
                                              {"exact", f.exact}});
  return encoding::json_object{{"subject", subject.name}, {"forecasts", forecasts}}.text() + "\n";
}

std::string as_text(const subjects::subject& subject, const sized_forecast& one) {
  const auto& f = one.found;
  auto out = fmt::format("{}: {}\n", call_text(subject.name, one.arguments),
                         f.exact ? "searched, this is all" : fmt::format("forecast from {} probes", f.probes));
  const auto line = [&](const char* label, const std::string& text) {
    out += fmt::format("  {:<22} {}\n", label, text);
  };
  line("explored", ranged(f.explored));
  line("valid", f.valid.mean == 0 && !f.exact ? "none met by the probes" : ranged(f.valid));
  line("time", time_range(f));
  return out;
}

std::string advice(const subjects::subject& subject, const std::vector<sized_forecast>& all, double within) {
  const auto limit = time_text(within);
  const sized_forecast* best = nullptr;
  for (const auto& one : all)
    if (one.found.seconds.mean <= within) best = &one;
  if (best == nullptr) return fmt::format("None of these is likely to end within {}.\n", limit);
  if (best != &all.back()) return fmt::format("Within {}: {}.\n", limit, call_text(subject.name, best->arguments));
  return fmt::format("Within {}: {}, and perhaps more (--larger).\n", limit, call_text(subject.name, best->arguments));
}

report::forecast one_forecast(const subjects::subject& subject, const subjects::arguments& arguments, double seconds,
                              std::uint64_t seed) {
  const auto make = [&](search_options options) { return subject.search(arguments, std::move(options)); };
  return report::make_forecast(make, {.seconds = seconds, .seed = seed, .give_up = [] { return interrupted(); }});
}

/// Half of the time for what was asked for, the rest for the larger ones.
std::vector<sized_forecast> all_forecasts(const subjects::subject& subject, const forecast_request& r, output& to) {
  std::vector<sized_forecast> all;
  auto arguments = checked_arguments(subject, r.call.arguments, r.call.beginning());
  for (std::uint32_t i = 0; i <= r.larger && !interrupted(); ++i) {
    const double seconds = r.larger == 0 ? r.seconds : i == 0 ? r.seconds / 2 : r.seconds / 2 / r.larger;
    try {
      all.push_back({arguments, one_forecast(subject, arguments, seconds, r.seed)});
    } catch (const finitization_error&) {
      if (i == 0) throw;
      break;  // there is no larger one
    }
    if (!r.json) to.write(as_text(subject, all.back()));
    for (auto& a : arguments) ++a;
  }
  return all;
}

exit_code forecast(const forecast_request& r) {
  if (r.call.subject.empty()) throw usage_error("say what to forecast; 'korat list' shows what there is");
  catch_interrupts();
  const auto& subject = named_subject(r.call.subject);
  output standard;
  try {
    const auto all = all_forecasts(subject, r, standard);
    standard.write(r.json ? as_json(subject, all) : advice(subject, all, r.within));
  } catch (const predicate_error& e) {
    run_report failed;
    failed.subject = &subject;
    failed.arguments = checked_arguments(subject, r.call.arguments, r.call.beginning());
    failed.failure = e.why();
    complain(failure_text(failed));
    return exit_code::predicate_failed;
  }
  standard.close();
  return interrupted() ? exit_code::interrupted : exit_code::done;
}

action set_up_forecast(option_list& options) {
  auto r = std::make_shared<forecast_request>();
  add_subject(options, r->call);
  add_number(options, "--seconds", "SECONDS", "Time to spend; 4 by default", r->seconds);
  add_count(options, "--larger", "N", "How many larger bounds to look at; 3 by default", r->larger);
  add_number(options, "--within", "SECONDS", "Time that you have for the search; an hour by default", r->within);
  add_count(options, "--seed", "N", "Of the random numbers", r->seed);
  options.flag("--json", "Report as one JSON object", r->json);
  options.footer(about_forecast);
  return [r] { return forecast(*r); };
}

}  // namespace

const command forecast_command{"forecast", "Estimate how long a search and the next larger ones would take",
                               set_up_forecast};

}  // namespace korat::cli
