// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How far from a solver that was given an encoding made by hand? The peers are gringo and clasp, which list all answers
// of the .lp files of this folder: trees as intervals of keys, heaps with the shape that their size has; and for search
// trees clasp alone, which enumerates what satisfies the clauses of clauses.hpp. We are given a predicate in C++ that
// knows nothing of intervals; the keys of trees are left open. Heaps have many keys for each shape, and all are listed.

#include "harness/question.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "harness/workload.hpp"
#include "peers/clauses.hpp"

namespace korat::bench {
namespace {

enum class peers_keys { open, open_of_n, listed };  // open_of_n: of exactly as many as there are nodes

struct peers_row {
  std::string subject, encoding;  // a file, or as_clauses
  std::int64_t size, quick_size;
  peers_keys ours = peers_keys::open;
};

const std::string as_clauses = "clauses";

const peers_row peers_rows[] = {{"search-tree", "search_tree.lp", 10, 7},
                                {"search-tree-lockstep", "search_tree.lp", 10, 7},
                                {"search-tree-lockstep", "search_tree.lp", 12, 8},
                                {"search-tree-lockstep", "search_tree.lp", 14, 8},
                                {"search-tree-lockstep", as_clauses, 10, 7},
                                {"search-tree-lockstep", as_clauses, 12, 8},
                                {"search-tree-lockstep", as_clauses, 14, 8},
                                {"red-black-tree", "red_black_tree.lp", 10, 7},
                                {"red-black-tree-lockstep", "red_black_tree.lp", 10, 7},
                                {"red-black-tree-lockstep", "red_black_tree.lp", 12, 8},
                                {"red-black-tree-lockstep", "red_black_tree.lp", 14, 8},
                                {"red-black-tree-lockstep", "red_black_tree.lp", 16, 8},
                                {"avl-tree-lockstep", "avl_tree.lp", 10, 7, peers_keys::open_of_n},
                                {"avl-tree-lockstep", "avl_tree.lp", 12, 8, peers_keys::open_of_n},
                                {"avl-tree-lockstep", "avl_tree.lp", 14, 8, peers_keys::open_of_n},
                                {"binomial-heap", "binomial_heap.lp", 8, 6, peers_keys::listed}};

bool peers_are_there() { return std::system("command -v gringo clasp >/dev/null") == 0; }

/// What makes the peers count all answers. The clauses are put into a file, which costs them nothing.
std::string command_for(const std::string& encoding, std::int64_t n) {
  if (encoding != as_clauses)
    return fmt::format("gringo '{}/peers/{}' -c n={} | clasp -n 0 -q", KORAT_BENCH_FOLDER, encoding, n);
  const auto file = std::filesystem::temp_directory_path() / fmt::format("korat-search-trees-{}.cnf", n);
  std::ofstream(file) << search_trees_as_clauses(n);
  return fmt::format("clasp -n 0 -q '{0}'; rm '{0}'", file.string());
}

/// The number of answers.
std::uint64_t ask_peers(const std::string& encoding, std::int64_t n) {
  // clasp says by its exit status whether there are answers, and that it has found all.
  const auto command = command_for(encoding, n);
  const auto close = [](std::FILE* f) { pclose(f); };
  const std::unique_ptr<std::FILE, decltype(close)> output(popen(command.c_str(), "r"), close);
  unsigned long long answers = 0;
  bool said = false;
  for (char line[256]; output && std::fgets(line, sizeof line, output.get());)
    if (std::sscanf(line, "Models : %llu", &answers) == 1 || std::sscanf(line, "c Models : %llu", &answers) == 1)
      said = true;
  if (!said) throw disagreement(command + ": no number of models");
  return answers;
}

double seconds_of_children() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
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
          .title = "Predicates, with open keys, against solvers with an encoding made by hand",
          .columns = {{"workload", "search"},
                      {"peer", "peer"},
                      {"valid", "valid"},
                      {"ours_ms", "ms", 1},
                      {"peer_ms", "peer ms", 1},
                      {"ratio", "times as long"}},
          .rows = {},
          .notes = {}};
  if (!peers_are_there()) {
    t.notes.push_back("not run: gringo and clasp are not installed (packages gringo and clasp of Debian)");
    return {t};
  }
  for (const auto& r : peers_rows) {
    const auto n = chosen.scale == scale::quick ? r.quick_size : r.size;
    const auto ours =
        of_subject(r.subject, r.ours == peers_keys::open_of_n ? subjects::arguments{n, n} : subjects::arguments{n});
    const auto expected = ask_peers(r.encoding, n);
    if (const auto found = ask_us(ours, r.ours); found != expected)
      throw disagreement(fmt::format("{}: {} found, {} answers of {}", ours.name, found, expected, r.encoding));
    if (chosen.compare_only) continue;
    const contender peer{"peer", [&] {
                           const double before = seconds_of_children();
                           ask_peers(r.encoding, n);
                           return seconds_of_children() - before;
                         }};
    const auto seconds = fastest(ours.name, {timed("predicate", [&] { ask_us(ours, r.ours); }), peer}, chosen);
    t.rows.push_back({ours.name, r.encoding == as_clauses ? "clasp, clauses" : "gringo, clasp", expected,
                      seconds[0] * 1e3, seconds[1] * 1e3, seconds[0] / seconds[1]});
  }
  return {t};
}

}  // namespace korat::bench
