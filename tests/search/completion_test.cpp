// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Structures whose fields the predicate did not all read: found once each, in one order, whichever way they are
// visited, and as many as there are when every structure is tried and isomorphic ones are told by their canonical form.

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "korat/korat.hpp"

namespace korat_test::completion_test {
namespace {

struct part {
  korat::field<part*> first, second;
  korat::field<int> colour;
};
struct whole {
  korat::field<part*> a, b, c;
};

korat::finitization<whole> bounds(int parts) {
  korat::finitization<whole> all;
  const auto any = all.objects<part>(parts);
  all.set<&whole::a>(any).set<&whole::b>(any).set<&whole::c>(any);
  all.set<&part::first>(any).set<&part::second>(any).set<&part::colour>(korat::between(0, 1));
  return all;
}

// Each leaves something unread, and what it reads lies before, behind and beneath that.
using predicate = bool (*)(const whole&);
const predicate predicates[] = {
    [](const whole&) { return true; },
    [](const whole& w) { return w.c != nullptr; },
    [](const whole& w) { return w.c != nullptr && w.c->second != nullptr; },
    [](const whole& w) { return w.b == w.c; },
    [](const whole& w) { return w.c == nullptr || w.c->first == nullptr || w.c->first->colour == 1; },
    [](const whole& w) { return w.b != nullptr && w.b->second != w.b; },
};

/// Numbers the parts in the order in which they are met.
std::vector<int> canonical(const whole& w) {
  std::vector<int> shape;
  std::map<const part*, int> number{{nullptr, 0}};
  std::deque<const part*> met;
  const auto meet = [&](const part* p) {
    const auto [at, is_new] = number.emplace(p, static_cast<int>(number.size()));
    if (is_new) met.push_back(p);
    shape.push_back(at->second);
  };
  meet(w.a), meet(w.b), meet(w.c);
  for (; !met.empty(); met.pop_front()) {
    const part& p = *met.front();
    meet(p.first), meet(p.second), shape.push_back(p.colour);
  }
  return shape;
}

std::size_t all_there_are(int parts, predicate is_valid) {
  std::vector<part> objects(static_cast<std::size_t>(parts));
  whole w;
  std::vector<korat::field<part*>*> references{&w.a, &w.b, &w.c};
  for (auto& p : objects) references.insert(references.end(), {&p.first, &p.second});
  std::vector<std::size_t> value(references.size());
  std::set<std::vector<int>> shapes;
  for (;;) {
    for (unsigned colours = 0; colours < 1u << parts; ++colours) {
      for (std::size_t i = 0; i < objects.size(); ++i) objects[i].colour = static_cast<int>(colours >> i & 1);
      if (is_valid(w)) shapes.insert(canonical(w));
    }
    std::size_t i = 0;
    for (; i < value.size() && ++value[i] > objects.size(); ++i) *references[i] = nullptr, value[i] = 0;
    if (i == value.size()) return shapes.size();
    *references[i] = &objects[value[i] - 1];
  }
}

enum class visiting { solutions, candidates };

std::vector<korat::candidate_vector> solutions(int parts, predicate is_valid, const korat::search_options& options,
                                               visiting what) {
  korat::search<whole> search(bounds(parts), is_valid, options);
  std::vector<korat::candidate_vector> found;
  while (what == visiting::solutions ? search.next_valid() : search.next())
    if (search.valid()) found.push_back(search.vector());
  if (options.direction == korat::direction::backward) std::ranges::reverse(found);
  return found;
}

TEST(Completion, FindsEveryStructureOnceInOneOrder) {
  for (int parts = 0; parts <= 2; ++parts)
    for (const auto is_valid : predicates) {
      const auto expected = solutions(parts, is_valid, {}, visiting::solutions);
      EXPECT_EQ(expected.size(), all_there_are(parts, is_valid));
      EXPECT_EQ(std::set(expected.begin(), expected.end()).size(), expected.size());
      for (const auto engine : {korat::engine::reexecute, korat::engine::checkpoint, korat::engine::diagram})
        for (const auto direction : {korat::direction::forward, korat::direction::backward})
          for (const auto what : {visiting::solutions, visiting::candidates})
            EXPECT_EQ(solutions(parts, is_valid, {.engine = engine, .direction = direction}, what), expected);
    }
}

}  // namespace
}  // namespace korat_test::completion_test
