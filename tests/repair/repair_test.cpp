// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Repair of the user's own objects: all or nothing, whatever the predicate does on broken data.

#include "korat/repair.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

#include "korat/error.hpp"
#include "korat/korat.hpp"
#include "tests/search/sanitized.hpp"

namespace korat_test::repair_test {
namespace {

using korat::field;
using korat::repair;
using korat::repair_options;
using korat::repair_outcome;

struct node {
  field<node*> next = nullptr;
  field<int> value = 0;
  int untouched = 42;  // no member of the finitization
};

/// A list that ends in null; its values are at least 10.
struct list {
  field<node*> first = nullptr;
  field<int> size = 0;

  bool rep_ok() const {
    korat::set<const node*> visited;
    for (const node* n = first; n; n = n->next) {
      if (!visited.insert(n).second) return false;
      if (n->value < 10) return false;
    }
    return static_cast<int>(visited.size()) == size;
  }
  /// The same, without a thought for broken lists.
  bool counts() const {
    int n = 0;
    for (const node* at = first; at; at = at->next) ++n;
    return n == size;
  }
  bool counts_or_throws() const {
    if (size < 0) throw std::runtime_error("a negative size");
    return counts();
  }
  /// A ring, of at least one node. Follows null.
  KORAT_TEST_WRONG bool is_ring() const {
    const node* at = first;
    for (int i = 0; i < size; ++i) at = at->next;
    return size > 0 && at == first;
  }
};

korat::finitization<list> bounds(std::int64_t n = 8) {
  korat::finitization<list> space("list");
  const auto nodes = space.objects<node>(n);
  space.set<&list::first>(nodes).set<&list::size>(korat::between(0, 8));
  space.set<&node::next>(nodes).set<&node::value>(korat::between(0, 100));
  return space;
}

class Repair : public ::testing::Test {
 protected:
  /// A list of `length` of the nodes, with the values 10, 11, ...
  void link(std::size_t length) {
    for (std::size_t i = 0; i < length; ++i) {
      nodes_[i].value = 10 + static_cast<int>(i);
      nodes_[i].next = i + 1 < length ? &nodes_[i + 1] : nullptr;
    }
    list_.first = length > 0 ? &nodes_[0] : nullptr;
    list_.size = static_cast<int>(length);
  }
  /// Everything that could have been written to.
  std::string bytes() const {
    std::string all(sizeof nodes_ + sizeof list_, '\0');
    std::memcpy(all.data(), static_cast<const void*>(&nodes_), sizeof nodes_);
    std::memcpy(all.data() + sizeof nodes_, static_cast<const void*>(&list_), sizeof list_);
    return all;
  }

