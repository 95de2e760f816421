// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The predicate's heap by itself: what is released serves again, the same calls get the same addresses, and nothing
// beyond the limit is given.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <new>
#include <random>
#include <vector>

#include "undo/heap.hpp"

namespace korat_test::heap_test {
namespace {

using korat::detail::heap;

constexpr std::size_t usual = alignof(std::max_align_t);

TEST(Heap, BlocksOfEverySizeServeAgain) {
  heap h(std::size_t{1} << 20);
  void* const first = h.allocate(16, usual);  // so that it is never empty
  for (const std::size_t size : {std::size_t{1}, std::size_t{255}, std::size_t{256}, std::size_t{257},
                                 std::size_t{65'536}, std::size_t{300'001}}) {
    for (int i = 0; i < 1'000; ++i) {
      void* const block = h.allocate(size, usual);
      void* const behind = h.allocate(8, usual);  // it is not the last one
      std::memset(block, i, size);
      EXPECT_GE(heap::size_of(block), size);
      heap::release(block);
      heap::release(behind);
    }
  }
  EXPECT_LT(h.size(), std::size_t{1} << 20);
  heap::release(first);
  EXPECT_EQ(h.size(), 0u) << "nothing is left, and nothing is copied";
}

TEST(Heap, TheLastBlockGivesItsMemoryBack) {
  heap h;
  void* const first = h.allocate(100, usual);
  const auto before = h.size();
  void* const aligned = h.allocate(100, 4096);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(aligned) % 4096, 0u);
  heap::release(aligned);
  EXPECT_EQ(h.size(), before);
  heap::release(first);
  EXPECT_EQ(h.size(), 0u);
}

TEST(Heap, AbsurdSizesAreRefusedAlsoWhenABlockIsFree) {
  heap h;
  void* const kept = h.allocate(16, usual);
  void* const released = h.allocate(16, usual);
  void* const last = h.allocate(16, usual);
  heap::release(released);
  for (const std::size_t size : {SIZE_MAX, SIZE_MAX - 7, SIZE_MAX - 15, SIZE_MAX / 2, heap::memory_size})
    EXPECT_THROW(h.allocate(size, usual), std::bad_alloc) << size;
  EXPECT_EQ(h.live(), 2u);
  heap::release(kept);
  heap::release(last);
}

TEST(Heap, BlocksNeverOverlap) {
  std::mt19937 random(1);
  heap h;
  struct block {
    unsigned char* begin;
    std::size_t size;
    unsigned char filling;
  };
  std::vector<block> blocks;
  for (int i = 0; i < 20'000; ++i) {
    if (blocks.empty() || random() % 100 < 52) {
      const std::size_t size = random() % (random() % 8 == 0 ? 5'000 : 300);
      const std::size_t alignment = random() % 16 == 0 ? std::size_t{1} << (random() % 9) : usual;
      auto* const begin = static_cast<unsigned char*>(h.allocate(size, alignment));
      ASSERT_EQ(reinterpret_cast<std::uintptr_t>(begin) % alignment, 0u);
      blocks.push_back({begin, heap::size_of(begin), static_cast<unsigned char>(i)});
      std::memset(begin, blocks.back().filling, blocks.back().size);
    } else {
      std::swap(blocks[random() % blocks.size()], blocks.back());
      const auto b = blocks.back();
      blocks.pop_back();
      for (std::size_t j = 0; j < b.size; ++j) ASSERT_EQ(b.begin[j], b.filling);
      heap::release(b.begin);
    }
    ASSERT_EQ(h.live(), blocks.size());
  }
  for (const auto& b : blocks) heap::release(b.begin);
  EXPECT_EQ(h.size(), 0u);
}

TEST(Heap, TheSameCallsGetTheSameAddresses) {
  heap h;
  const auto run = [&h] {
    std::mt19937 random(7);
    std::vector<void*> blocks, all;
    for (int i = 0; i < 2'000; ++i) {
      if (blocks.empty() || random() % 3 != 0) {
        blocks.push_back(h.allocate(random() % 2'000, usual));
        all.push_back(blocks.back());
      } else {
        std::swap(blocks[random() % blocks.size()], blocks.back());
        heap::release(blocks.back());
        blocks.pop_back();
      }
    }
    for (void* const b : blocks) heap::release(b);
    return all;
  };
  EXPECT_EQ(run(), run());
}

// Whatever the sizes and the order, no more blocks of a size exist than were used at a time.
TEST(Heap, StaysBoundedWhenItsUseIs) {
  heap h;
  std::mt19937 random(3);
  void* const kept = h.allocate(1, usual);
  std::vector<void*> blocks(50, nullptr);
  std::size_t after_a_while = 0;
  for (int i = 0; i < 200'000; ++i) {
    auto& b = blocks[random() % blocks.size()];
    if (b != nullptr) heap::release(b);
    b = h.allocate(1 + random() % 10'000, usual);
    if (i == 100'000) after_a_while = h.size();
  }
  EXPECT_LE(h.size(), after_a_while + after_a_while / 5);
  for (void* const b : blocks)
    if (b != nullptr) heap::release(b);
  heap::release(kept);
}

}  // namespace
}  // namespace korat_test::heap_test
