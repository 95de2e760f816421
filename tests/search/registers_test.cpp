// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a predicate holds in registers across reads returns with a saved state: on every processor, also in those that
// only some of them preserve, and where exceptions and faults come between.

#include <gtest/gtest.h>

#if defined(__aarch64__)
#include <sys/prctl.h>
#endif

#include <array>
#include <stdexcept>

#include "healthy.hpp"
#include "sample.hpp"
#include "undo/has_context.h"

namespace korat_test::registers_test {
namespace {

struct digits {
  std::array<korat::field<int>, 6> all;
};

korat::finitization<digits> digit_bounds() {
  korat::finitization<digits> bounds;
  bounds.set<&digits::all>(korat::between(0, 3));
  return bounds;
}

template <class Predicate>
void expect_same_when_resumed(Predicate predicate) {
  const auto s = make_sample("registers", digit_bounds(), predicate);
  const auto truth = sequence_of(s, {.engine = korat::engine::reexecute});
  const auto valid = valid_ones(truth).size();
  EXPECT_TRUE(valid > 0 && valid < truth.size()) << valid << " of " << truth.size();
  const auto search = s.search({.engine = korat::engine::checkpoint});
  EXPECT_EQ(difference(truth, rest_of(*search)), "");
#if KORAT_HAS_CONTEXT
  EXPECT_EQ(search->engine_note(), std::nullopt);
  EXPECT_GT(search->statistics().checkpoints, 0u);
#endif
}

TEST(Registers, HoldDoublesAcrossReads) {
  expect_same_when_resumed([](const digits& d) {
    double p = 1, q = 2, r = 3, s = 4, t = 5, u = 6, v = 7, w = 8;
    for (const auto& digit : d.all) {
      const int x = digit;
      p += q * x, q -= r, r += s * 0.5, s -= t * x, t += u, u -= v * 0.25, v += w, w -= p * 0.125;
    }
    return p + q + r + s < t + u + v + w;
  });
}

TEST(Registers, HoldIntegersAcrossReads) {
  expect_same_when_resumed([](const digits& d) {
    long p = 1, q = 2, r = 3, s = 4, t = 5, u = 6, v = 7, w = 8, y = 9, z = 10;
    for (const auto& digit : d.all) {
      const int x = digit;
      p += q * x, q -= r, r ^= s, s -= t * x, t += u, u ^= v, v += w, w -= y, y ^= z * x, z += p;
    }
    return ((p ^ q ^ r ^ s) + (t ^ u ^ v ^ w) + (y ^ z)) % 3 == 0;
  });
}

[[gnu::noinline]] double half_or_throw(int x) {
  if (x == 2) throw std::runtime_error("two");
  return x * 0.5;
}

TEST(Registers, HoldDoublesWhereExceptionsAreThrownAndCaught) {
  expect_same_when_resumed([](const digits& d) {
    double sum = 0, last = 1, twos = 0;
    for (const auto& digit : d.all) {
      try {
        sum += half_or_throw(digit) * last;
      } catch (const std::runtime_error&) {
        twos += 0.75 * last;
      }
      last = sum - twos;
    }
    return sum > twos;
  });
}

TEST(Registers, OfTheCallerAreWhatTheyWereWhenAPredicateThrows) {
  korat::search<digits> search(digit_bounds(), [](const digits& d) {
    double sum = 0.5;
    for (const auto& digit : d.all) sum = sum * 1.5 + digit;
    if (d.all[5] == 3 && sum > 20) throw std::runtime_error("too much");
    return sum > 10;
  });
  volatile double start = 0.25;
  double a = start + 1, b = start + 2, c = start + 3, e = start + 4;
  const auto go_on = [&] {
    while (search.next()) {
      a += 1;
      b += a;
      c -= 1;
      e += c;
    }
  };
  EXPECT_THROW(go_on(), korat::predicate_error);
  const auto seen = static_cast<double>(search.statistics().explored);
  EXPECT_EQ(a, start + 1 + seen);
  EXPECT_EQ(c, start + 3 - seen);
  EXPECT_NE(b, e);
  expect_healthy_search();
}

#if KORAT_HAS_CONTEXT && defined(__aarch64__) && defined(PR_SET_TAGGED_ADDR_CTRL)
TEST(Registers, AreNotSavedWhereTagsOfMemoryAreChecked) {
  const int before = prctl(PR_GET_TAGGED_ADDR_CTRL, 0, 0, 0, 0);
  if (before < 0 || prctl(PR_SET_TAGGED_ADDR_CTRL, PR_TAGGED_ADDR_ENABLE | PR_MTE_TCF_SYNC, 0, 0, 0) != 0)
    GTEST_SKIP() << "this processor has no tags";
  korat::search<digits> search(digit_bounds(), [](const digits& d) { return d.all[0] < d.all[5]; });
  while (search.next_valid()) continue;
  prctl(PR_SET_TAGGED_ADDR_CTRL, before, 0, 0, 0);
  EXPECT_EQ(search.statistics().valid, 6u * 256);
  EXPECT_NE(search.engine_note().value_or("").find("tags of memory"), std::string::npos)
      << search.engine_note().value_or("");
  EXPECT_EQ(search.statistics().checkpoints, 0u);
}
#endif

}  // namespace
}  // namespace korat_test::registers_test