  std::array<node, 8> nodes_;
  list list_;
};

TEST_F(Repair, LeavesAloneWhatIsFine) {
  link(5);
  const auto before = bytes();
  const auto result = repair(list_, bounds(), &list::rep_ok);
  EXPECT_EQ(result.outcome, repair_outcome::fine);
  EXPECT_TRUE(result.ok());
  EXPECT_TRUE(result.changes.empty() && result.lost.empty() && result.added.empty() && !result.why);
  EXPECT_EQ(result.executions, 1u);
  EXPECT_EQ(bytes(), before);
}

TEST_F(Repair, TellsWhatItChanged) {
  link(5);
  list_.size = 3;
  const auto result = repair(list_, bounds(), &list::rep_ok);
  ASSERT_EQ(result.outcome, repair_outcome::repaired);
  EXPECT_EQ(result.changes,
            (std::vector<korat::changed_field>{{"list", "size", std::int64_t{3}, std::int64_t{5}, "list"}}));
  EXPECT_EQ(list_.size, 5);
  EXPECT_GT(result.executions, 1u);
}

TEST_F(Repair, OfAPredicateThatThrows) {
  link(4);
  list_.size = -5;
  ASSERT_EQ(repair(list_, bounds(), &list::counts_or_throws).outcome, repair_outcome::repaired);
  EXPECT_TRUE(list_.counts());
}

TEST_F(Repair, OfAPredicateThatLoops) {
  if (korat_test::thread_sanitized) GTEST_SKIP();
  link(2);
  nodes_[1].next = &nodes_[0];
  ASSERT_EQ(repair(list_, bounds(), &list::counts).outcome, repair_outcome::repaired);
  EXPECT_TRUE(list_.counts());
  EXPECT_EQ(nodes_[1].next, nullptr);
}

TEST_F(Repair, OfAPointerToNoObject) {
  link(4);
  nodes_[3].next = reinterpret_cast<node*>(std::uintptr_t{0x1000});
  const auto result = repair(list_, bounds(), &list::rep_ok);
  ASSERT_EQ(result.outcome, repair_outcome::repaired);
  EXPECT_EQ(nodes_[3].next, nullptr);
  ASSERT_EQ(result.changes.size(), 1U);
  EXPECT_EQ(result.changes[0].before, korat::field_value(korat::wild_pointer));
}

TEST_F(Repair, OfAPredicateThatCrashes) {
#ifdef KORAT_TEST_UBSAN
  GTEST_SKIP() << "field<T> is called through a null pointer, which the sanitizer ends the program for";
#endif
  link(4);
  ASSERT_EQ(repair(list_, bounds(), &list::is_ring).outcome, repair_outcome::repaired);
  EXPECT_TRUE(list_.is_ring());
}

TEST_F(Repair, WithoutSuccessChangesNothing) {
  link(6);
  list_.size = -1;
  nodes_[4].next = &nodes_[2];
  const auto before = bytes();
  const auto never = [](const list& l) {
    korat::set<const node*> visited;
    for (const node* n = l.first; n && visited.insert(n).second; n = n->next) {
    }
    return l.size == 1 && l.size == 2;
  };
  const auto result = repair(list_, bounds(), never, {.max_executions = 2'000});
  EXPECT_EQ(result.outcome, repair_outcome::not_repaired);
  EXPECT_FALSE(result.ok());
  EXPECT_TRUE(result.changes.empty());
  EXPECT_TRUE(result.why);
  EXPECT_EQ(bytes(), before);
}

TEST_F(Repair, EndsWithItsBudget) {
  link(6);
  list_.size = 1;
  nodes_[4].next = &nodes_[2];
  const auto before = bytes();
  const auto result = repair(list_, bounds(), &list::rep_ok, {.max_executions = 1});
  EXPECT_EQ(result.outcome, repair_outcome::not_repaired);
  EXPECT_NE(result.why.value().find("1 execution"), std::string::npos) << result.why.value_or("");
  EXPECT_EQ(bytes(), before);
}

TEST_F(Repair, RefusesAPredicateThatWrites) {
  link(3);
  list_.size = 1;
  const auto before = bytes();
  const auto writes = [](const list& l) {
    if (l.rep_ok()) return true;
    const_cast<list&>(l).size = 3;
    return false;
  };
  EXPECT_THROW(repair(list_, bounds(), writes), korat::predicate_error);
  EXPECT_EQ(bytes(), before);
}

TEST_F(Repair, KeepsTheMembersNamed) {
  link(5);
  list_.size = 3;
  ASSERT_EQ(repair(list_, bounds(), &list::rep_ok, {.keep = {"size"}, .max_lost = 2}).outcome,
            repair_outcome::repaired);
  EXPECT_EQ(list_.size, 3);
  EXPECT_TRUE(list_.rep_ok());

  link(5);
  list_.size = 3;
  const auto before = bytes();
  const repair_options nothing_left{.max_executions = 10'000, .keep = {"list::size", "next", "list::first"}};
  EXPECT_EQ(repair(list_, bounds(), &list::rep_ok, nothing_left).outcome, repair_outcome::not_repaired);
  EXPECT_EQ(bytes(), before);
}

TEST_F(Repair, TakesValuesFromTheRangeGiven) {
  link(3);
  nodes_[1].value = -7;
  const repair_options possible{.ranges = {{"node::value", 10, 15}}};
  ASSERT_EQ(repair(list_, bounds(), &list::rep_ok, possible).outcome, repair_outcome::repaired);
  EXPECT_GE(nodes_[1].value, 10);
  EXPECT_LE(nodes_[1].value, 15);

  nodes_[1].value = -7;
  const repair_options impossible{.max_executions = 5'000, .ranges = {{"value", 0, 9}}, .keep = {"size"}};
  EXPECT_EQ(repair(list_, bounds(), &list::rep_ok, impossible).outcome, repair_outcome::not_repaired);
  EXPECT_EQ(nodes_[1].value, -7);
}

TEST_F(Repair, TakesTheNearestValue) {
  link(3);
  nodes_[1].value = -7;
  ASSERT_EQ(repair(list_, bounds(), &list::rep_ok).outcome, repair_outcome::repaired);
  EXPECT_EQ(nodes_[1].value, 10);
}

TEST_F(Repair, RefusesOptionsThatMeanNothing) {
  link(3);
  list_.size = 1;
  EXPECT_THROW(repair(list_, bounds(), &list::rep_ok, {.keep = {"sise"}}), korat::repair_option_error);
  EXPECT_THROW(repair(list_, bounds(), &list::rep_ok, {.ranges = {{"value", 3, 2}}}), korat::repair_option_error);
  EXPECT_THROW(repair(list_, bounds(), &list::rep_ok, {.objects = {korat::live_object(nodes_)}}),
               korat::finitization_error);
  EXPECT_EQ(list_.size, 1);
}

TEST_F(Repair, FindsObjectsThatTheRootLost) {
  link(6);
  nodes_[2].next = nullptr;
  repair_options options{.keep = {"size"}};
  for (std::size_t i = 0; i < 6; ++i) options.with_object(nodes_[i]);
  const auto result = repair(list_, bounds(), &list::rep_ok, options);
  ASSERT_EQ(result.outcome, repair_outcome::repaired) << result.why.value_or("");
  EXPECT_EQ(list_.size, 6);
  EXPECT_TRUE(list_.rep_ok());
  EXPECT_EQ(result.added.size(), 3u);
  EXPECT_TRUE(result.fresh.empty());
}

TEST_F(Repair, MakesObjectsByTheFactoryOnly) {
  link(0);
  const auto has_one = [](const list& l) {
    const node* const first = l.first;
    return first && !first->next && l.size == 1;
  };
  list_.size = 1;
  EXPECT_EQ(repair(list_, bounds(), has_one, {.max_executions = 5'000}).outcome, repair_outcome::not_repaired);
  EXPECT_EQ(list_.first, nullptr);

  std::size_t made = 0;
  repair_options with_factory;
  with_factory.with_factory<node>([&] { return &nodes_[made++]; });
  const auto result = repair(list_, bounds(), has_one, with_factory);
  ASSERT_EQ(result.outcome, repair_outcome::repaired) << result.why.value_or("");
  EXPECT_EQ(made, 1u);
  EXPECT_EQ(result.fresh.size(), 1u);
  EXPECT_EQ(result.added, result.fresh);
  EXPECT_EQ(list_.first, &nodes_[0]);
  EXPECT_TRUE(has_one(list_));
}

TEST_F(Repair, IsUndoneByAFactoryThatThrows) {
  link(0);
  list_.size = 7;
  const auto before = bytes();
  repair_options options;
  options.with_factory<node>([]() -> node* { throw std::bad_alloc(); });
  const auto has_one = [](const list& l) { return l.first && l.size == 1; };
  EXPECT_THROW(repair(list_, bounds(), has_one, options), std::bad_alloc);
  EXPECT_EQ(bytes(), before);
}

/// Memory that can be made read-only.
class pages {
 public:
  explicit pages(std::size_t count)
      : size_(count * static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
        memory_(mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  ~pages() { munmap(memory_, size_); }
  pages(const pages&) = delete;
  pages& operator=(const pages&) = delete;
  template <class T>
  T* at(std::size_t page) {
    return new (static_cast<char*>(memory_) + page * static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) T;
  }
  static void protect(void* page) { mprotect(page, 1, PROT_READ); }

 private:
  std::size_t size_;
  void* memory_;
};

TEST(RepairWrites, OnlyWhatChanges) {
  pages memory(4);
  auto* const l = memory.at<list>(0);
  node* n[] = {memory.at<node>(1), memory.at<node>(2), memory.at<node>(3)};
  l->first = n[0];
  l->size = 3;
  for (int i = 0; i < 3; ++i) n[i]->value = 10;
  n[0]->next = n[1];
  n[1]->next = n[2];
  n[2]->next = n[0];
  for (void* const page : {static_cast<void*>(l), static_cast<void*>(n[0]), static_cast<void*>(n[1])})
    pages::protect(page);
  ASSERT_EQ(repair(*l, bounds(), &list::rep_ok).outcome, repair_outcome::repaired);
  EXPECT_EQ(n[2]->next, nullptr);
  EXPECT_EQ(n[2]->untouched, 42);
}

struct named_node {
  field<named_node*> next = nullptr;
  std::string name = "as long as a string that has memory of its own";
};
struct named_list {
  field<named_node*> first = nullptr;
  std::string name = "another string that is too long to be kept in place";

  bool rep_ok() const {
    korat::set<const named_node*> visited;
    for (const named_node* n = first; n; n = n->next)
      if (!visited.insert(n).second) return false;
    return visited.size() == 4;
  }
};

TEST(RepairObjects, ThatOwnMemoryKeepIt) {
  std::array<named_node, 4> nodes;
  named_list list;
  for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i].name += std::to_string(i);
  list.first = &nodes[0];
  for (std::size_t i = 1; i < nodes.size(); ++i) nodes[i - 1].next = &nodes[i];
  nodes[3].next = &nodes[1];
  korat::finitization<named_list> bounds;
  const auto any = bounds.objects<named_node>(4);
  bounds.set<&named_list::first>(any).set<&named_node::next>(any);
  ASSERT_EQ(repair(list, bounds, &named_list::rep_ok).outcome, repair_outcome::repaired);
  EXPECT_EQ(nodes[3].next, nullptr);
  EXPECT_EQ(nodes[3].name, "as long as a string that has memory of its own3");
}

struct link {
  field<link*> next;
  virtual ~link() = default;
};
struct wide_link : link {
  field<int> number = 0, again = 0, once_more = 0;
};
struct train {
  field<link*> first;
  field<int> size = 0;

  bool rep_ok() const {
    korat::set<const link*> met;
    for (const link* l = first; l; l = l->next)
      if (!met.insert(l).second) return false;
    return static_cast<int>(met.size()) == size;
  }
};

/// What is true of the objects of one class is not asked of those of another, which have fewer fields.
TEST(RepairReferences, ToObjectsOfSeveralClassesAreRepaired) {
  constexpr std::size_t pairs = 20;
  std::array<wide_link, pairs> wide;
  std::array<link, pairs> narrow;
  train t;
  t.first = &wide[0];
  t.size = static_cast<int>(2 * pairs);
  for (std::size_t i = 0; i < pairs; ++i) {
    wide[i].number = wide[i].again = static_cast<int>(i);
    wide[i].next = &narrow[i];
    narrow[i].next = i + 1 < pairs ? &wide[i + 1] : nullptr;
  }
  korat::finitization<train> space;
  const auto wides = space.objects<wide_link>(1);
  const auto narrows = space.objects<link>(1);
  space.set<&train::first>(any_of(wides, narrows)).set<&train::size>(korat::between(0, 100));
  space.set<&link::next>(any_of(wides, narrows));
  space.set<&wide_link::number>(korat::between(0, 100)).set<&wide_link::again>(korat::between(0, 100));
  ASSERT_TRUE(t.rep_ok());
  narrow[pairs / 2].next = &wide[3];
  repair_options options;
  for (auto& w : wide) options.with_object(w);
  for (auto& n : narrow) options.with_object(n);
  const auto result = repair(t, space, &train::rep_ok, options);
  ASSERT_EQ(result.outcome, repair_outcome::repaired) << result.why.value_or("");
  EXPECT_TRUE(t.rep_ok());
}

}  // namespace
}  // namespace korat_test::repair_test
