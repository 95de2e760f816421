// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Members of bases, pointers to bases, several bases, virtual bases, private members.

#include "looking.hpp"

namespace korat_test::inheritance_test {
namespace {

struct first_base {
  virtual ~first_base() = default;
  korat::field<int> x;
};
struct second_base {
  virtual ~second_base() = default;
  virtual int identity() const = 0;
  korat::field<int> y;
};
struct joined : first_base, second_base {
  int identity() const override { return number; }
  korat::field<int> z;
  int number = 0;
};
struct only_second : second_base {
  int identity() const override { return 100 + number; }
  int number = 0;
};
struct holder {
  korat::field<second_base*> p;
  korat::field<joined*> q;
};

TEST(Inheritance, AMemberOfABaseIsBoundInEveryObjectThatHasIt) {
  korat::finitization<holder> bounds;
  bounds.objects<joined>(1);
  bounds.objects<only_second>(2);
  bounds.set<&second_base::y>(korat::between(0, 1))
      .set<&joined::x>(korat::between(0, 1))
      .set<&joined::z>(korat::between(0, 1));
  EXPECT_EQ(fields_of(bounds), (names{"joined0.y", "joined0.x", "joined0.z", "only_second0.y", "only_second1.y"}));
}

TEST(Inheritance, APointerToASecondBaseIsAdjusted) {
  korat::finitization<holder> bounds;
  auto js =
      bounds.objects<joined>(2, {.initialize = [](joined& j, std::uint32_t i) { j.number = static_cast<int>(i); }});
  auto os = bounds.objects<only_second>(
      1, {.initialize = [](only_second& o, std::uint32_t i) { o.number = static_cast<int>(i); }});
  bounds.set<&holder::p>(korat::any_of(js, os))
      .set<&holder::q>(js)
      .set<&second_base::y>(korat::between(0, 1))
      .set<&joined::z>(korat::exactly(7));
  std::vector<int> met;
  const auto counts = korat::for_each(
      bounds, [](const holder& h) { return h.p != nullptr && h.p->y == 1; },
      [&](const holder& h) {
        met.push_back(h.p->identity());
        if (h.q != nullptr) {
          EXPECT_EQ(h.q->z, 7);
          EXPECT_EQ(h.q == h.p, h.q->identity() == h.p->identity());
        }
      });
  // p: joined0 (q: null, joined0, joined1), only_second0 (q: null, joined0); y of q's object, unread, doubles where it
  // is another
  EXPECT_EQ(met, (std::vector<int>{0, 0, 0, 0, 100, 100, 100}));
  EXPECT_EQ(counts.valid, 7u);
}

struct animal {
  korat::field<int> legs;
};
struct swimmer : virtual animal {
  korat::field<bool> fins;
};
struct walker : virtual animal {
  korat::field<bool> hooves;
};
struct hippo : swimmer, walker {
  korat::field<hippo*> child;
};
struct zoo {
  korat::field<animal*> any;
  korat::field<walker*> walks;
  korat::field<hippo*> star;
};

TEST(Inheritance, VirtualBasesAreFoundAndPointedTo) {
  korat::finitization<zoo> bounds;
  auto hippos = bounds.objects<hippo>(2, {.null = korat::null_value::excluded});
  auto walkers = bounds.objects<walker>(1);
  bounds.set<&zoo::star>(hippos)
      .set<&zoo::any>(hippos)
      .set<&zoo::walks>(korat::any_of(hippos, walkers.without_null()))
      .set<&animal::legs>(korat::between(3, 4))
      .set<&walker::hooves>(korat::any_bool)
      .set<&hippo::child>(hippos.with_null());
  EXPECT_EQ(fields_of(bounds),
            (names{"zoo.star", "zoo.any", "zoo.walks", "hippo0.legs", "hippo0.hooves", "hippo0.child", "hippo1.legs",
                   "hippo1.hooves", "hippo1.child", "walker0.legs", "walker0.hooves"}));
  std::size_t found = 0;
  korat::for_each(
      bounds,
      [](const zoo& z) {
        return z.star == z.any && z.star == z.walks && z.any->legs == 4 && z.star->legs == z.walks->legs &&
               z.walks->hooves && z.star->child == z.star;
      },
      [&](const zoo& z) {
        ++found;
        EXPECT_EQ(z.star->legs, 4);
        EXPECT_TRUE(z.star->hooves);
      });
  EXPECT_EQ(found, 1u);
}

// References to bases are followed when unread fields are completed, whatever the adjustment.
TEST(Inheritance, CompletionFollowsAdjustedPointers) {
  korat::finitization<holder> bounds;
  auto js = bounds.objects<joined>(2, {.null = korat::null_value::excluded});
  bounds.set<&holder::p>(js).set<&joined::z>(korat::between(0, 2));
  EXPECT_EQ(all_vectors(bounds), (vectors{{0, 0, 0}, {0, 1, 0}, {0, 2, 0}}));
  korat::finitization<zoo> animals;
  auto hippos = animals.objects<hippo>(1, {.null = korat::null_value::excluded});
  animals.set<&zoo::any>(hippos).set<&animal::legs>(korat::between(1, 2));
  EXPECT_EQ(all_vectors(animals), (vectors{{0, 0}, {0, 1}}));
}

TEST(Inheritance, TheRootMayInherit) {
  korat::finitization<joined> bounds;
  bounds.set<&first_base::x>(korat::between(0, 1))
      .set<&second_base::y>(korat::between(0, 1))
      .set<&joined::z>(korat::between(0, 1));
  EXPECT_EQ(fields_of(bounds), (names{"joined.x", "joined.y", "joined.z"}));
  EXPECT_EQ(all_vectors(bounds).size(), 8u);
}

// The name of a private member is spoken where the language allows it.
class secret {
 public:
  static korat::finitization<secret> bounded() {
    korat::finitization<secret> bounds;
    auto nodes = bounds.objects<node>(1);
    bounds.set<&secret::hidden_>(korat::between(0, 2))
        .set<&secret::head_>(nodes)
        .set<&node::key_>(korat::between(5, 6));
    return bounds;
  }
  bool rep_ok() const { return hidden_ == 2 && head_ != nullptr && head_->is(6); }
  int hidden() const { return hidden_; }

