// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Domains of values: which, in which order, and how they are shown.

#include <array>
#include <limits>
#include <string_view>

#include "looking.hpp"

namespace korat_test::domain_test {
namespace {

using korat::between;
using korat::exactly;
using korat::one_of;
using shown = std::vector<korat::field_value>;

template <class T>
class IntegerDomain : public ::testing::Test {};
using integers = ::testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                                  std::int64_t, std::uint64_t, unsigned long long, char>;
TYPED_TEST_SUITE(IntegerDomain, integers);

TYPED_TEST(IntegerDomain, TakesARangeInOrder) {
  using T = TypeParam;
  EXPECT_EQ(values_of<T>(between(3, 6)), (std::vector<T>{3, 4, 5, 6}));
  EXPECT_EQ(values_of<T>(between(5, 5)), (std::vector<T>{5}));
}

TYPED_TEST(IntegerDomain, ReachesBothEndsOfTheType) {
  using T = TypeParam;
  using limits = std::numeric_limits<T>;
  const auto low = static_cast<std::int64_t>(limits::min());
  EXPECT_EQ(values_of<T>(between(low, low + 1)), (std::vector<T>{limits::min(), static_cast<T>(limits::min() + 1)}));
  EXPECT_EQ(values_of<T>(one_of(limits::max(), limits::min())), (std::vector<T>{limits::max(), limits::min()}));
  if constexpr (sizeof(T) < 8 || std::is_signed_v<T>) {
    const auto high = static_cast<std::int64_t>(limits::max());
    EXPECT_EQ(values_of<T>(between(high - 1, high)),
              (std::vector<T>{static_cast<T>(limits::max() - 1), limits::max()}));
  }
}

TYPED_TEST(IntegerDomain, TakesListsInTheOrderListed) {
  using T = TypeParam;
  EXPECT_EQ(values_of<T>(one_of(7, 2, 5)), (std::vector<T>{7, 2, 5}));
  EXPECT_EQ(values_of<T>(one_of(std::vector<T>{9, 1})), (std::vector<T>{9, 1}));
  EXPECT_EQ(values_of<T>(exactly(4)), (std::vector<T>{4}));
}

TEST(Domain, RangesMayBeNegative) {
  EXPECT_EQ(values_of<int>(between(-2, 1)), (std::vector<int>{-2, -1, 0, 1}));
  EXPECT_EQ(values_of<std::int64_t>(between(-5'000'000'001, -5'000'000'000)),
            (std::vector<std::int64_t>{-5'000'000'001, -5'000'000'000}));
}

TEST(Domain, NumbersAreShownAsSignedOrUnsigned) {
  EXPECT_EQ(shown_of<int>(between(-1, 0)), (shown{std::int64_t{-1}, std::int64_t{0}}));
  EXPECT_EQ(shown_of<std::uint64_t>(one_of(~std::uint64_t{0})), (shown{~std::uint64_t{0}}));
  EXPECT_EQ(shown_of<std::uint8_t>(between(200, 200)), (shown{std::uint64_t{200}}));
  EXPECT_EQ(shown_of<signed char>(between(-7, -7)), (shown{std::int64_t{-7}}));
}

TEST(Domain, OfBool) {
  EXPECT_EQ(values_of<bool>(korat::any_bool), (std::vector<bool>{false, true}));
  EXPECT_EQ(values_of<bool>(one_of(true, false)), (std::vector<bool>{true, false}));
  EXPECT_EQ(values_of<bool>(between(0, 1)), (std::vector<bool>{false, true}));
  EXPECT_EQ(values_of<bool>(exactly(true)), (std::vector<bool>{true}));
  EXPECT_EQ(shown_of<bool>(korat::any_bool), (shown{false, true}));
}

TEST(Domain, OfCharacters) {
  EXPECT_EQ(values_of<char>(between('a', 'c')), (std::vector<char>{'a', 'b', 'c'}));
  EXPECT_EQ(values_of<char>(one_of('z', 'a')), (std::vector<char>{'z', 'a'}));
  EXPECT_EQ(shown_of<char>(one_of('z')), (shown{std::string("z")}));
}

TEST(Domain, OfWideCharacters) {
  EXPECT_EQ(values_of<char16_t>(one_of(u'a', u'\u20ac')), (std::vector<char16_t>{u'a', u'\u20ac'}));
  EXPECT_EQ(values_of<char32_t>(one_of(U'a', U'b')), (std::vector<char32_t>{U'a', U'b'}));
  EXPECT_EQ(values_of<wchar_t>(one_of(L'a', L'b')), (std::vector<wchar_t>{L'a', L'b'}));
}

enum class color : std::uint8_t { red, black = 7, none = 255 };
enum fruit { apple = -1, pear };

TEST(Domain, OfEnumeratorsShowsThemByName) {
  EXPECT_EQ(values_of<color>(korat::enumerators<color::black, color::red>),
            (std::vector<color>{color::black, color::red}));
  EXPECT_EQ(shown_of<color>(korat::enumerators<color::black, color::red>),
            (shown{korat::named_value{"black"}, korat::named_value{"red"}}));
  EXPECT_EQ(values_of<fruit>(korat::enumerators<apple, pear>), (std::vector<fruit>{apple, pear}));
  EXPECT_EQ(shown_of<fruit>(korat::enumerators<apple, pear>),
            (shown{korat::named_value{"apple"}, korat::named_value{"pear"}}));
}

TEST(Domain, OfEnumsMayBeARangeOrAList) {
  EXPECT_EQ(values_of<color>(between(6, 7)), (std::vector<color>{color{6}, color::black}));
  EXPECT_EQ(values_of<color>(one_of(color::none, color::red)), (std::vector<color>{color::none, color::red}));
  EXPECT_EQ(shown_of<color>(exactly(color::black)), (shown{std::uint64_t{7}}));
}

TEST(Domain, OfFloatingPointIsListed) {
  EXPECT_EQ(values_of<double>(one_of(0.5, -1e300, 0.0)), (std::vector<double>{0.5, -1e300, 0.0}));
  EXPECT_EQ(values_of<float>(one_of(0.25f, 3.0f)), (std::vector<float>{0.25f, 3.0f}));
  EXPECT_EQ(values_of<double>(one_of(1, 2)), (std::vector<double>{1, 2}));
  EXPECT_EQ(values_of<long double>(one_of(0.5L, 1.5L)), (std::vector<long double>{0.5L, 1.5L}));
  EXPECT_EQ(shown_of<double>(one_of(0.5)), (shown{0.5}));
}

TEST(Domain, OfFloatingPointMayHoldInfinityAndNaN) {
  const auto infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(values_of<double>(one_of(infinity, -infinity)), (std::vector<double>{infinity, -infinity}));
  korat::finitization<holds<double>> bounds;
  bounds.set<&holds<double>::value>(one_of(1.0, std::numeric_limits<double>::quiet_NaN()));
  EXPECT_EQ(all_vectors(bounds), (vectors{{0}, {1}}));
}

TEST(Domain, OfStringsIsListed) {
  const std::string text = "a string that is too long to be stored inside the object itself";
  EXPECT_EQ(values_of<std::string>(one_of("b", "", "a")), (std::vector<std::string>{"b", "", "a"}));
  EXPECT_EQ(values_of<std::string>(one_of(std::string("x"), text)), (std::vector<std::string>{"x", text}));
  EXPECT_EQ(values_of<std::string>(exactly(text)), (std::vector<std::string>{text}));
  EXPECT_EQ(shown_of<std::string>(one_of("b", "")), (shown{std::string("b"), std::string()}));
}

// The domain keeps what a view refers to, also when the list is gone.
TEST(Domain, OfStringViewsRefersToTheListAsLongAsTheSearchLives) {
  korat::finitization<holds<std::string_view>> bounds;
  bounds.set<&holds<std::string_view>::value>(
      one_of(std::vector<std::string>{std::string(100, 'x'), std::string(90, 'y')}));
  korat::search<holds<std::string_view>> search(bounds, everything());
  bounds = korat::finitization<holds<std::string_view>>();
  std::vector<std::string> found;
  while (search.next()) found.emplace_back(search.structure().value.get());
  EXPECT_EQ(found, (std::vector<std::string>{std::string(100, 'x'), std::string(90, 'y')}));
  EXPECT_EQ(shown_of<std::string_view>(one_of("a")), (shown{std::string("a")}));
  EXPECT_EQ(values_of<std::string_view>(one_of("a", "b")), (std::vector<std::string_view>{"a", "b"}));
}

// Any class that can be copied, of any size.
template <std::size_t Size>
struct sized {
  std::array<char, Size> bytes{};
  bool operator==(const sized&) const = default;
};
template <std::size_t Size>
std::vector<std::size_t> found_and_noticed() {
  using T = sized<Size>;
  T a, b;
  a.bytes[Size / 2] = 1;
  korat::finitization<holds<T>> bounds("sized");
  bounds.template set<&holds<T>::value>(one_of(a, b));
  std::vector<std::size_t> ones;
  korat::search<holds<T>> search(bounds, [](const holds<T>& h) { return h.value.get().bytes[Size / 2] == 1; });
  while (search.next_valid()) ones.push_back(search.accessed().size());
  ones.push_back(search.statistics().explored);
  return ones;
}

TEST(Domain, OfAnyClassTakesValuesOfEverySize) {
  const std::vector<std::size_t> expected{1, 2};  // one valid, which reads one field, of two candidates
  EXPECT_EQ(found_and_noticed<1>(), expected);
  EXPECT_EQ(found_and_noticed<3>(), expected);
  EXPECT_EQ(found_and_noticed<4>(), expected);
  EXPECT_EQ(found_and_noticed<24>(), expected);
  EXPECT_EQ(found_and_noticed<255>(), expected);
  EXPECT_EQ(found_and_noticed<256>(), expected);
  EXPECT_EQ(found_and_noticed<1000>(), expected);
}

struct six_bytes {
  korat::field<int> values[2][3];
};

TEST(Domain, OfArraysIsThatOfEachElement) {
  korat::finitization<six_bytes> bounds;
  bounds.set<&six_bytes::values>(between(4, 5));
  korat::search<six_bytes> search(bounds,
                                  [](const six_bytes& s) { return s.values[1][0] == 5 && s.values[0][2] == 5; });
  std::size_t found = 0;
  for (; search.next_valid(); ++found) {
    EXPECT_EQ(search.structure().values[1][0], 5);
    EXPECT_EQ(search.structure().values[0][2], 5);
  }
  EXPECT_EQ(found, 16u);
}

// Nobody counts to four thousand million; but both ends are there, and what lies between is cut off at once.
TEST(Domain, HugeRangesHaveBothTheirEnds) {
  korat::finitization<holds<std::int64_t>> bounds;
  bounds.set<&holds<std::int64_t>::value>(between(0, 4'000'000'000LL));
  korat::search<holds<std::int64_t>> forward(bounds, everything());
  ASSERT_TRUE(forward.next());
  EXPECT_EQ(forward.structure().value, 0);
  ASSERT_TRUE(forward.next());
  EXPECT_EQ(forward.structure().value, 1);
  EXPECT_EQ(forward.domain_size(0), 4'000'000'001u);

  korat::search<holds<std::int64_t>> backward(bounds, everything(), {.direction = korat::direction::backward});
  ASSERT_TRUE(backward.next());
  EXPECT_EQ(backward.structure().value, 4'000'000'000LL);
  ASSERT_TRUE(backward.next());
  EXPECT_EQ(backward.structure().value, 3'999'999'999LL);
  EXPECT_EQ(backward.vector(), std::vector<std::uint32_t>{3'999'999'999u});
}

TEST(Domain, AHugeRangeIsNoBurdenForTheOthers) {
  struct pair {
    korat::field<std::int64_t> huge;
    korat::field<int> small;
  };
  korat::finitization<pair> bounds;
  bounds.set<&pair::huge>(between(-2'000'000'000LL, 2'000'000'000LL)).set<&pair::small>(between(0, 2));
  const auto counts = korat::for_each(
      bounds, [](const pair& p) { return p.small == 1 && p.huge < 10; },
      [](const pair& p) {
        EXPECT_EQ(p.huge, -2'000'000'000LL);
        return false;
      });
  EXPECT_EQ(counts.valid, 1u);
  EXPECT_EQ(counts.explored, 2u);
}

}  // namespace
}  // namespace korat_test::domain_test
