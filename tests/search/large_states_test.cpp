// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Saved states of every size: frames from a few bytes to some thousand, few states and more than fit at first. The
// predicate keeps a pattern in its frame and looks, after every read, whether all of it is still there.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>

#include "korat/korat.hpp"
#include "sanitized.hpp"

namespace korat_test::large_states_test {
namespace {

struct node {
  korat::field<node*> next;
};
struct list {
  korat::field<node*> head;
};

/// What the last `steps` steps left behind; its place in memory is part of the pattern.
template <std::size_t Size>
class pattern {
 public:
  void write(unsigned steps) noexcept {
    steps_ = steps;
    for (std::size_t i = 0; i < Size; ++i) bytes_[i] = expected(i);
  }
  bool intact() const noexcept {
    for (std::size_t i = 0; i < Size; ++i)
      if (bytes_[i] != expected(i)) return false;
    return true;
  }

 private:
  unsigned char expected(std::size_t i) const noexcept {
    return static_cast<unsigned char>(reinterpret_cast<std::uintptr_t>(this) / 8 + 7 * i + 31 * steps_);
  }
  unsigned steps_ = 0;
  std::array<volatile unsigned char, Size> bytes_;
};

bool damaged = false;

/// A list that ends, with at least `least` nodes.
template <std::size_t Size>
bool ends(const list& l, unsigned least) {
  pattern<Size> mine;
  korat::set<const node*> visited;
  unsigned steps = 0;
  mine.write(steps);
  const node* n = l.head;
  while (n != nullptr) {
    if (!mine.intact()) damaged = true;
    if (!visited.insert(n).second) return false;
    mine.write(++steps);
    n = n->next;
  }
  if (!mine.intact()) damaged = true;
  return steps >= least;
}

template <std::size_t Size>
korat::statistics search(std::int64_t nodes, unsigned least, korat::search_options options) {
  korat::finitization<list> bounds;
  const auto any = bounds.objects<node>(nodes);
  bounds.set<&list::head>(any).set<&node::next>(any);
  korat::search<list> lists(
      bounds, [least](const list& l) { return ends<Size>(l, least); }, std::move(options));
  while (lists.next_valid()) {
  }
  return lists.statistics();
}

template <std::size_t Size>
void expect_all_lists(std::int64_t nodes, korat::search_options options) {
  const auto counts = search<Size>(nodes, 2, std::move(options));
  const auto n = static_cast<std::uint64_t>(nodes);
  EXPECT_EQ(counts.valid, n - 1) << Size;
  // The head is null or a node; then, behind k nodes, null, one of them, or another.
  EXPECT_EQ(counts.explored, 1 + n * (n + 3) / 2) << Size;
  EXPECT_FALSE(std::exchange(damaged, false)) << Size;
}

template <std::size_t... Sizes>
void expect_at_sizes(std::index_sequence<Sizes...>, korat::search_options options) {
  (expect_all_lists<Sizes * 24 + 1>(12, options), ...);
}

TEST(LargeStates, OfEverySizeAreRestored) { expect_at_sizes(std::make_index_sequence<48>(), {.self_checks = 0}); }

TEST(LargeStates, AreRestoredBackwardToo) {
  expect_at_sizes(std::make_index_sequence<12>(), {.direction = korat::direction::backward, .self_checks = 0});
}

TEST(LargeStates, MayBeThousands) {
  if (address_sanitized || thread_sanitized) GTEST_SKIP() << "without states this takes minutes";
  expect_all_lists<10>(2'000, {.self_checks = 3});
}

// Around the size at which images move to a mapping of their own.
TEST(LargeStates, FitIntoAnyMemory) {
  for (const std::size_t limit : {1u, 31u, 32u, 1'000u, 8'191u, 8'192u, 8'193u, 8'224u, 20'000u, 1'000'000u}) {
    expect_all_lists<100>(60, {.self_checks = 0, .memory_limit = limit});
    expect_all_lists<9'000>(12, {.self_checks = 0, .memory_limit = limit});
  }
}

}  // namespace
}  // namespace korat_test::large_states_test
