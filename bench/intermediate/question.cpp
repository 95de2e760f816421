// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// On how many candidates did the thesis execute the predicate to come to the end and to go backward, where one
// execution and none beside the candidates themselves suffice here? The thesis' own columns, computed; nothing is
// timed.

#include "harness/question.hpp"

#include <fmt/format.h>

#include "harness/workload.hpp"
#include "intermediate/candidates.hpp"
#include "intermediate/published.hpp"

namespace korat::bench {
namespace {

struct counted_row {
  statistics here;  // of a search backward
  std::uint64_t fast_forwarding = 0, backward = 0;
};

std::uint64_t fields_read_at_the_end(const workload& work) {
  const auto search = work.start({});
  find_end(*search);
  return search->accessed().size();
}

counted_row count(const workload& work) {
  counted_row result;
  const auto forward = work.start({});
  fast_forward(*forward, [&result] { ++result.fast_forwarding; });
  auto backward = work;
  backward.options.direction = direction::backward;
  result.here = consume(backward, engine::checkpoint);
  result.backward = executions_backward(result.here, fields_read_at_the_end(work));
  return result;
}

/// Told from every candidate and from what the engine counts, it is the same.
void compare(const workload& work) {
  const auto search = work.start({.direction = direction::backward});
  if (executions_backward(*search) != count(work).backward)
    throw disagreement(work.name + ": the sequence has other intermediate candidates than the engine counts");
}

std::vector<cell> row_of(const thesis_row& thesis, const workload& work) {
  const auto found = count(work);
  const bool same = found.here.explored == thesis.explored && found.here.valid == thesis.valid &&
                    found.fast_forwarding == thesis.fast_forwarding && found.backward == thesis.backward;
  return {work.name,      found.here.explored, found.fast_forwarding, thesis.fast_forwarding,
          found.backward, thesis.backward,     verdict(true, same)};
}

}  // namespace

std::vector<table> intermediate_question(const options& chosen) {
  table t{
      .name = "intermediate",
      .title = "Candidates executed to come to the end and to search backward, in the way of the thesis",
      .columns = {{"workload", "search"},
                  {"explored", "explored"},
                  {"fast_forwarding", "fast-forwarding"},
                  {"fast_forwarding_thesis", "thesis"},
                  {"backward", "backward"},
                  {"backward_thesis", "thesis"},
                  {"same", "same"}},
      .rows = {},
      .notes = {"explored: both ways here; the end takes one execution. same: also explored and valid structures."}};
  constexpr int smallest = 6;
  for (const auto& r : thesis_rows) {
    const auto work = of_subject(r.subject, {r.size});
    if (r.size == smallest) compare(work);
    if (!chosen.compare_only && (chosen.scale != scale::quick || r.size == smallest)) t.rows.push_back(row_of(r, work));
  }
  return {t};
}

}  // namespace korat::bench
