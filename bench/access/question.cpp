// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What does it cost, outside a search, that reads can be noticed? Two extremes: a chase along pointers, in which each
// read waits for the one before and the extra compare hides behind it; and a sum over keys, in which nothing waits, so
// that every instruction shows.

#include "harness/question.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "access/contenders.hpp"
#include "harness/timing.hpp"
#include "harness/workload.hpp"

namespace korat::bench {
namespace {

constexpr std::size_t node_count = 1'024;  // in the first-level cache: a miss would hide everything
constexpr std::size_t rounds = 1'000;

/// Nodes linked to one ring in an order that no prefetcher guesses; the same for every contender.
template <class Access>
std::vector<typename Access::node> make_nodes() {
  std::vector<std::size_t> order(node_count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  std::vector<typename Access::node> nodes(node_count);
  for (std::size_t i = 0; i < node_count; ++i) {
    nodes[order[i]].next = &nodes[order[(i + 1) % node_count]];
    nodes[order[i]].key = static_cast<int>(i);
  }
  return nodes;
}

template <class Access>
[[gnu::noinline]] std::uint64_t chase(const typename Access::node& first) {
  const auto* n = &first;
  for (std::size_t i = 0; i < node_count * rounds; ++i) n = Access::next(*n);
  return static_cast<std::uint64_t>(n - &first);
}

template <class Access>
[[gnu::noinline]] std::uint64_t sum(const std::vector<typename Access::node>& nodes) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < rounds; ++i) {
    for (const auto& n : nodes) {
      total += static_cast<std::uint64_t>(Access::key(n));
      asm volatile("" : "+r"(total));  // one read at a time: plain ones would be vectorised, which is another question
    }
    asm volatile("" : : : "memory");  // each round reads anew
  }
  return total;
}

template <class Access>
struct contestant {
  std::vector<typename Access::node> nodes = make_nodes<Access>();
  std::uint64_t chased = 0, summed = 0;

  std::vector<contender> contenders() {
    return {timed(std::string(Access::name) + ", chase", [this] { chased = chase<Access>(nodes.front()); }),
            timed(std::string(Access::name) + ", sum", [this] { summed = sum<Access>(nodes); })};
  }
  void require_same_as(std::uint64_t expected_end, std::uint64_t expected_sum) {
    if (chase<Access>(nodes.front()) != expected_end || sum<Access>(nodes) != expected_sum)
      throw disagreement(std::string("access: ") + Access::name + " reads other values than expected");
  }
};

}  // namespace

std::vector<table> access_question(const options& chosen) {
  contestant<plain_access> plain;
  contestant<field_access> field;
  contestant<read_access> read;
  const auto expected_sum = std::uint64_t{rounds} * node_count * (node_count - 1) / 2;
  plain.require_same_as(0, expected_sum);
  field.require_same_as(0, expected_sum);
  read.require_same_as(0, expected_sum);

  table t{.name = "access",
          .title = "One read outside a search",
          .columns = {{"access", "access"},
                      {"chase_ns", "chase: ns a read", 3},
                      {"chase_ratio", "ratio"},
                      {"sum_ns", "sum: ns a read", 3},
                      {"sum_ratio", "ratio"}},
          .rows = {},
          .notes = {"chase: each read waits for the one before; sum: none does."}};
  if (chosen.compare_only) return {t};
  std::vector<contender> contenders;
  for (const auto& some : {plain.contenders(), field.contenders(), read.contenders()})
    contenders.insert(contenders.end(), some.begin(), some.end());
  auto repeated = chosen;  // each run is short
  repeated.repetitions = std::max(chosen.repetitions, 20);
  const auto seconds = fastest("access", contenders, repeated);
  for (std::size_t i = 0; i < contenders.size(); i += 2)
    t.rows.push_back({contenders[i].name.substr(0, contenders[i].name.find(',')),
                      nanoseconds_per(seconds[i], node_count * rounds), seconds[i] / seconds[0],
                      nanoseconds_per(seconds[i + 1], node_count * rounds), seconds[i + 1] / seconds[1]});
  return {t};
}

}  // namespace korat::bench
