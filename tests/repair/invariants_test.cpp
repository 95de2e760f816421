// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The invariants and the predicates agree: on all candidates of small bounds, and on random changes of larger
// structures.

#include "invariants.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "faults/corrupt.hpp"
#include "image/live.hpp"
#include "korat/print.hpp"
#include "korat/repair.hpp"
#include "subjects/subject.hpp"
#include "tests/search/sanitized.hpp"

namespace korat_test::invariants_test {
namespace {

using korat::structure;
using korat::subjects::arguments;
using korat::subjects::subject;
using korat::test::violated;

/// What each member was seen to hold, so that a field that the predicate did not look at can get something that its
/// domain has: whatever it is, the predicate has answered already.
class seen_values {
 public:
  void add(const structure& s) {
    for (const auto& o : s.objects)
      for (const auto& f : o.fields)
        if (f.read) add(s, o, f);
  }
  structure filled(structure s, std::mt19937_64& random) const {
    for (auto& o : s.objects)
      for (auto& f : o.fields)
        if (!f.read) f.value = any(s, o, f, random);
    for (auto& o : s.objects) drop_partial_arrays(o);
    return s;
  }

 private:
  struct member {
    std::vector<korat::field_value> plain;  // null included
    std::vector<std::string> classes;       // of objects referred to
  };

  static std::string key(const structure::object& o, const structure::field& f) {
    return o.class_name + "." + f.name.substr(0, f.name.find('['));
  }
  void add(const structure& s, const structure::object& o, const structure::field& f) {
    auto& m = members_[key(o, f)];
    if (const auto* const id = std::get_if<korat::object_id>(&f.value))
      add(m.classes, s.objects[id->index].class_name);
    else
      add(m.plain, f.value);
  }
  template <class T>
  static void add(std::vector<T>& to, const T& value) {
    if (std::ranges::find(to, value) == to.end()) to.push_back(value);
  }

  korat::field_value any(const structure& s, const structure::object& o, const structure::field& f,
                         std::mt19937_64& random) const {
    const auto found = members_.find(key(o, f));
    if (found == members_.end()) return korat::null_reference{};
    std::vector<korat::field_value> values = found->second.plain;
    for (std::size_t i = 0; i < s.objects.size(); ++i)
      if (std::ranges::find(found->second.classes, s.objects[i].class_name) != found->second.classes.end())
        values.emplace_back(korat::object_id{i});
    return values.empty() ? korat::field_value(korat::null_reference{}) : values[random() % values.size()];
  }

  /// A length that was not read has no elements in a snapshot: it is 0.
  static void drop_partial_arrays(structure::object& o) {
    for (auto& f : o.fields)
      if (!f.read && f.name.ends_with(".length")) f.value = std::int64_t{0};
  }

