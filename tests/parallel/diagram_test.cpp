// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Solutions of a diagram are dealt out by their numbers: each thread gets as many, and all numbers are those of one
// thread.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>
#include <thread>

#include "korat/korat.hpp"
#include "parallel/team.hpp"
#include "subjects/subject.hpp"
#include "undo/has_context.h"

#if KORAT_HAS_CONTEXT  // else there are no diagrams

namespace korat_test::diagram_test {
namespace {

using korat::direction;
using korat::engine;
using korat::search_options;
using korat::subjects::arguments;
using namespace std::chrono_literals;

/// Marks and companions are fields of the structure that the predicate never reads.
struct node {
  korat::field<node*> left, right, companion;
  korat::field<int> mark;
};
struct marked_tree {
  korat::field<node*> root;
  bool rep_ok() const {
    const node* const first = root;
    if (first == nullptr) return true;
    korat::set<const node*> visited{first};
    korat::queue<const node*> open;
    for (open.push(first); !open.empty(); open.pop())
      for (const node* const child : {open.front()->left.get(), open.front()->right.get()}) {
        if (child == nullptr) continue;
        if (!visited.insert(child).second) return false;
        open.push(child);
      }
    return true;
  }
};

std::unique_ptr<korat::basic_search> marked_trees(std::int64_t size, bool companions, std::int64_t marks,
                                                  search_options options) {
  korat::finitization<marked_tree> bounds;
  const auto nodes = bounds.objects<node>(static_cast<std::uint32_t>(size));
  bounds.set<&marked_tree::root>(nodes).set<&node::left>(nodes).set<&node::right>(nodes).set<&node::mark>(
      korat::between(1, marks));
  if (companions) bounds.set<&node::companion>(nodes);
  return std::make_unique<korat::search<marked_tree>>(bounds, &marked_tree::rep_ok, std::move(options));
}

struct space {
  std::string subject;
  arguments bounds;
  std::unique_ptr<korat::basic_search> search(search_options options) const {
    if (subject == "marked") return marked_trees(bounds[0], bounds[1] != 0, bounds[2], std::move(options));
    return korat::subjects::find(subject)->search(bounds, std::move(options));
  }
};

/// Vectors as texts of their bytes, which are compared quickly in code that is not optimised, too.
using vectors = std::vector<std::string>;
std::string bytes_of(const korat::candidate_vector& v) {
  return {reinterpret_cast<const char*>(v.data()), v.size() * sizeof v[0]};
}

struct found {
  std::map<unsigned, vectors> by_thread;
  korat::team_report report;
  vectors all() const {
    vectors result;
    for (const auto& [thread, some] : by_thread) result.insert(result.end(), some.begin(), some.end());
    std::ranges::sort(result);
    return result;
  }
};

found found_by(unsigned threads, const space& s, search_options options,
               std::optional<korat::unfinished_search> go_on = {}, std::chrono::microseconds operation = 0us) {
  found result;
  std::mutex lock;
  options.engine = engine::diagram;
  options.threads = threads;
  korat::team_request request{[&s](search_options o) { return s.search(std::move(o)); }, options,
                              [&](korat::basic_search& at, unsigned thread) {
                                if (operation != 0us) std::this_thread::sleep_for(operation);
                                const std::lock_guard guard(lock);
                                result.by_thread[thread].push_back(bytes_of(at.vector()));
                                return true;
                              }};
  request.go_on = std::move(go_on);
  result.report = korat::detail::team(request, 0ns).search();
  return result;
}

std::pair<vectors, korat::statistics> by_one(const space& s, search_options options) {
  options.engine = engine::diagram;
  const auto search = s.search(options);
  vectors all;
  while (search->next_valid()) all.push_back(bytes_of(search->vector()));
  EXPECT_EQ(search->engine_used(), engine::diagram);
  std::ranges::sort(all);
  return {all, search->statistics()};
}

void expect_the_same(unsigned threads, const space& s, const search_options& options) {
  SCOPED_TRACE(s.subject + " by " + std::to_string(threads));
  const auto [all, counts] = by_one(s, options);
  const auto team = found_by(threads, s, options);
  const auto by_team = team.all();
  EXPECT_TRUE(by_team == all) << by_team.size() << " instead of " << all.size();
  EXPECT_EQ(team.report.engine_used, engine::diagram);
  EXPECT_EQ(team.report.threads, threads);
  EXPECT_EQ(team.report.counts.valid, counts.valid);
  EXPECT_EQ(team.report.counts.explored, counts.explored);
  EXPECT_EQ(team.report.counts.field_initializations, counts.field_initializations);
  EXPECT_EQ(team.report.counts.executions, counts.executions);
  EXPECT_EQ(team.report.coverage.covered, team.report.coverage.space);
  ASSERT_TRUE(team.report.diagram.has_value());
  EXPECT_TRUE(team.report.diagram->complete);
}

TEST(DiagramOfATeam, HasTheNumbersOfOneThread) {
  for (const auto way : {direction::forward, direction::backward})
    for (const unsigned threads : {2u, 3u, 7u}) {
      expect_the_same(threads, {"binary-tree", {9}}, {.direction = way});
      expect_the_same(threads, {"singly-linked-list", {8}}, {.direction = way});
    }
  expect_the_same(3, {"marked", {3, 1, 3}}, {});
  expect_the_same(3, {"marked", {8, 0, 2}}, {.direction = direction::backward});
}

/// What came before the diagram was complete, by the first thread alone, was not dealt out.
TEST(DiagramOfATeam, IsDealtOutEvenly) {
  constexpr unsigned threads = 5;
  const auto team = found_by(threads, {"binary-tree", {10}}, {.poll_every = 1}, {}, 50us);
  ASSERT_EQ(team.by_thread.size(), threads);
  std::vector<std::size_t> others;
  for (const auto& [thread, some] : team.by_thread)
    if (thread != 0) others.push_back(some.size());
  const auto [fewest, most] = std::ranges::minmax(others);
  EXPECT_LE(most, 2 * fewest)
      << "threads that had none left took half of what another one had";  // a busy machine lets some wait
  EXPECT_GE(team.report.parts_given, threads - 1);
}

TEST(DiagramOfATeam, KeepsLimitsToTheUnit) {
  for (const std::uint64_t limit : {1u, 1'000u, 9'000u, 16'795u}) {
    const auto team = found_by(3, {"binary-tree", {10}}, {.max_valid = limit});
    EXPECT_EQ(team.report.counts.valid, limit);
    EXPECT_EQ(team.all().size(), limit);
    EXPECT_EQ(team.report.outcome, korat::outcome::max_valid);
  }
}

/// What is left is told by candidates, and searched without a diagram.
TEST(DiagramOfATeam, LeavesWhatItHasNotListed) {
  for (const auto way : {direction::forward, direction::backward})
    for (const space& s : {space{"binary-tree", {9}}, space{"marked", {3, 1, 3}}})
      for (const std::uint64_t limit : {1'000u, 3'000u}) {
        if (way == direction::backward && s.subject == "marked") continue;  // complete too late
        SCOPED_TRACE(s.subject + " " + std::to_string(limit));
        const auto [all, counts] = by_one(s, {.direction = way});
        const auto begun = found_by(3, s, {.direction = way, .max_valid = limit});
        const auto rest =
            found_by(3, s, {.direction = way},
                     korat::unfinished_search{begun.report.left, begun.report.counts, begun.report.tallies});
        auto both = begun.all();
        const auto more = rest.all();
        both.insert(both.end(), more.begin(), more.end());
        std::ranges::sort(both);
        EXPECT_TRUE(both == all) << both.size() << " instead of " << all.size();
        EXPECT_EQ(rest.report.counts.explored, counts.explored);
        EXPECT_EQ(rest.report.counts.field_initializations, counts.field_initializations);
        EXPECT_EQ(rest.report.coverage.covered, rest.report.coverage.space);
      }
}

TEST(DiagramOfATeam, IsPutInOrder) {
  const space s{"binary-tree", {10}};
  const auto text = [](const korat::basic_search& at) {
    std::string result;
    for (const auto value : at.vector()) result += std::to_string(value) + ",";
    return result;
  };
  std::vector<std::string> expected, put;
  const auto one = s.search({.engine = engine::diagram});
  while (one->next_valid()) expected.push_back(text(*one));
  korat::team_request request{[&s](search_options o) { return s.search(std::move(o)); },
                              {.engine = engine::diagram, .threads = 4},
                              [](korat::basic_search&, unsigned) { return true; }};
  request.ordered = {text, [&](const std::string& next) { put.push_back(next); }};
  korat::detail::team(request, 0ns).search();
  EXPECT_EQ(put, expected);
}

/// The diagram is not complete in time, or never: candidates are searched.
TEST(DiagramOfATeam, DoesWithoutOne) {
  const space s{"fibonacci-heap", {4}};
  const auto team = found_by(3, s, {});
  const auto one = s.search({});
  while (one->next_valid()) {
  }
  EXPECT_EQ(team.report.counts.valid, one->statistics().valid);
  EXPECT_EQ(team.report.counts.explored, one->statistics().explored);
}

TEST(DiagramOfATeam, SaysWhyCheckpointsSearch) {
  const space s{"binary-tree", {6}};
  const korat::search_options options{.engine = korat::engine::diagram, .threads = 2, .max_explored = 100};
  const auto make = [&](search_options each) { return s.search(std::move(each)); };
  const auto stopped = korat::search_in_parallel({make, options, [](korat::basic_search&, unsigned) { return true; }});
  EXPECT_EQ(stopped.engine_used, korat::engine::checkpoint);
  EXPECT_NE(stopped.engine_note.value_or("").find("candidates are limited"), std::string::npos)
      << stopped.engine_note.value_or("");
}

}  // namespace

}  // namespace korat_test::diagram_test

#endif
