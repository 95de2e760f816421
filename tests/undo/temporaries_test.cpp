// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "korat/undo/deque.hpp"
#include "korat/undo/queue.hpp"
#include "korat/undo/temporaries.hpp"
#include "korat/undo/vector.hpp"

namespace korat_test::temporaries_test {
namespace {

using korat::detail::temporaries;
using korat::detail::temporaries_scope;

TEST(Temporaries, AllocateAlignedBlocksThatDoNotOverlap) {
  temporaries t(1 << 20);
  auto* const a = static_cast<std::byte*>(t.allocate(1));
  auto* const b = static_cast<std::byte*>(t.allocate(17));
  auto* const c = static_cast<std::byte*>(t.allocate(16));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a) % 16, 0u);
  EXPECT_GE(b - a, 1);
  EXPECT_GE(c - b, 17);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(c) % 16, 0u);
}

TEST(Temporaries, ThrowBadAllocAtTheLimitAndStayUsable) {
  temporaries t(1 << 16);
  const auto empty = t.position();
  EXPECT_THROW(t.allocate((1 << 16) + 1), std::bad_alloc);
  const auto fill = [&] {
    for (int i = 0; i < 1000; ++i) t.allocate(100);
  };
  EXPECT_THROW(fill(), std::bad_alloc);
  EXPECT_GE(t.peak(), 10'000u) << "some of it is for the trail, but not all";
  t.return_to(empty);
  EXPECT_NO_THROW(t.allocate(1));
}

TEST(Temporaries, UndoWritesInReverseOrder) {
  temporaries t(1 << 20);
  t.logging(true);
  std::uint64_t place = 1;
  const auto mark = t.position();
  for (const std::uint64_t value : {2u, 3u, 4u}) {
    t.log(&place, sizeof place);
    place = value;
  }
  t.return_to(mark);
  EXPECT_EQ(place, 1u);
  EXPECT_EQ(t.undone(), 3u);
}

TEST(Temporaries, ThrowBadAllocWhenTheTrailIsFullAndStillReturn) {
  temporaries t(1 << 16);
  t.logging(true);
  int place = 0;
  const auto mark = t.position();
  const auto fill = [&] {
    for (;; ++place) t.log(&place, sizeof place);
  };
  EXPECT_THROW(fill(), std::bad_alloc);
  EXPECT_GT(place, 100);
  t.return_to(mark);
  EXPECT_EQ(place, 0);
}

TEST(Temporaries, UndoOnlyTheBytesLogged) {
  temporaries t(1 << 20);
  t.logging(true);
  unsigned char bytes[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  const auto mark = t.position();
  t.log(bytes + 2, 3);
  for (auto& b : bytes) b = 9;
  t.return_to(mark);
  const unsigned char expected[8] = {9, 9, 2, 3, 4, 9, 9, 9};
  EXPECT_TRUE(std::equal(std::begin(bytes), std::end(bytes), std::begin(expected)));
}

TEST(Temporaries, LogNothingUnlessAsked) {
  temporaries t(1 << 20);
  int place = 1;
  const auto mark = t.position();
  t.log(&place, sizeof place);
  place = 2;
  t.return_to(mark);
  EXPECT_EQ(place, 2);
  EXPECT_EQ(t.undone(), 0u);
}

TEST(Temporaries, KnowTheirPeakAlsoAfterReturning) {
  temporaries t(1 << 20);
  EXPECT_EQ(t.peak(), 0u);
  t.allocate(100);
  const auto mark = t.position();
  t.allocate(1000);
  (void)t.position();  // a state was saved there
  t.return_to(mark);
  EXPECT_GE(t.peak(), 1100u);
  EXPECT_LT(t.peak(), 1200u);
}

alignas(std::max_align_t) std::byte same_place[512];  // addresses are part of the bytes compared

/// The bytes of a container and of its elements once it is tidied, when `fill` has filled it.
template <class Container, class Fill>
std::vector<std::byte> canonical_bytes(temporaries& t, Fill fill) {
  t.put_back(nullptr, 0);
  const temporaries_scope scope(t);
  static_assert(sizeof(Container) <= sizeof same_place);
  std::ranges::fill(same_place, std::byte{0});
  auto* const filled = ::new (same_place) Container;
  fill(*filled);
  t.tidy(std::begin(same_place), std::end(same_place));
  std::vector<std::byte> bytes(t.begin(), t.end());
  bytes.insert(bytes.end(), std::begin(same_place), std::end(same_place));
  std::destroy_at(filled);
  return bytes;
}

TEST(CanonicalMemory, TellsNothingOfWhatWasTakenOut) {
  temporaries t(1 << 20);
  t.canonical(true);
  using queue = korat::queue<int>;
  const auto put_in = canonical_bytes<queue>(t, [](queue& q) { q.push(7), q.push(8); });
  EXPECT_EQ(canonical_bytes<queue>(t, [](queue& q) { q.push(1), q.push(7), q.pop(), q.push(8); }), put_in);
  EXPECT_NE(canonical_bytes<queue>(t, [](queue& q) { q.push(8), q.push(7); }), put_in);
  using stack = korat::stack<int>;
  EXPECT_EQ(canonical_bytes<stack>(t, [](stack& s) { s.push(7), s.push(1), s.pop(); }),
            canonical_bytes<stack>(t, [](stack& s) { s.push(7); }));
  using deque = korat::deque<int>;
  const auto two = [](deque& d) { d.push_front(2), d.push_back(3); };
  EXPECT_EQ(canonical_bytes<deque>(
                t, [&](deque& d) { two(d), d.push_front(1), d.pop_front(), d.push_back(4), d.pop_back(); }),
            canonical_bytes<deque>(t, two));
  using vector = korat::vector<int>;
  EXPECT_EQ(canonical_bytes<vector>(
                t, [](vector& v) { v.push_back(1), v.clear(), v.push_back(7), v.resize(3), v.resize(1); }),
            canonical_bytes<vector>(t, [](vector& v) { v.push_back(7); }));
}

TEST(CanonicalMemory, FollowsElementsToTheirOwner) {
  temporaries t(1 << 20);
  t.canonical(true);
  const temporaries_scope scope(t);
  korat::vector<int> both[2];
  both[0] = {1, 2, 3};
  both[0].swap(both[1]);
  both[1].pop_back();
  const auto tidy = [&] {
    t.tidy(reinterpret_cast<std::byte*>(std::begin(both)), reinterpret_cast<std::byte*>(std::end(both)));
  };
  tidy();
  EXPECT_EQ(both[1], (korat::vector<int>{1, 2}));
  EXPECT_EQ(both[1].end()[0], 0) << "it was 3";
  both[0] = std::move(both[1]);
  both[0].pop_back();
  tidy();
  EXPECT_EQ(both[0].end()[0], 0) << "it was 2";
}

TEST(TemporariesScope, DecidesWhereNewContainersLive) {
  temporaries t(1 << 20);
  korat::vector<int> outside;
  {
    const temporaries_scope scope(t);
    korat::vector<int> inside;
    inside.push_back(1);
    const auto used = t.peak();
    EXPECT_GT(used, 0u);
    outside.push_back(1);  // settled when it was made
    EXPECT_EQ(t.peak(), used);
  }
  korat::vector<int> after;
  const auto used = t.peak();
  after.push_back(1);
  EXPECT_EQ(t.peak(), used);
}

TEST(TemporariesScope, Nests) {
  temporaries outer(1 << 20), inner(1 << 20);
  const temporaries_scope a(outer);
  {
    const temporaries_scope b(inner);
    EXPECT_EQ(korat::detail::current_temporaries(), &inner);
  }
  EXPECT_EQ(korat::detail::current_temporaries(), &outer);
}

}  // namespace
}  // namespace korat_test::temporaries_test
