// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What does it cost that the compiler pass asks at every read, and not only at those of a field<T>?

#include "harness/question.hpp"

#ifdef KORAT_HAS_PASS
#include "harness/engines.hpp"
#include "plain/contender.hpp"
#endif

namespace korat::bench {

#ifdef KORAT_HAS_PASS
namespace {

using subjects::arguments;

struct row {
  std::string subject;
  arguments size, quick_size;
};
const row rows[] = {{"binary-tree", {11}, {8}},
                    {"red-black-tree", {9}, {6}},
                    {"search-tree", {8}, {5}},
                    {"heap-array", {8}, {5}},
                    {"sorted-list", {11, 11, 12, 11}, {5, 5, 6, 5}}};

workload plain(const std::string& subject, const arguments& size) {
  return {of_subject(subject, size).name + ", plain",
          [=](search_options options) { return plain_search(subject, size, std::move(options)); }};
}

void require_same(const row& r) {
  const auto noticed = walk_both(of_subject(r.subject, r.quick_size));
  if (walk_both(plain(r.subject, r.quick_size)) != noticed)
    throw disagreement("plain: the plain " + r.subject + " is searched differently");
}

std::vector<cell> measure(const row& r, const options& chosen) {
  const auto& size = chosen.scale == scale::quick ? r.quick_size : r.size;
  const auto noticed = of_subject(r.subject, size), unnoticed = plain(r.subject, size);
  const auto run = [](const char* name, const workload& work, engine with) {
    return timed(name, [=] { consume(work, with); });
  };
  const auto seconds = fastest(
      noticed.name,
      {run("field, checkpoints", noticed, engine::checkpoint), run("plain, checkpoints", unnoticed, engine::checkpoint),
       run("field, re-execution", noticed, engine::reexecute),
       run("plain, re-execution", unnoticed, engine::reexecute)},
      chosen);
  const auto counts = consume(noticed, engine::checkpoint);
  constexpr double most = 1.3;
  const double resumed = seconds[1] / seconds[0], reexecuted = seconds[3] / seconds[2];
  const auto each = [&](double s) { return nanoseconds_per(s, counts.explored); };
  return {noticed.name,    counts.explored,  each(seconds[0]), each(seconds[1]), resumed,
          resumed <= most, each(seconds[2]), each(seconds[3]), reexecuted,       reexecuted <= most};
}

}  // namespace
#endif

std::vector<table> plain_question(const options& chosen) {
  table t{.name = "plain",
          .title = "Plain members through the compiler pass against field<T> (ns a candidate)",
          .columns = {{"workload", "search"},
                      {"explored", "explored"},
                      {"field_checkpoint_ns", "checkp.: field", 1},
                      {"plain_checkpoint_ns", "plain", 1},
                      {"checkpoint_ratio", "ratio"},
                      {"checkpoint_within", "<= 1.3"},
                      {"field_reexecute_ns", "re-exec.: field", 1},
                      {"plain_reexecute_ns", "plain", 1},
                      {"reexecute_ratio", "ratio"},
                      {"reexecute_within", "<= 1.3"}},
          .rows = {},
          .notes = {"The plain ones are compiled by the Clang that runs the pass; field<T> by this build's compiler."}};
#ifdef KORAT_HAS_PASS
  for (const auto& r : rows) {
    require_same(r);
    if (!chosen.compare_only) t.rows.push_back(measure(r, chosen));
  }
#else
  static_cast<void>(chosen);
  t.notes = {"Korat was built without its compiler pass."};
#endif
  return {t};
}

}  // namespace korat::bench