 private:
  class node {
   public:
    bool is(int key) const { return key_ == key; }

   private:
    friend class secret;
    korat::field<int> key_;
  };
  korat::field<int> hidden_;
  korat::field<node*> head_;
};

TEST(Inheritance, PrivateMembersAreBoundByAStaticFunctionOfTheClass) {
  EXPECT_EQ(fields_of(secret::bounded()), (names{"secret.hidden_", "secret.head_", "node0.key_"}));
  int found = 0;
  korat::for_each(secret::bounded(), &secret::rep_ok, [&](const secret& s) { found += s.hidden(); });
  EXPECT_EQ(found, 2);
}

struct left : animal {};
struct right : animal {};
struct twice : left, right {};
struct hidden_base : private animal {};

TEST(Inheritance, AMemberThatIsAmbiguousOrInaccessibleIsRejectedByName) {
  const auto rejected = [](auto make) {
    try {
      make();
    } catch (const korat::finitization_error& e) {
      return std::string(e.what());
    }
    return std::string("not rejected");
  };
  const auto ambiguous = rejected([] {
    korat::finitization<twice> bounds;
    bounds.set<&animal::legs>(korat::between(0, 1));
    korat::search<twice>(bounds, everything());
  });
  EXPECT_NE(ambiguous.find("animal::legs"), std::string::npos) << ambiguous;
  const auto inaccessible = rejected([] {
    korat::finitization<hidden_base> bounds;
    bounds.set<&animal::legs>(korat::between(0, 1));
    korat::search<hidden_base>(bounds, everything());
  });
  EXPECT_NE(inaccessible.find("animal::legs"), std::string::npos) << inaccessible;
}

}  // namespace
}  // namespace korat_test::inheritance_test
