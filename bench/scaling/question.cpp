// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Does the cost of a candidate depend on the size of the structure, and what memory do the saved states take? The
// predicate's own work after the last field does not grow with the tree, so neither should the cost.

#include "harness/question.hpp"

#include "harness/workload.hpp"

namespace korat::bench {
namespace {

workload trees(std::int64_t nodes) {
  auto work = of_subject("binary-tree", {nodes});
  work.options.max_valid = 100;
  return work;
}

std::vector<cell> measure(std::int64_t nodes, const options& chosen) {
  const auto work = trees(nodes);
  statistics counts;
  const auto seconds =
      fastest(work.name, {timed("checkpoints", [&] { counts = consume(work, engine::checkpoint); })}, chosen);
  return {static_cast<std::uint64_t>(nodes),
          counts.explored,
          counts.valid,
          seconds[0] * 1e3,
          nanoseconds_per(seconds[0], counts.explored),
          counts.checkpoints,
          static_cast<double>(counts.bytes_saved) / static_cast<double>(counts.checkpoints),
          static_cast<double>(counts.peak_memory) / 1024,
          static_cast<double>(counts.peak_memory) / static_cast<double>(nodes)};
}

}  // namespace

std::vector<table> scaling_question(const options& chosen) {
  table t{.name = "scaling",
          .title = "The first 100 binary trees of many nodes, by checkpoints",
          .columns = {{"nodes", "nodes"},
                      {"explored", "explored"},
                      {"valid", "valid"},
                      {"checkpoint_ms", "ms", 1},
                      {"checkpoint_ns", "ns each", 1},
                      {"checkpoints", "states saved"},
                      {"bytes_per_state", "bytes each", 0},
                      {"peak_memory_kib", "peak KiB", 0},
                      {"peak_bytes_per_node", "per node, bytes", 0}},
          .rows = {},
          .notes = {"peak: what saved states and temporaries of the predicate take at most."}};
  walk_both(trees(100));
  if (chosen.compare_only) return {t};
  for (const std::int64_t nodes : {100, 300, 1'000, 3'000, 10'000})
    if (chosen.scale != scale::quick || nodes <= 1'000) t.rows.push_back(measure(nodes, chosen));
  return {t};
}

}  // namespace korat::bench
