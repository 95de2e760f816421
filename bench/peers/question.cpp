// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How far from a solver that was given an encoding made by hand? The peers are gringo and clasp, which list all answers of the
// .lp files of this folder: trees as intervals of keys, heaps with the shape that their size has. We are given a predicate in C++
// that knows nothing of intervals; the keys of trees are left open. Heaps have many keys for each shape, and all are listed.

#include "harness/question.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "harness/workload.hpp"

namespace korat::bench {
namespace {

enum class peers_keys { open, open_of_n, listed };  // open_of_n: of exactly as many as there are nodes

struct peers_row {
  std::string subject, encoding;
  std::int64_t size, quick_size;
  peers_keys ours = peers_keys::open;
};

const peers_row peers_rows[] = {{"search-tree", "search_tree.lp", 10, 7},
                                {"search-tree-lockstep", "search_tree.lp", 10, 7},
                                {"search-tree-lockstep", "search_tree.lp", 12, 8},
                                {"red-black-tree", "red_black_tree.lp", 10, 7},
                                {"red-black-tree-lockstep", "red_black_tree.lp", 10, 7},
                                {"red-black-tree-lockstep", "red_black_tree.lp", 12, 8},
                                {"red-black-tree-lockstep", "red_black_tree.lp", 14, 8},
                                {"avl-tree-lockstep", "avl_tree.lp", 10, 7, peers_keys::open_of_n},
                                {"avl-tree-lockstep", "avl_tree.lp", 12, 8, peers_keys::open_of_n},
                                {"avl-tree-lockstep", "avl_tree.lp", 14, 8, peers_keys::open_of_n},
                                {"binomial-heap", "binomial_heap.lp", 8, 6, peers_keys::listed}};

bool peers_are_there() { return std::system("command -v gringo clasp >/dev/null") == 0; }

/// The number of answers.
std::uint64_t ask_peers(const std::string& encoding, std::int64_t n) {
  // clasp says by its exit status whether there are answers, and that it has found all.
  const auto command = fmt::format("gringo '{}/peers/{}' -c n={} | clasp -n 0 -q", KORAT_BENCH_FOLDER, encoding, n);
  const auto close = [](std::FILE* f) { pclose(f); };
  const std::unique_ptr<std::FILE, decltype(close)> output(popen(command.c_str(), "r"), close);
  unsigned long long answers = 0;
  bool said = false;
  for (char line[256]; output && std::fgets(line, sizeof line, output.get());)
    if (std::sscanf(line, "Models : %llu", &answers) == 1) said = true;
  if (!said) throw disagreement(command + ": no number of models");
  return answers;
}

double seconds_of_children() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::uint64_t ask_us(const workload& work, peers_keys ours) {
  const auto search = work.start(ours == peers_keys::listed ? search_options() : search_options{.symbolic = {"*"}});
  while (search->next_valid()) {
  }
  return search->statistics().valid;
}

}  // namespace

std::vector<table> peers_question(const options& chosen) {
  table t{.name = "peers",
          .title = "Predicates, with open keys, against an answer-set solver with an encoding made by hand",
          .columns = {{"workload", "search"}, {"valid", "valid"}, {"ours_ms", "ms", 1}, {"peer_ms", "gringo, clasp ms", 1},
                      {"ratio", "times as long"}},
          .rows = {},
          .notes = {}};
  if (!peers_are_there()) {
    t.notes.push_back("not run: gringo and clasp are not installed (packages gringo and clasp of Debian)");
    return {t};
  }
  for (const auto& r : peers_rows) {
    const auto n = chosen.scale == scale::quick ? r.quick_size : r.size;
    const auto ours = of_subject(r.subject, r.ours == peers_keys::open_of_n ? subjects::arguments{n, n} : subjects::arguments{n});
    const auto expected = ask_peers(r.encoding, n);
    if (const auto found = ask_us(ours, r.ours); found != expected)
      throw disagreement(fmt::format("{}: {} found, {} answers of {}", ours.name, found, expected, r.encoding));
    if (chosen.compare_only) continue;
    const contender peer{"gringo and clasp", [&] {
                           const double before = seconds_of_children();
                           ask_peers(r.encoding, n);
                           return seconds_of_children() - before;
                         }};
    const auto seconds = fastest(ours.name, {timed("predicate", [&] { ask_us(ours, r.ours); }), peer}, chosen);
    t.rows.push_back({ours.name, expected, seconds[0] * 1e3, seconds[1] * 1e3, seconds[0] / seconds[1]});
  }
  return {t};
}

}  // namespace korat::bench
