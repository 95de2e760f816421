// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Bounds that contradict each other or cannot be met are rejected, when they are set or at the latest when the search
// is made, with a message that names the finitization and the member and says why.

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "looking.hpp"

namespace korat_test::rejection_test {
namespace {

enum class small_enum : std::uint8_t { a, b };

struct node {
  korat::field<node*> next;
  korat::field<int> key;
};
struct unrelated {
  char bytes[3] = {};
};
struct root {
  korat::field<node*> head;
  korat::field<int> number;
  korat::field<unsigned> natural;
  korat::field<std::int8_t> tiny;
  korat::field<std::int64_t> wide;
  korat::field<std::uint64_t> wide_natural;
  korat::field<bool> flag;
  korat::field<char> letter;
  korat::field<small_enum> kind;
  korat::field<float> real;
  korat::field<std::string> name;
  korat::array<int> items;
  int fixed[3] = {};
  std::optional<std::int64_t> maybe;
  std::vector<int> owned{1};
  std::variant<int, double> either;
};
int& first_owned(root& r) { return r.owned[0]; }
double& of_the_other_type(root& r) { return std::get<double>(r.either); }
int& kept_elsewhere(root&) {
  static int elsewhere = 0;
  return elsewhere;
}

using bounds_of_root = korat::finitization<root>;

/// The message of the rejection, or "accepted".
std::string rejection(const std::function<void(bounds_of_root&)>& bind) {
  bounds_of_root bounds("roots");
  try {
    bind(bounds);
    korat::search<root> search(bounds, everything());
    for (int i = 0; i < 10 && search.next(); ++i) {
    }
  } catch (const korat::finitization_error& e) {
    return e.what();
  }
  return "accepted";
}

void expect_rejected(const std::string& member, const std::string& why,
                     const std::function<void(bounds_of_root&)>& bind) {
  const auto said = rejection(bind);
  const auto says = [&](const std::string& part) { return said.find(part) != std::string::npos; };
  EXPECT_TRUE(says("roots") && says(member) && says(why))
      << "expected '" << member << "' and '" << why << "', it says: " << said;
}

TEST(Rejection, OfAnEmptyRange) {
  expect_rejected("root::number", "between 3 and 2",
                  [](auto& b) { b.template set<&root::number>(korat::between(3, 2)); });
  expect_rejected("root::fixed", "between 0 and -1",
                  [](auto& b) { b.template set<&root::fixed>(korat::between(0, -1)); });
}

TEST(Rejection, OfARangeThatDoesNotFitTheType) {
  expect_rejected("root::tiny", "does not fit", [](auto& b) { b.template set<&root::tiny>(korat::between(0, 128)); });
  expect_rejected("root::tiny", "does not fit", [](auto& b) { b.template set<&root::tiny>(korat::between(-129, 0)); });
  expect_rejected("root::natural", "does not fit",
                  [](auto& b) { b.template set<&root::natural>(korat::between(-1, 3)); });
  expect_rejected("root::number", "does not fit",
                  [](auto& b) { b.template set<&root::number>(korat::between(0, 2'147'483'648LL)); });
  expect_rejected("root::kind", "does not fit", [](auto& b) { b.template set<&root::kind>(korat::between(0, 256)); });
  expect_rejected("root::letter", "does not fit",
                  [](auto& b) { b.template set<&root::letter>(korat::between(0, 300)); });
  expect_rejected("root::flag", "bool", [](auto& b) { b.template set<&root::flag>(korat::between(0, 2)); });
}

TEST(Rejection, OfListedValuesThatDoNotFitTheType) {
  expect_rejected("root::tiny", "does not fit", [](auto& b) { b.template set<&root::tiny>(korat::one_of(1, 300)); });
  expect_rejected("root::natural", "does not fit",
                  [](auto& b) { b.template set<&root::natural>(korat::one_of(1, -1)); });
  expect_rejected("root::wide_natural", "does not fit",
                  [](auto& b) { b.template set<&root::wide_natural>(korat::exactly(-1)); });
  expect_rejected("root::wide", "does not fit",
                  [](auto& b) { b.template set<&root::wide>(korat::exactly(~std::uint64_t{0})); });
  expect_rejected("root::flag", "does not fit", [](auto& b) { b.template set<&root::flag>(korat::one_of(0, 2)); });
  expect_rejected("root::number", "does not fit", [](auto& b) { b.template set<&root::number>(korat::one_of(0.5)); });
  expect_rejected("root::number", "does not fit", [](auto& b) { b.template set<&root::number>(korat::one_of(1e300)); });
  expect_rejected("root::real", "does not fit", [](auto& b) { b.template set<&root::real>(korat::one_of(1e300)); });
}

TEST(Rejection, OfAnEmptyList) {
  expect_rejected("root::number", "empty",
                  [](auto& b) { b.template set<&root::number>(korat::one_of(std::vector<int>())); });
  expect_rejected("root::name", "empty",
                  [](auto& b) { b.template set<&root::name>(korat::one_of(std::vector<std::string>())); });
}

TEST(Rejection, OfAValueListedTwice) {
  expect_rejected("root::number", "twice", [](auto& b) { b.template set<&root::number>(korat::one_of(1, 2, 1)); });
  expect_rejected("root::name", "twice", [](auto& b) { b.template set<&root::name>(korat::one_of("a", "b", "a")); });
  expect_rejected("root::kind", "twice",
                  [](auto& b) { b.template set<&root::kind>(korat::enumerators<small_enum::a, small_enum::a>); });
  expect_rejected("root::flag", "twice", [](auto& b) { b.template set<&root::flag>(korat::one_of(true, true)); });
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  expect_rejected("root::real", "twice", [](auto& b) { b.template set<&root::real>(korat::one_of(nan, 1.0f, -nan)); });
  EXPECT_EQ(rejection([](auto& b) { b.template set<&root::real>(korat::one_of(nan, 1.0f)); }), "accepted");
}

TEST(Rejection, OfAMemberBoundTwice) {
  expect_rejected("root::number", "bound twice", [](auto& b) {
    b.template set<&root::number>(korat::between(0, 1)).template set<&root::number>(korat::between(0, 1));
  });
  expect_rejected("root::items", "bound twice", [](auto& b) {
    const auto domain = korat::array_of(korat::between(0, 1)).with_length(korat::between(0, 1));
    b.template set<&root::items>(domain).template set<&root::items>(domain);
  });
}

struct child : root {};

TEST(Rejection, OfABasesMemberBoundTwiceByTwoNames) {
  korat::finitization<child> bounds("children");
  bounds.set<&root::number>(korat::between(0, 1));
  EXPECT_THROW(bounds.set<&child::number>(korat::between(0, 1)), korat::finitization_error);
}

TEST(Rejection, OfAClassWithoutObjects) {
  expect_rejected("node::key", "no object set of class node",
                  [](auto& b) { b.template set<&node::key>(korat::between(0, 1)); });
}

TEST(Rejection, OfANonNullReferenceIntoAnEmptySet) {
  expect_rejected("root::head", "empty",
                  [](auto& b) { b.template set<&root::head>(b.template objects<node>(0).without_null()); });
}

TEST(Rejection, OfCountsNoSetCanHave) {
  expect_rejected("node", "-1", [](auto& b) { b.template objects<node>(-1); });
  expect_rejected("node", "100000001", [](auto& b) { b.template objects<node>(100'000'001); });
  expect_rejected("node", "objects",
                  [](auto& b) { b.template objects<node>(std::numeric_limits<std::int64_t>::min()); });
  expect_rejected("node", "objects",
                  [](auto& b) { b.template objects<node>(std::numeric_limits<std::int64_t>::max()); });
}

TEST(Rejection, OfMoreObjectsThanThereIsRoomFor) {
  const auto said = rejection([](auto& b) {
    struct large {
      char bytes[10'000];
    };
    b.template objects<large>(10'000'000);
  });
  EXPECT_NE(said.find("MiB"), std::string::npos) << said;
}

TEST(Rejection, OfASetMadeByAnotherFinitization) {
  bounds_of_root other("others");
  other.objects<node>(1);
  const auto stranger = other.objects<node>(2);
  expect_rejected("root::head", "another finitization", [&](auto& b) { b.template set<&root::head>(stranger); });
}

// The other finitization's set has a number that means another class here: taking it would store pointers to objects of
// the wrong class.
TEST(Rejection, OfASetMadeByAnotherFinitizationThatLooksLikeOneOfOurs) {
  bounds_of_root other("others");
  const auto stranger = other.objects<node>(3);
  expect_rejected("root::head", "another finitization", [&](auto& b) {
    b.template objects<unrelated>(3);
    b.template set<&root::head>(stranger);
  });
  expect_rejected("root::head", "another finitization", [&](auto& b) {
    b.template objects<node>(5);
    b.template set<&root::head>(stranger);
  });
}

TEST(Rejection, OfOneSetNamedTwiceInAUnion) {
  expect_rejected("root::head", "twice", [](auto& b) {
    auto nodes = b.template objects<node>(2);
    b.template set<&root::head>(korat::any_of(nodes, nodes));
  });
}

TEST(Rejection, OfMoreValuesThanADomainMayHave) {
  expect_rejected("root::wide", "more than",
                  [](auto& b) { b.template set<&root::wide>(korat::between(0, 5'000'000'000LL)); });
  expect_rejected("root::wide", "more than", [](auto& b) {
    b.template set<&root::wide>(
        korat::between(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()));
  });
  const auto all = korat::between(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
  expect_rejected("root::wide", "2^64 values", [&](auto& b) { b.template set<&root::wide>(all); });
  expect_rejected("root::maybe", "2^64 values",
                  [&](auto& b) { b.template set<&root::maybe>(korat::optional_of(all)); });
  expect_rejected("root::wide", "4294967294 values",
                  [](auto& b) { b.template set<&root::wide>(korat::between(1, 4'294'967'294LL)); });
}

TEST(Rejection, OfARangeTooLargeForTheNumbersOfARangeSaysSo) {
  const auto said =
      rejection([](auto& b) { b.template set<&root::wide_natural>(korat::between(1, ~std::uint64_t{0})); });
  EXPECT_NE(said.find("between"), std::string::npos) << said;
  EXPECT_NE(said.find("does not fit"), std::string::npos) << said;
  EXPECT_EQ(said.find("between 1 and -1"), std::string::npos) << "the caller never wrote -1: " << said;
}

TEST(Rejection, OfArraysThatCannotBe) {
  const auto items = [](auto low, auto high) {
    return [=](auto& b) {
      b.template set<&root::items>(korat::array_of(korat::between(0, 1)).with_length(korat::between(low, high)));
    };
  };
  expect_rejected("root::items", "negative length", items(-1, 2));
  expect_rejected("root::items", "between 3 and 2", items(3, 2));
  expect_rejected("root::items", "too long", items(0, 100'000'000));
  expect_rejected("root::items", "does not fit", items(0, 5'000'000'000LL));
  expect_rejected("root::items", "between 1 and 0", [](auto& b) {
    b.template set<&root::items>(korat::array_of(korat::between(1, 0)).with_length(korat::between(0, 1)));
  });
}

TEST(Rejection, OfAPlaceOutsideTheObject) {
  expect_rejected("first_owned", "lies outside", [](auto& b) { b.template set<&first_owned>(korat::between(0, 1)); });
  expect_rejected("kept_elsewhere", "lies outside",
                  [](auto& b) { b.template set<&kept_elsewhere>(korat::between(0, 1)); });
}

TEST(Rejection, OfAPlaceThatAnObjectAsItIsMadeDoesNotHave) {
  expect_rejected("of_the_other_type", "threw",
                  [](auto& b) { b.template set<&of_the_other_type>(korat::one_of(0.5)); });
}

struct owner {
  node* first = nullptr;
  std::unique_ptr<node> elsewhere = std::make_unique<node>();
};
node& behind(owner& o) { return *o.elsewhere; }

TEST(Rejection, OfReferencesToAPartOutsideTheObject) {
  korat::finitization<owner> bounds("owners");
  bounds.set<&owner::first>(bounds.objects<owner>(1).part<&behind>());
  EXPECT_THROW(korat::search<owner>(bounds, everything()), korat::finitization_error);
}

struct shares {
  union {
    int as_int;
    float as_float;
  };
  shares() : as_int(0) {}
};

TEST(Rejection, OfMembersThatShareTheirMemory) {
  korat::finitization<shares> bounds("shares");
  bounds.set<&shares::as_int>(korat::between(0, 1)).set<&shares::as_float>(korat::one_of(0.5f));
  try {
    korat::search<shares> search(bounds, everything());
    FAIL() << "accepted";
  } catch (const korat::finitization_error& e) {
    EXPECT_NE(std::string(e.what()).find("shares::as_int"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("shares::as_float"), std::string::npos) << e.what();
  }
}

TEST(Rejection, LeavesTheMemberFreeToBeBoundProperly) {
  bounds_of_root bounds("roots");
  EXPECT_THROW(bounds.set<&root::number>(korat::between(3, 2)), korat::finitization_error);
  EXPECT_NO_THROW(bounds.set<&root::number>(korat::between(2, 3)));
  EXPECT_EQ(all_vectors(bounds), (vectors{{0}, {1}}));
}

TEST(Rejection, IsAKoratErrorAndAStdException) {
  EXPECT_THROW(bounds_of_root().objects<node>(-1), korat::error);
  EXPECT_THROW(bounds_of_root().objects<node>(-1), std::runtime_error);
}

}  // namespace
}  // namespace korat_test::rejection_test
