// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Plain members of every kind, compiled through the pass: which reads are noticed, in which order, and what is found.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "korat/korat.hpp"

namespace {

using names = std::vector<std::string>;
constexpr korat::engine engines[] = {korat::engine::checkpoint, korat::engine::reexecute};

/// The fields of the first candidate, by name, in the order of their first reads.
template <class Root, class Look>
names reads_of(const korat::finitization<Root>& bounds, Look look) {
  korat::search<Root> search(bounds, [look](const Root& root) { return std::invoke(look, root) && false; });
  EXPECT_TRUE(search.next());
  names result;
  for (const auto index : search.accessed()) result.push_back(search.field(index).member);
  return result;
}

/// Valid structures; with every candidate self-checked, so that no read is missed.
template <class Root, class Predicate>
std::uint64_t valid(const korat::finitization<Root>& bounds, Predicate predicate, korat::engine engine) {
  korat::search<Root> search(bounds, predicate, {.engine = engine, .self_checks = korat::search_options::unlimited});
  while (search.next_valid()) continue;
  EXPECT_EQ(search.outcome(), korat::outcome::complete);
  return search.statistics().valid;
}

// References.

template <template <class> class Pointer>
struct tree_of {
  struct node {
    Pointer<node> left{}, right{};
  };
  Pointer<node> root{};
  int size = 0;

