// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Pieces of address space that a thread keeps for its next search.

#include "space/mapped_memory.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <thread>

#include "space/slice.hpp"

namespace korat_test::mapped_memory_test {
namespace {

using korat::detail::give_back_mapped;
using korat::detail::grows;
using korat::detail::shadow_of;
using korat::detail::slice;
using korat::detail::take_mapped;

constexpr std::size_t mega = std::size_t{1} << 20;

bool is_mapped(std::byte* page) { return msync(page, 1, MS_ASYNC) == 0 || errno != ENOMEM; }

/// In a thread of its own, which keeps nothing yet.
template <class Function>
void in_new_thread(Function f) {
  std::thread(f).join();
}

TEST(MappedMemory, IsKeptForTheNextOfTheSameKind) {
  in_new_thread([] {
    auto* const first = take_mapped(8 * mega, grows::up);
    ASSERT_NE(first, nullptr);
    give_back_mapped(first, 8 * mega, grows::up);
    EXPECT_TRUE(is_mapped(first));
    auto* const guarded = take_mapped(8 * mega, grows::down, mega);
    EXPECT_NE(guarded, first);
    EXPECT_EQ(take_mapped(8 * mega, grows::up), first);
    give_back_mapped(first, 8 * mega, grows::up);
    give_back_mapped(guarded, 8 * mega, grows::down, mega);
    EXPECT_EQ(take_mapped(8 * mega, grows::down, mega), guarded);
    give_back_mapped(guarded, 8 * mega, grows::down, mega);
  });
}

TEST(MappedMemory, KeepsLittleOfWhatWasUsed) {
  in_new_thread([] {
    auto* const memory = take_mapped(8 * mega, grows::up);
    memory[0] = memory[4 * mega] = std::byte{1};
    give_back_mapped(memory, 8 * mega, grows::up);
    auto* const again = take_mapped(8 * mega, grows::up);
    ASSERT_EQ(again, memory);
    EXPECT_EQ(again[0], std::byte{1});
    EXPECT_EQ(again[4 * mega], std::byte{0});  // given back to the system
    give_back_mapped(again, 8 * mega, grows::up);
  });
}

TEST(MappedMemory, OfOddSizesDoesNotCrowdOutTheUsual) {
  in_new_thread([] {
    for (std::size_t size = mega; size < 20 * mega; size += mega)
      give_back_mapped(take_mapped(size, grows::up), size, grows::up);
    auto* const usual = take_mapped(32 * mega, grows::up);
    give_back_mapped(usual, 32 * mega, grows::up);
    EXPECT_EQ(take_mapped(32 * mega, grows::up), usual);
    give_back_mapped(usual, 32 * mega, grows::up);
  });
}

TEST(MappedMemory, EndsWithItsThread) {
  std::byte* memory = nullptr;
  in_new_thread([&] {
    memory = take_mapped(64 * mega, grows::up);
    memory[0] = std::byte{1};
    give_back_mapped(memory, 64 * mega, grows::up);
    EXPECT_TRUE(is_mapped(memory));
  });
  EXPECT_FALSE(is_mapped(memory));
}

TEST(Slice, IsKeptForTheNextSearchAllZeros) {
  std::byte* objects = nullptr;
  in_new_thread([&] {
    constexpr std::size_t size = 10'000;
    {
      const slice used(size);
      objects = used.objects();
      std::fill_n(objects, size, std::byte{1});
      std::fill_n(shadow_of(objects), size, static_cast<unsigned char>(1));
    }
    EXPECT_TRUE(is_mapped(objects));
    const slice again(2 * size), another(size);
    ASSERT_EQ(again.objects(), objects);
    EXPECT_NE(another.objects(), objects);
    EXPECT_EQ(std::count(objects, objects + 2 * size, std::byte{0}), 2 * size);
    EXPECT_EQ(std::count(shadow_of(objects), shadow_of(objects) + 2 * size, 0), 2 * size);
    EXPECT_EQ(slice::owner_of(objects), nullptr);
  });
  EXPECT_FALSE(is_mapped(objects));
}

TEST(Slice, OfManyObjectsIsGivenBack) {
  in_new_thread([] {
    std::byte* const objects = slice(4 * mega).objects();
    EXPECT_FALSE(is_mapped(objects));
  });
}

}  // namespace
}  // namespace korat_test::mapped_memory_test