  std::map<std::string, member> members_;
};

/// Counts of both answers, so that a test can tell that it has tested something.
struct answers {
  std::uint64_t valid = 0, invalid = 0;
};

/// `fillings`: in how many ways to fill what was not read.
void expect_agreement(const subject& s, const korat::basic_search& at, const seen_values& seen, std::uint64_t fillings,
                      std::mt19937_64& random, answers& count) {
  const auto snapshot = at.snapshot();
  ++(at.valid() ? count.valid : count.invalid);
  for (std::uint64_t i = 0; i < (at.valid() ? 1 : fillings); ++i) {
    const auto filled = seen.filled(snapshot, random);
    const auto why = violated(s.name, filled);
    ASSERT_EQ(why.empty(), at.valid()) << s.name << ": " << why << "\n" << to_text(snapshot) << to_text(filled);
  }
}

const std::map<std::string, std::vector<arguments>> small_bounds = {
    {"binary-tree", {{0}, {1}, {5}, {3, 0, 4}}},
    {"search-tree", {{0}, {1}, {4}, {3, 5}}},
    {"red-black-tree", {{0}, {1}, {2}, {2, 3}, {3}, {5}}},
    {"binomial-heap", {{0}, {1}, {2}, {3}, {5}}},
    {"fibonacci-heap", {{0}, {1}, {2}, {3}, {4}}},
    {"disj-set", {{1}, {2}, {3}, {4}}},
    {"heap-array", {{0}, {1}, {4}, {5, 3, 2}}},
    {"singly-linked-list", {{0}, {1}, {5}}},
    {"doubly-linked-list", {{0}, {1}, {6}}},
    {"sorted-list", {{0, 0, 1, 0}, {0, 3, 4, 3}, {1, 2, 4, 4}}},
    {"dag", {{1}, {2}, {4}, {5}}},
    {"avl-tree", {{0}, {1}, {3, 3}, {4}, {5, 5}}},
    {"ternary-tree", {{0}, {1}, {4}}},
    {"linked-disj-set", {{0}, {1}, {2}, {4}}},
};

class Invariants : public ::testing::TestWithParam<std::string> {
 protected:
  const subject& subject_ = *korat::subjects::find(GetParam());
  std::mt19937_64 random_{17};
};

TEST_P(Invariants, AgreeWithThePredicateOnAllCandidates) {
  answers count;
  for (const auto& bounds : small_bounds.at(subject_.name)) {
    seen_values seen;
    const auto search = subject_.search(bounds, {});
    while (search->next()) seen.add(search->snapshot());
    const auto fillings =
        1 + korat_test::so_many(20'000U, 2'000U) / search->statistics().explored;  // small spaces are looked at closely
    search->to_start();
    while (search->next()) {
      expect_agreement(subject_, *search, seen, fillings, random_, count);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(count.valid, 3U);
  EXPECT_GT(count.invalid, 20U);
}

/// The canonical form of live objects, without their type.
struct typeless_search : korat::basic_search {
  using basic_search::basic_search;
  using basic_search::canonical_of;
};

/// A vector of a valid structure of so many objects. The nodes of a grown graph are listed in any order, but those of a
/// search in one.
korat::candidate_vector start(typeless_search& search, const std::string& name, const korat::subjects::grown& grown) {
  if (name != "dag") return search.canonical_of(grown.root);
  search.next_valid();
  return search.vector();
}

TEST_P(Invariants, AgreeWithThePredicateOnRandomChanges) {
  answers count;
  for (const std::int64_t size : {2, 3, 5, 8, 13, 21}) {
    if (subject_.name == "dag" && size > 5) continue;
    const auto grown = subject_.grow(size, random_);
    typeless_search search(subject_.describe(grown.arguments), {});
    const auto valid = start(search, subject_.name, grown);
    ASSERT_TRUE(search.seek(valid) && search.valid());
    seen_values seen;
    seen.add(search.snapshot());
    expect_agreement(subject_, search, seen, 1, random_, count);
    const std::vector<std::uint32_t> fields(search.accessed().begin(), search.accessed().end());
    for (int round = 0; round < 500 && !HasFatalFailure(); ++round) {
      auto changed = valid;
      for (auto changes = 1 + random_() % 3; changes > 0; --changes) {
        const auto field = fields[random_() % fields.size()];
        changed[field] = static_cast<std::uint32_t>(random_() % search.domain_size(field));
      }
      ASSERT_TRUE(search.seek(changed, korat::noncanonical::move));
      seen.add(search.snapshot());
      expect_agreement(subject_, search, seen, 1, random_, count);
    }
  }
  EXPECT_GT(count.invalid, 500U);
}

/// What the predicate says of data.
bool holds(const korat::description& what, const structure& s) {
  korat::basic_repair judge(what, s, {.max_executions = 1});
  return judge.run().outcome == korat::repair_outcome::fine;
}

TEST_P(Invariants, AgreeWithThePredicateOnFaults) {
  if (korat_test::address_sanitized && (subject_.name == "disj-set" || subject_.name == "dag"))
    GTEST_SKIP() << "its predicate follows null, and the sanitizers end the program";
  answers count;
  for (const std::int64_t size : {2, 3, 4, 5, 8, 13}) {
    const auto grown = subject_.grow(size, random_);
    const auto what = subject_.describe(grown.arguments);
    const auto intact = korat::detail::read_live(what, grown.root, grown.told_apart);
    ASSERT_TRUE(holds(what, intact));
    for (int round = 0; round < 100; ++round) {
      auto broken = intact;
      korat::faults::corrupt(broken, {.count = 1 + random_() % 2}, random_);
      const auto why = violated(subject_.name, broken);
      ++(why.empty() ? count.valid : count.invalid);
      ASSERT_EQ(why.empty(), holds(what, broken)) << subject_.name << ": " << why << "\n" << to_text(broken);
    }
  }
  EXPECT_GT(count.invalid, 100U);
}

std::vector<std::string> names_of_subjects() {
  std::vector<std::string> names;
  for (const auto& s : korat::subjects::all())
    if (s.grow) names.push_back(s.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(subjects, Invariants, ::testing::ValuesIn(names_of_subjects()), [](const auto& tested) {
  auto name = tested.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

// Whatever is broken, the answer is a word.
TEST(Invariant, StructuresWithoutSenseViolateThem) {
  for (const auto& s : korat::subjects::all()) {
    if (!s.grow) continue;
    EXPECT_NE(violated(s.name, {}), "") << s.name;
    EXPECT_NE(violated(s.name, {{{"root", "root", {}}}}), "") << s.name;
    structure confused{{{"root", "root", {}}}};
    for (const auto* name :
         {"root", "size", "header", "head", "nodes", "min_node", "left", "values.length", "records.length"})
      confused.objects[0].fields.push_back({name, korat::object_id{0}, true});
    EXPECT_NE(violated(s.name, confused), "") << s.name;
  }
}

}  // namespace
}  // namespace korat_test::invariants_test