  bool rep_ok() const {
    korat::set<const node*> visited;
    return acyclic(root, visited) && static_cast<int>(visited.size()) == size;
  }
  static bool acyclic(const Pointer<node>& n, korat::set<const node*>& visited) {
    return !n || (visited.insert(&*n).second && acyclic(n->left, visited) && acyclic(n->right, visited));
  }
  static korat::finitization<tree_of> bounds(int n) {
    korat::finitization<tree_of> space;
    const auto nodes = space.template objects<node>(n);
    space.template set<&tree_of::root>(nodes).template set<&tree_of::size>(korat::exactly(n));
    space.template set<&node::left>(nodes).template set<&node::right>(nodes);
    return space;
  }
};
template <class T>
using raw = T*;
template <class T>
using unique = std::unique_ptr<T>;
template <class T>
using shared = std::shared_ptr<T>;

TEST(PlainReferences, OfEveryKindMakeTheSameTrees) {
  for (const auto engine : engines) {
    EXPECT_EQ(valid(tree_of<raw>::bounds(5), &tree_of<raw>::rep_ok, engine), 42U);
    EXPECT_EQ(valid(tree_of<unique>::bounds(5), &tree_of<unique>::rep_ok, engine), 42U);
    EXPECT_EQ(valid(tree_of<shared>::bounds(5), &tree_of<shared>::rep_ok, engine), 42U);
  }
}

TEST(PlainReferences, AreCopiedByAPredicateWithoutHarm) {
  using tree = tree_of<shared>;
  const auto copies = [](const tree& t) {
    const auto root = t.root;
    std::vector<std::shared_ptr<tree::node>> path;
    for (auto n = root; n && path.size() < 3; n = n->left) path.push_back(n);
    return path.size() == 2 && root.use_count() == 0;
  };
  for (const auto engine : engines) EXPECT_GT(valid(tree::bounds(3), copies, engine), 0U);
}

TEST(PlainReferences, CanBeResetByAVisitor) {
  using tree = tree_of<unique>;
  const auto counts = korat::for_each(tree::bounds(4), &tree::rep_ok, [](tree& t) {
    (void)t.root.release();
    t.size = 0;
  });
  EXPECT_EQ(counts.valid, 14U);
}

TEST(PlainReferences, InArraysLieWhereTheyShould) {
  struct part {};
  struct parts {
    std::shared_ptr<part> shared[3];
    std::array<std::unique_ptr<part>, 2> unique;
  };
  korat::finitization<parts> bounds("parts");
  const auto any_part = bounds.objects<part>(1);
  bounds.set<&parts::shared>(any_part).set<&parts::unique>(any_part);
  const auto seen = reads_of(bounds, [](const parts& p) { return p.shared[2] || p.unique[1] || p.shared[0]; });
  EXPECT_EQ(seen, (names{"shared[2]", "unique[1]", "shared[0]"}));
  const auto some = [](const parts& p) { return p.shared[1] && !p.unique[0]; };
  for (const auto engine : engines) EXPECT_EQ(valid(bounds, some, engine), 8U);
}

// Values.

enum class colour : unsigned char { red, green, blue };
struct vec {
  float x, y;
};
struct values {
  bool flag = false;
  signed char small = 0;
  colour paint = colour::red;
  double ratio = 0;
  long double wide = 0;
  std::optional<int> maybe;
  std::optional<std::string> note;
  int row[3] = {};
  std::array<short, 2> pair = {};
  std::string text;
  char letters[4] = {};
  vec place = {};
};
float& x_of(values& v) { return v.place.x; }
float& y_of(values& v) { return v.place.y; }

korat::finitization<values> all_values() {
  korat::finitization<values> bounds("values");
  bounds.set<&values::flag>(korat::any_bool)
      .set<&values::small>(korat::between(-1, 1))
      .set<&values::paint>(korat::enumerators<colour::red, colour::blue>)
      .set<&values::ratio>(korat::one_of(0.5, 2.0))
      .set<&values::wide>(korat::one_of(1.0L, 3.0L))
      .set<&values::maybe>(korat::optional_of(korat::between(7, 8)))
      .set<&values::note>(korat::optional_of(korat::one_of("short", "one that is too long to be kept in place")))
      .set<&values::row>(korat::between(0, 1))
      .set<&values::pair>(korat::between(0, 1))
      .set<&values::text>(korat::one_of("a", "b", "another one that is too long to be kept in place"))
      .set<&values::letters>(korat::one_of('\0', 'x'))
      .set<&x_of>(korat::one_of(0.0F, 1.0F))
      .set<&y_of>(korat::one_of(0.0F, 1.0F));
  return bounds;
}

TEST(PlainValues, AreNoticedOneByOne) {
  const auto seen = reads_of(all_values(), [](const values& v) {
    const bool a = v.ratio > 0, b = v.flag, c = v.small == 1, d = v.paint == colour::blue, e = v.wide > 1;
    const bool f = v.row[2] == 1, g = v.pair[1] == 1, h = v.place.y > 0;
    return a | b | c | d | e | f | g | h;
  });
  EXPECT_EQ(seen, (names{"ratio", "flag", "small", "paint", "wide", "row[2]", "pair[1]", "y_of"}));
}

TEST(PlainValues, OptionalsAreOneFieldEach) {
  const auto seen = reads_of(all_values(), [](const values& v) { return v.maybe.has_value() || v.note.has_value(); });
  EXPECT_EQ(seen, (names{"maybe", "note"}));
  for (const auto engine : engines) {
    EXPECT_EQ(valid(
                  all_values(), [](const values& v) { return v.maybe == 8 && v.note && v.note->size() > 9 && !v.flag; },
                  engine),
              valid(
                  all_values(), [](const values& v) { return v.maybe == 7 && v.note && v.note->size() < 9 && v.flag; },
                  engine));
  }
}

TEST(PlainValues, AreAllTakenByOptionals) {
  std::vector<std::optional<int>> seen;
  korat::finitization<values> bounds("values");
  bounds.set<&values::maybe>(korat::optional_of(korat::between(7, 8)));
  for (const values& v : korat::generate(bounds, [](const values& v) { return v.maybe != 6; })) seen.push_back(v.maybe);
  EXPECT_EQ(seen, (std::vector<std::optional<int>>{std::nullopt, 7, 8}));
}

TEST(PlainValues, StringsAreComparedInHeadersAndLibraries) {
  for (const auto engine : engines) {
    korat::finitization<values> bounds("values");
    bounds.set<&values::text>(korat::one_of("a", "b", "another one that is too long to be kept in place"));
    EXPECT_EQ(valid(
                  bounds, [](const values& v) { return v.text == "b"; }, engine),
              1U);
    EXPECT_EQ(valid(
                  bounds, [](const values& v) { return std::string(v.text).find("long") < 99; }, engine),
              1U);
    EXPECT_EQ(valid(
                  bounds, [](const values& v) { return v.text.compare(0, 1, "a") == 0; }, engine),
              2U);
    EXPECT_EQ(valid(
                  bounds, [](const values& v) { return std::string_view(v.text) < "b"; }, engine),
              2U);
  }
}

// More than one value at once.

TEST(PlainCopies, ReadTheWholeStruct) {
  const auto seen = reads_of(all_values(), [](const values& v) {
    const vec copy = v.place;
    return copy.x > 0;
  });
  EXPECT_EQ(seen, (names{"x_of", "y_of"}));
}

[[gnu::noinline]] bool by_value(vec v) { return v.y > v.x; }
TEST(PlainCopies, ByValueReadTheWholeStruct) {
  EXPECT_EQ(reads_of(all_values(), [](const values& v) { return by_value(v.place); }), (names{"x_of", "y_of"}));
}

struct bulk {
  long a[4];
};
struct holder {
  bulk content = {};
};
long (&content_of(holder& h))[4] { return h.content.a; }
[[gnu::noinline]] long sum(bulk b) { return b.a[0] + b.a[3]; }
TEST(PlainCopies, OfLargeStructsToo) {
  korat::finitization<holder> bounds;
  bounds.set<&content_of>(korat::between(0, 1));
  const auto seen = reads_of(bounds, [](const holder& h) { return sum(h.content) == 1; });
  EXPECT_EQ(seen, (names{"content_of[0]", "content_of[1]", "content_of[2]", "content_of[3]"}));
}

TEST(PlainLibraryCalls, ReadWhatTheyLookAtAndNoMore) {
  static const int ones[3] = {1, 1, 1}, zeros[3] = {0, 0, 0};
  // In the first candidate every field holds 0: a comparison with ones ends at the first element.
  EXPECT_EQ(reads_of(all_values(), [](const values& v) { return std::memcmp(v.row, ones, sizeof ones) == 0; }),
            (names{"row[0]"}));
  EXPECT_EQ(reads_of(all_values(), [](const values& v) { return std::memcmp(zeros, v.row, sizeof zeros) == 0; }),
            (names{"row[0]", "row[1]", "row[2]"}));
  EXPECT_EQ(reads_of(all_values(), [](const values& v) { return std::equal(v.row, v.row + 2, zeros); }),
            (names{"row[0]", "row[1]"}));
  EXPECT_EQ(reads_of(all_values(),
                     [](const values& v) {
                       int copy[2];
                       std::memcpy(copy, v.row + 1, sizeof copy);
                       return copy[0] == 1;
                     }),
            (names{"row[1]", "row[2]"}));
  EXPECT_EQ(reads_of(all_values(), [](const values& v) { return std::strlen(v.letters) == 1; }), (names{"letters[0]"}));
  EXPECT_EQ(reads_of(all_values(), [](const values& v) { return std::strcmp("x", v.letters) == 0; }),
            (names{"letters[0]"}));
  EXPECT_EQ(reads_of(all_values(), [](const values& v) { return std::memchr(v.letters, 'x', 4) != nullptr; }),
            (names{"letters[0]", "letters[1]", "letters[2]", "letters[3]"}));
}

TEST(PlainLibraryCalls, FindWhatThereIs) {
  korat::finitization<values> bounds("values");
  bounds.set<&values::letters>(korat::one_of('\0', 'x'));
  for (const auto engine : engines) {
    EXPECT_EQ(valid(
                  bounds, [](const values& v) { return v.letters[3] == 0 && std::strlen(v.letters) == 2; }, engine),
              1U);
    EXPECT_EQ(valid(
                  bounds, [](const values& v) { return std::strncmp(v.letters, "xx", 2) == 0; }, engine),
              4U);
    EXPECT_EQ(valid(
                  bounds, [](const values& v) { return std::string_view(v.letters, 4) == "xxxx"; }, engine),
              1U);
  }
}

// Containers take references to members and read them inside.
TEST(PlainContainers, ReadWhatTheyAreGiven) {
  const auto seen = reads_of(all_values(), [](const values& v) {
    korat::set<int> set;
    korat::vector<int> vector;
    korat::map<int, short> map;
    std::vector<int> standard;
    set.insert(v.row[1]);
    vector.push_back(v.row[0]);
    map.insert({v.row[2], v.pair[1]});
    standard.push_back(v.pair[0]);
    return set.contains(1) && !vector.empty();
  });
  EXPECT_EQ(seen, (names{"row[1]", "row[0]", "row[2]", "pair[1]", "pair[0]"}));
}

// A lambda's own memory is no field; that of a class declared inside one may be.
TEST(PlainContainers, ThatAreDeclaredInALambdaAreReadLikeOthers) {
  const auto seen = [] {
    struct local {
      int number = 0;
      int get() const { return number; }
    };
    korat::finitization<local> bounds("local");
    bounds.set<&local::number>(korat::between(0, 1));
    return reads_of(bounds, [](const local& l) { return l.get() == 1; });
  }();
  EXPECT_EQ(seen, names{"number"});
}

// Classes.

class shape {
 public:
  virtual ~shape() = default;
  virtual bool fits() const = 0;
  static constexpr auto size_member() { return &shape::size_; }

