// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "harness/engines.hpp"

#include <fmt/format.h>

#include <utility>

namespace korat::bench {

engines_compared compare_engines(const workload& work, const options& chosen) {
  statistics reexecuted, checkpointed;
  const auto seconds = fastest(work.name,
                               {timed("re-execution", [&] { reexecuted = consume(work, engine::reexecute); }),
                                timed("checkpoints", [&] { checkpointed = consume(work, engine::checkpoint); })},
                               chosen);
  if (reexecuted.explored != checkpointed.explored || reexecuted.valid != checkpointed.valid)
    throw disagreement(fmt::format("{}: re-execution found {} of {} candidates valid, checkpoints {} of {}", work.name,
                                   reexecuted.valid, reexecuted.explored, checkpointed.valid, checkpointed.explored));
  return {checkpointed, seconds[0], seconds[1]};
}

table compared_table(std::string name, std::string title) {
  return {.name = std::move(name),
          .title = std::move(title),
          .columns = {{"workload", "search"},
                      {"explored", "explored"},
                      {"paper_explored", "paper's"},
                      {"valid", "valid"},
                      {"paper_valid", "paper's"},
                      {"reexecute_ms", "re-exec. ms", 0},
                      {"reexecute_ns", "ns each", 1},
                      {"checkpoint_ms", "checkp. ms", 1},
                      {"checkpoint_ns", "ns each", 1},
                      {"speed_up", "speed-up", 1},
                      {"paper_speed_up", "paper's", 1},
                      {"target", "target", 1},
                      {"target_met", "met"}},
          .rows = {},
          .notes = {}};
}

std::vector<cell> compared_row(const workload& work, const published& paper, double target, const options& chosen) {
  const auto c = compare_engines(work, chosen);
  const auto each = [&](double seconds) { return nanoseconds_per(seconds, c.counts.explored); };
  return {work.name,
          c.counts.explored,
          paper.explored,
          c.counts.valid,
          paper.valid,
          c.reexecute * 1e3,
          each(c.reexecute),
          c.checkpoint * 1e3,
          each(c.checkpoint),
          c.speed_up(),
          paper.speed_up,
          target,
          verdict(target != 0, c.speed_up() >= target)};
}

}  // namespace korat::bench
