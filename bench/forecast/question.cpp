// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Do forecasts hold what they promise? What 'korat forecast' says from a second of probes, ten seeds for each of ten
// subjects, against what a search then counts. And what is said to be left when a tenth of a search is done.

#include "harness/question.hpp"

#include <algorithm>
#include <cmath>

#include "harness/timing.hpp"
#include "harness/workload.hpp"
#include "report/forecast.hpp"
#include "report/work_left.hpp"

namespace korat::bench {
namespace {

struct row {
  std::string subject;
  subjects::arguments size, quick_size;
};

// Large enough that a forecast cannot search them to their end.
const row forecasts[] = {
    {"binary-tree", {13}, {9}},
    {"search-tree", {9}, {6}},
    {"red-black-tree", {11}, {7}},
    {"binomial-heap", {9}, {6}},
    {"fibonacci-heap", {6}, {5}},
    {"heap-array", {9}, {6}},
    {"singly-linked-list", {12}, {8}},
    {"avl-tree", {12}, {8}},
    {"disj-set", {6}, {4}},
    {"sorted-list", {14, 14, 15, 15}, {7, 7, 8, 8}},
};
constexpr double seconds_of_probes = 1, quick_seconds = 0.004;
constexpr std::uint64_t first_seed = 7001;
constexpr std::uint64_t least_percent = 90;

const row at_a_tenth[] = {
    {"binary-tree", {12}, {8}},
    {"search-tree", {9}, {6}},
    {"red-black-tree", {10}, {6}},
    {"binomial-heap", {6}, {5}},
    {"binomial-heap", {7}, {5}},
    {"binomial-heap", {8}, {5}},
    {"binomial-heap", {9}, {6}},
    {"fibonacci-heap", {6}, {4}},
    {"disj-set", {6}, {4}},
    {"heap-array", {9}, {6}},
    {"singly-linked-list", {11}, {8}},
    {"doubly-linked-list", {12}, {8}},
    {"sorted-list", {11, 11, 12, 11}, {7, 7, 8, 8}},
    {"dag", {7}, {5}},
    {"avl-tree", {11}, {7}},
    {"ternary-tree", {9}, {5}},
    {"linked-disj-set", {9}, {6}},
};
constexpr double furthest_off = 2;

workload of(const row& r, const options& chosen) {
  return of_subject(r.subject, chosen.scale == scale::quick ? r.quick_size : r.size);
}

bool holds(const report::estimate& e, std::uint64_t truth) {
  return e.low <= static_cast<double>(truth) && static_cast<double>(truth) <= e.high;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// How many forecasts were right.
struct tally {
  std::uint64_t runs = 0, explored = 0, valid = 0, both = 0;

  std::vector<cell> as_row(const std::string& name, cell total, cell valid_total, cell width, cell verdict) const {
    return {name, std::move(total), std::move(valid_total), runs, explored, valid,
            both, std::move(width), std::move(verdict)};
  }
};

std::vector<cell> forecast_often(const row& r, const options& chosen, tally& all) {
  const auto work = of(r, chosen);
  progress::show(work.name);
  const bool quick = chosen.scale == scale::quick;
  const auto truth = consume(work, engine::checkpoint);
  tally here;
  std::vector<double> widths;
  for (std::uint64_t seed = first_seed; seed < first_seed + (quick ? 2 : 10); ++seed) {
    const auto found =
        report::make_forecast(work.start, {.seconds = quick ? quick_seconds : seconds_of_probes, .seed = seed});
    const bool explored = holds(found.explored, truth.explored), valid = holds(found.valid, truth.valid);
    ++here.runs;
    here.explored += explored ? 1 : 0;
    here.valid += valid ? 1 : 0;
    here.both += explored && valid ? 1 : 0;
    widths.push_back((found.explored.high - found.explored.low) / static_cast<double>(truth.explored) * 100);
  }
  all = {all.runs + here.runs, all.explored + here.explored, all.valid + here.valid, all.both + here.both};
  progress::clear();
  return here.as_row(work.name, truth.explored, truth.valid, median(widths), {});
}

table forecast_table(const options& chosen) {
  table t{.name = "forecast",
          .title = "Forecasts from a second of probes, with ten seeds: how many have the truth in their range",
          .columns = {{"workload", "search"},
                      {"explored", "explored"},
                      {"valid", "valid"},
                      {"forecasts", "forecasts"},
                      {"explored_right", "explored right"},
                      {"valid_right", "valid right"},
                      {"both_right", "both"},
                      {"range_percent", "range of explored, %", 1},
                      {"met", ">= 90 %"}},
          .rows = {},
          .notes = {"range of explored: from its low end to its high end, in percent of the truth; the median."}};
  tally all;
  for (const auto& r : forecasts) t.rows.push_back(forecast_often(r, chosen, all));
  t.rows.push_back(
      all.as_row("all", {}, {}, {}, verdict(chosen.scale != scale::quick, all.both * 100 >= all.runs * least_percent)));
  return t;
}

/// What progress says is left, in proportion to the truth, for several seeds: sorted.
std::vector<double> said_to_be_left(const workload& work, std::uint64_t total) {
  auto tenth = work.options;
  tenth.max_explored = total / 10 + 1;
  const double begin = processor_seconds();
  const auto begun = work.start(tenth);
  while (begun->next_valid()) {
  }
  const double elapsed = processor_seconds() - begin;
  const auto explored = begun->statistics().explored;
  std::vector<double> ratios;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    report::work_left left(work.start, seed * 1000);
    left.look(left.standing_of(*begun), elapsed);
    ratios.push_back(left.estimate(explored).value() / static_cast<double>(total - explored));
  }
  std::ranges::sort(ratios);
  return ratios;
}

table tenth_table(const options& chosen) {
  table t{.name = "at_a_tenth",
          .title = "Candidates said to be left when a tenth is done, in proportion to the truth, with ten seeds",
          .columns = {{"workload", "search"},
                      {"explored", "explored"},
                      {"lowest", "lowest"},
                      {"median", "median"},
                      {"highest", "highest"},
                      {"met", "within 2"}},
          .rows = {},
          .notes = {}};
  for (const auto& r : at_a_tenth) {
    const auto work = of(r, chosen);
    progress::show(work.name);
    const auto total = consume(work, engine::checkpoint).explored;
    const auto ratios = said_to_be_left(work, total);
    const bool met = ratios.front() >= 1 / furthest_off && ratios.back() <= furthest_off;
    t.rows.push_back(
        {work.name, total, ratios.front(), median(ratios), ratios.back(), verdict(chosen.scale != scale::quick, met)});
    progress::clear();
  }
  return t;
}

}  // namespace

std::vector<table> forecast_question(const options& chosen) {
  if (chosen.compare_only) return {};  // nothing contends here
  return {forecast_table(chosen), tenth_table(chosen)};
}

}  // namespace korat::bench