 protected:
  int size_ = 0;
};
class square final : public shape {
 public:
  bool fits() const override { return size_ == sides_; }

 private:
  int sides_ = 0;
  friend struct drawing;
};
class circle final : public shape {
 public:
  bool fits() const override { return size_ == 2 && filled_; }

 private:
  bool filled_ = false;
};
struct filled : korat::private_name<filled> {};

}  // namespace

template struct korat::private_member<filled, &circle::filled_>;

namespace {

struct drawing {
  const shape* figure = nullptr;
  bool rep_ok() const { return figure->fits(); }
  static korat::finitization<drawing> bounds() {
    korat::finitization<drawing> space;
    const auto squares = space.objects<square>(1, {.null = korat::null_value::excluded});
    const auto circles = space.objects<circle>(1, {.null = korat::null_value::excluded});
    space.set<&drawing::figure>(korat::any_of(squares, circles));
    space.set<shape::size_member()>(korat::between(0, 2));
    space.set<&square::sides_>(korat::between(1, 3)).set<filled>(korat::any_bool);
    return space;
  }
};

TEST(PlainClasses, WithBasesVirtualFunctionsAndPrivateMembers) {
  for (const auto engine : engines) EXPECT_EQ(valid(drawing::bounds(), &drawing::rep_ok, engine), 3U);
  EXPECT_EQ(reads_of(drawing::bounds(), &drawing::rep_ok), (names{"figure", "size_", "sides_"}));
}

// Pointers back to the root, and to parts of objects.

struct ring {
  struct link {
    link* next = nullptr;
  };
  struct item {
    int number = 0;
    link hook;
  };
  link head;
  bool rep_ok() const {
    korat::set<const link*> visited;
    const link* l = &head;
    while (visited.insert(l).second) l = l->next;
    return l == &head && visited.size() == 4;
  }
};
ring::link*& next_of(ring::item& i) { return i.hook.next; }
ring::link*& first_of(ring& r) { return r.head.next; }

TEST(PlainClasses, WhosePointersLeadToPartsOfObjectsAndBackToTheRoot) {
  korat::finitization<ring> bounds;
  const auto items = bounds.objects<ring::item>(3, {.null = korat::null_value::excluded});
  const auto links = korat::any_of(bounds.root().part<&ring::head>(), items.part<&ring::item::hook>());
  bounds.set<&first_of>(links).set<&next_of>(links);
  for (const auto engine : engines) EXPECT_EQ(valid(bounds, &ring::rep_ok, engine), 1U);
}

// A bit-field is no place that a function could return a reference to; the member that holds the bits is.
struct packed {
  unsigned bits = 0;
  bool rep_ok() const { return (bits & 1) == 0 && (bits >> 1) == 2; }
};
TEST(PlainClasses, WithBitsInAnInteger) {
  korat::finitization<packed> bounds;
  bounds.set<&packed::bits>(korat::between(0, 7));
  for (const auto engine : engines) EXPECT_EQ(valid(bounds, &packed::rep_ok, engine), 1U);
}

// A bit-field beside a searched member must not be taken for a read of it.
struct beside {
  unsigned short low : 3 = 5;
  unsigned short high : 13 = 0;
  unsigned short searched = 0;
};
TEST(PlainClasses, BitFieldsBesideAMemberAreReadAlone) {
  korat::finitization<beside> bounds;
  bounds.set<&beside::searched>(korat::between(0, 1));
  EXPECT_EQ(reads_of(bounds, [](const beside& b) { return b.low == 5; }), names{});
}

}  // namespace
