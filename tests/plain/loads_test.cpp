// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Compiled through the pass: what is noticed is loaded before anything else is noticed. Where one load, one copy or one
// function of the C library reads several fields, those noticed first stay announced until it does.

#include <gtest/gtest.h>

#include <cstring>

#include "korat/korat.hpp"
#include "tests/access/spoiling_runner.hpp"

namespace {

using korat::detail::spoiling_runner;

struct numbers {
  std::uint64_t a = 0x1111'2222'3333'4444, b = 0x5555'6666'7777'8888, c = 0x9999'aaaa'bbbb'cccc;
};
struct halves {
  std::uint32_t low = 0x1234'5678, high = 0x9abc'def0;
};
struct record {
  numbers wide, wide_too;
  halves narrow;
};

template <auto Member>
auto& wide_part(record& r) {
  return r.wide.*Member;
}
template <auto Member>
auto& wide_part_too(record& r) {
  return r.wide_too.*Member;
}
template <auto Member>
auto& narrow_part(record& r) {
  return r.narrow.*Member;
}

korat::finitization<record> bounds() {
  const numbers n;
  const halves h;
  korat::finitization<record> all;
  all.set<&wide_part<&numbers::a>>(korat::exactly(n.a)).set<&wide_part<&numbers::b>>(korat::exactly(n.b));
  all.set<&wide_part<&numbers::c>>(korat::exactly(n.c)).set<&wide_part_too<&numbers::a>>(korat::exactly(n.a));
  all.set<&narrow_part<&halves::low>>(korat::exactly(h.low)).set<&narrow_part<&halves::high>>(korat::exactly(h.high));
  return all;
}

[[gnu::noinline]] std::uint64_t sum(numbers n) { return n.a + n.b + n.c; }
[[gnu::noinline]] std::uint64_t sum_of_both(numbers m, numbers n) { return m.a + n.a; }
[[gnu::noinline]] std::uint64_t sum_of_halves(halves h) { return h.low + h.high; }
[[gnu::noinline]] bool comes_before(const record& r) { return r.wide.a < r.wide.b; }

TEST(PlainLoads, HappenAtTheirOwnNotice) {
  spoiling_runner<record> r(bounds(), spoiling_runner<record>::earlier::spoiled);
  EXPECT_TRUE(comes_before(r.root()));
  EXPECT_EQ(r.noticed(), 2u);
}

TEST(PlainLoads, OfSeveralArgumentsThatAreCopiedHappenAtTheirOwnNotice) {
  spoiling_runner<record> r(bounds(), spoiling_runner<record>::earlier::kept);
  r.stack_ends_at(__builtin_frame_address(0));
  static const numbers n;
  EXPECT_EQ(sum_of_both(r.root().wide, r.root().wide_too), 2 * n.a);
  EXPECT_EQ(r.noticed(), 4u);
#if KORAT_HAS_CONTEXT
  EXPECT_TRUE(r.all_held());
#endif
}

TEST(PlainLoads, OfSeveralFieldsAreAnnouncedUntilTheyHappen) {
  const auto held = [](auto read, std::size_t fields) {
    spoiling_runner<record> r(bounds(), spoiling_runner<record>::earlier::kept);
    r.stack_ends_at(__builtin_frame_address(0));
    read(r.root());
    EXPECT_EQ(r.noticed(), fields);
    return !KORAT_HAS_CONTEXT || r.all_held();
  };
  EXPECT_TRUE(held([](const record& r) { return sum(r.wide); }, 3));
  EXPECT_TRUE(held([](const record& r) { return sum_of_halves(r.narrow); }, 2));
  EXPECT_TRUE(held(
      [](const record& r) {
        numbers copy;
        std::memcpy(&copy, &r.wide, sizeof copy);
        return copy.c;
      },
      3));
}

}  // namespace
