// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// field<T> where it may be a symbol. The engine is played here: objects in mapped memory of the region with their
// shadow, and a korat_first_read of our own. Hence a program of its own.

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <vector>

#include "concolic_run.hpp"
#include "korat/symbolic.hpp"

namespace korat_test::field_test {
namespace {

using namespace korat_test;

enum class color : unsigned char { red, black };

struct node {
  korat::field<int> key;
  korat::field<int> other;
  korat::field<unsigned char> small;
  korat::field<bool> flag;
  korat::field<color> hue;
};

std::vector<const void*> first_reads;
std::map<const void*, int> plain_values;  // what an int that is chosen, not left open, gets

std::size_t bytes_of(number_type t) { return std::max<std::size_t>(1, t.bits / 8u); }

/// Two pages of objects and the shadow of each byte of the first.
class slice_of_ours {
 public:
  slice_of_ours() { map(memory()), map(shadow()); }
  ~slice_of_ours() { munmap(memory(), size), munmap(shadow(), size); }
  static std::byte* memory() { return reinterpret_cast<std::byte*>(region_begin + slice_size * 20); }

 private:
  static constexpr std::size_t page = 4096, size = 2 * page;
  /// The page in which the shadow begins.
  static void* shadow() {
    const auto begin = reinterpret_cast<std::uintptr_t>(shadow_of(memory()));
    return reinterpret_cast<void*>(begin / page * page);
  }
  static void map(void* at) {
    ASSERT_EQ(mmap(at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0), at);
  }
};

class field_run : public concolic_run {
 public:
  using concolic_run::concolic_run;
  std::uint32_t term_of(const void* address) override { return at.at(address); }
  std::uint64_t fix_at(const void* address) override {
    const auto bits = fix(term_of(address));
    std::memcpy(const_cast<void*>(address), &bits, bytes_of(path.terms()[term_of(address)].type));
    return bits;
  }
  std::map<const void*, term_id> at;
};

class SymbolicField : public testing::Test {
 protected:
  SymbolicField() : n(*new (slice_of_ours::memory()) node) {
    first_reads.clear();
    plain_values.clear();
  }
  static void shade(const auto& field, unsigned char with) { std::memset(shadow_of(&field), with, sizeof field); }

  slice_of_ours memory;
  node& n;
};

TEST_F(SymbolicField, IsChosenAsEverInAnOrdinarySearch) {
  shade(n.key, 1);
  plain_values[&n.key] = 5;
  EXPECT_TRUE(n.key == 5 && n.key < 6 && n.key > n.other);
  EXPECT_EQ(first_reads, (std::vector<const void*>{&n.key}));
}

TEST_F(SymbolicField, MayBeChosenWhereItMightHaveBeenLeftOpen) {
  shade(n.key, symbol_shadow);
  plain_values[&n.key] = 5;
  EXPECT_TRUE(n.key == 5);
  EXPECT_EQ(korat::symbolic(n.key).term(), 0u);
  EXPECT_EQ(first_reads.size(), 1u);
}

TEST_F(SymbolicField, IsReadFromLeftToRight) {
  shade(n.key, 1);
  shade(n.other, 1);
  plain_values[&n.key] = 1;
  plain_values[&n.other] = 2;
  EXPECT_TRUE(n.other > n.key);
  EXPECT_EQ(first_reads, (std::vector<const void*>{&n.other, &n.key}));
}

/// All paths of a function of the node with these fields open; counts the results.
std::map<int, int> paths(const std::function<int(const node&)>& f, node& n,
                         std::vector<std::pair<const void*, open_number>> open) {
  std::vector<open_number> numbers;
  for (const auto& o : open) numbers.push_back(o.second);
  field_run run(numbers, nullptr);
  std::map<int, int> results;
  for (std::size_t i = 0; i < open.size(); ++i) run.at[open[i].first] = run.terms[i];
  run.for_each_path(
      [&] {
        for (const auto& o : open) std::memset(shadow_of(o.first), symbol_shadow, bytes_of(o.second.type));
        return f(n);
      },
      [&](int result) {
        EXPECT_EQ(run.path.feasible(), answer::yes);
        ++results[result];
      });
  for (const auto& o : open) std::memset(shadow_of(o.first), 0, bytes_of(o.second.type));
  return results;
}

const open_number any_int{{32, true}, -1000, 1000, 0};

TEST_F(SymbolicField, ComparedWithANumberTakesBothWays) {
  const auto found =
      paths([](const node& x) { return x.key < 3   ? (x.key == 7 ? 9 : 1)
                                       : 5 < x.key ? 2
                                                   : 3; }, n, {{&n.key, any_int}});
  EXPECT_EQ(found, (std::map<int, int>{{1, 1}, {2, 1}, {3, 1}}));
}

TEST_F(SymbolicField, ComparedWithAnotherTakesBothWays) {
  const auto f = [](const node& x) { return x.key < x.other ? 1 : x.other == x.key ? 2 : 3; };
  EXPECT_EQ(paths(f, n, {{&n.key, any_int}, {&n.other, any_int}}), (std::map<int, int>{{1, 1}, {2, 1}, {3, 1}}));
  n.other = 1000;
  EXPECT_EQ(paths(f, n, {{&n.key, any_int}}), (std::map<int, int>{{1, 1}, {2, 1}}));
}

TEST_F(SymbolicField, IsPromoted) {
  const auto f = [](const node& x) { return x.small < 300 ? (x.small >= 0u ? 1 : 2) : 3; };
  EXPECT_EQ(paths(f, n, {{&n.small, {{8, false}, 0, 255, 0}}}), (std::map<int, int>{{1, 1}}));
}

TEST_F(SymbolicField, ComputesAsAValue) {
  const auto f = [](const node& x) {
    return korat::symbolic(x.key) + 1 < x.other ? 1 : korat::value(x.key) > 999 ? 2 : 3;
  };
  EXPECT_EQ(paths(f, n, {{&n.key, any_int}, {&n.other, any_int}}), (std::map<int, int>{{1, 1}, {2, 1}, {3, 1}}));
}

TEST_F(SymbolicField, ReadPlainlyTakesEachValue) {
  const auto f = [](const node& x) -> int { return x.key; };
  EXPECT_EQ(paths(f, n, {{&n.key, {{32, true}, 4, 6, 5}}}), (std::map<int, int>{{4, 1}, {5, 1}, {6, 1}}));
  const auto test = [](const node& x) { return x.flag ? 1 : !x.key ? 2 : 3; };
  EXPECT_EQ(paths(test, n, {{&n.flag, {{1, false}, 0, 1, 0}}, {&n.key, any_int}}),
            (std::map<int, int>{{1, 1}, {2, 1}, {3, 1}}));
}

TEST_F(SymbolicField, OfAnEnumIsCompared) {
  const auto f = [](const node& x) { return x.hue == color::red ? 1 : x.hue != color::black ? 2 : 3; };
  EXPECT_EQ(paths(f, n, {{&n.hue, {{8, false}, 0, 1, 0}}}), (std::map<int, int>{{1, 1}, {3, 1}}));
}

}  // namespace

namespace korat::detail {

extern "C" void korat_first_read(const void* address) noexcept {
  first_reads.push_back(address);
  const auto chosen = plain_values.find(address);
  if (chosen == plain_values.end()) return;  // left open
  std::memcpy(const_cast<void*>(address), &chosen->second, sizeof(int));
  std::memset(shadow_of(address), 0, sizeof(int));
}
extern "C" void korat_write(const void*) noexcept {}

}  // namespace korat::detail

}  // namespace korat_test::field_test
