// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Properties without a test framework: what is counted, what is reported, and that an id leads back.

#include "korat/property.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "korat/diagram.hpp"
#include "korat/fuzz.hpp"
#include "korat/structures.hpp"
#include "trees.hpp"

namespace korat_test::property_test {
namespace {

using namespace korat_test::removal;
using forgets = search_tree::forgets;

auto removal(int count, forgets what, korat::property_options options = {}) {
  const auto body = [what](search_tree& tree, int key) {
    auto expected = keys_below(tree.root);
    expected.erase(key);
    tree.remove(key, what);
    return tree.rep_ok() && keys_below(tree.root) == expected;
  };
  return std::make_unique<korat::property<search_tree, decltype(body), korat::range_domain>>(
      "removal", bounds(count), &search_tree::rep_ok, body, std::move(options), korat::between(0, count - 1));
}

/// In its scope the environment says so.
class environment {
 public:
  environment(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
  ~environment() { unsetenv(name_); }
  environment(const environment&) = delete;
  environment& operator=(const environment&) = delete;

 private:
  const char* name_;
};

TEST(Property, HoldsOnEveryStructureWithEveryArgument) {
  const auto result = removal(4, forgets::nothing)->check();
  EXPECT_EQ(result.structures, 51u);
  EXPECT_EQ(result.calls, 4 * 51u);
  EXPECT_TRUE(result.complete());
  EXPECT_FALSE(result.failed);
  EXPECT_EQ(result.covered_share, 1);
}

TEST(Property, ReportsTheSmallestFailure) {
  for (const int count : {4, 5, 6}) {
    const auto result = removal(count, forgets::right_subtree)->check();
    ASSERT_TRUE(result.failed);
    EXPECT_EQ(result.failed->objects, 5u) << "a tree and four nodes";
  }
  const auto first = removal(6, forgets::right_subtree, {.second_look = 0})->check();
  EXPECT_EQ(first.failed->objects, 7u);
}

TEST(Property, ShowsWhatFails) {
  const auto failed = removal(4, forgets::right_subtree)->check().failed;
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->values, "1");
  EXPECT_EQ(failed->drawing, R"(search_tree
└─ root: node0  key=1
   ├─ left: node1  left=null, right=null, key=0
   └─ right: node2  left=null, key=2
      └─ right: node3  left=null, right=null, key=3
)");
  EXPECT_NE(explain(*failed).find("KORAT_REPLAY=" + failed->id + "\n"), std::string::npos);
}

TEST(Property, IdsLeadStraightToTheStructure) {
  const auto failed = removal(5, forgets::right_subtree)->check().failed;
  ASSERT_TRUE(failed);
  const environment replay("KORAT_REPLAY", failed->id);
  const auto again = removal(5, forgets::right_subtree)->check();
  EXPECT_TRUE(again.replayed);
  EXPECT_EQ(again.calls, 1u);
  ASSERT_TRUE(again.failed);
  EXPECT_EQ(again.failed->vector, failed->vector);
  EXPECT_EQ(again.failed->arguments, failed->arguments);
  EXPECT_EQ(again.failed->id, failed->id);
  const auto repaired = removal(5, forgets::nothing)->check();
  EXPECT_TRUE(repaired.complete());
  EXPECT_FALSE(repaired.failed);
}

TEST(Property, EveryStructureHasAnIdOfItsOwn) {
  std::vector<std::string> ids;
  korat::search search(bounds(4), &search_tree::rep_ok);
  while (search.next_valid()) {
    const auto wanted = search.vector();
    const auto body = [&](const search_tree& tree) { return search.canonical(tree) != wanted; };
    korat::property one("one", bounds(4), &search_tree::rep_ok, body, {.second_look = 0});
    const auto failed = one.check().failed;
    ASSERT_TRUE(failed);
    const environment replay("KORAT_REPLAY", failed->id);
    korat::property again("one", bounds(4), &search_tree::rep_ok, body, {});
    const auto result = again.check();
    ASSERT_TRUE(result.failed);
    EXPECT_EQ(result.failed->vector, wanted);
    ids.push_back(failed->id);
  }
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), 51u);
}

TEST(Property, RefusesIdsOfOthers) {
  const auto id = removal(5, forgets::right_subtree)->check().failed->id;
  const environment replay("KORAT_REPLAY", id);
  EXPECT_TRUE(removal(4, forgets::nothing)->check().other_id);
  const environment wrong("KORAT_REPLAY", id.substr(0, 4) + "!");
  EXPECT_THROW((void)removal(5, forgets::nothing)->check(), korat::usage_error);
}

TEST(Property, CountsAnExceptionAsAFailureAndLetsItGoWhenShown) {
  const auto body = [](const search_tree& tree) {
    if (tree.root) throw std::runtime_error("no trees, please");
  };
  korat::property p("throws", bounds(3), &search_tree::rep_ok, body, {});
  const auto failed = p.check().failed;
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->objects, 2u);
  EXPECT_THROW(p.check(*failed), std::runtime_error);
}

TEST(Property, StopsAtALimitAndTellsSo) {
  const auto result = removal(5, forgets::nothing, {.search = {.max_valid = 10}})->check();
  EXPECT_FALSE(result.complete());
  EXPECT_EQ(result.outcome, korat::outcome::max_valid);
  EXPECT_EQ(result.structures, 10u);
  EXPECT_GT(result.covered_share, 0);
  EXPECT_LT(result.covered_share, 1);
  EXPECT_NE(describe_coverage(result).find(": 10 structures, "), std::string::npos);
  EXPECT_FALSE(korat::incomplete_fails({}));
  EXPECT_TRUE(korat::incomplete_fails({.if_incomplete = korat::incomplete::failed}));
  const environment strict("KORAT_INCOMPLETE", "fail");
  EXPECT_TRUE(korat::incomplete_fails({}));
}

TEST(Property, HasATimeLimit) {
  const auto result = removal(9, forgets::nothing, {.time_limit = std::chrono::microseconds(1)})->check();
  EXPECT_EQ(result.outcome, korat::outcome::condition);
  EXPECT_GE(result.structures, 1u);
  const environment wrong("KORAT_TIME_LIMIT", "soon");
  EXPECT_THROW((void)removal(3, forgets::nothing)->check(), korat::usage_error);
}

TEST(Property, IsDealtOutToSeveralPrograms) {
  const auto all = removal(5, forgets::nothing)->check();
  std::uint64_t structures = 0, calls = 0;
  int failed = 0;
  for (const char* const shard : {"1/3", "2/3", "3/3"}) {
    const environment one("KORAT_SHARD", shard);
    const auto result = removal(5, forgets::nothing)->check();
    EXPECT_TRUE(result.complete());
    EXPECT_LE(result.structures, all.structures / 3 + 1);
    EXPECT_GE(result.structures, all.structures / 3);
    structures += result.structures;
    calls += result.calls;
    failed += removal(5, forgets::right_subtree)->check().failed ? 1 : 0;
  }
  EXPECT_EQ(structures, all.structures);
  EXPECT_EQ(calls, all.calls);
  EXPECT_GE(failed, 1);
  for (const char* const wrong : {"0/3", "4/3", "1", "1/", "1/3x", "a/b", "-1/3"}) {
    const environment one("KORAT_SHARD", wrong);
    EXPECT_THROW((void)removal(3, forgets::nothing)->check(), korat::usage_error) << wrong;
  }
}

TEST(Property, GivesCopiesToWhoAsksForThem) {
  std::vector<korat::owned_structure<search_tree>> kept;
  const auto body = [&](korat::owned_structure<search_tree> tree) {
    tree->remove(1, forgets::nothing);
    const bool ok = tree->rep_ok();
    kept.push_back(std::move(tree));
    return ok;
  };
  korat::property p("keeps", bounds(4), &search_tree::rep_ok, body, {});
  EXPECT_FALSE(p.check().failed);
  EXPECT_EQ(kept.size(), 51u);
}

TEST(Property, IsTheSameByADiagram) {
  const auto result = removal(5, forgets::right_subtree, {.search = {.engine = korat::engine::diagram}})->check();
  ASSERT_TRUE(result.failed);
  EXPECT_EQ(result.failed->objects, 5u);
  EXPECT_EQ(removal(5, forgets::nothing, {.search = {.engine = korat::engine::diagram}})->check().structures, 188u);
}

// What builds a structure, as C++.

enum class color { red, black };
struct mixed {
  korat::field<color> paint;
  char letter = 0;
  std::string name;
  std::optional<int> weight;
  bool flag = false;
  double ratio = 0;
  unsigned count = 0;
  int pair[2] = {};
  std::unique_ptr<mixed> owned;
  std::shared_ptr<mixed> shared;
  korat::array<int> numbers;
};

TEST(Property, WritesCodeForEveryKindOfMember) {
  korat::finitization<mixed> space;
  const auto others = space.objects<mixed>(1);
  space.set<&mixed::paint>(korat::enumerators<color::red, color::black>).set<&mixed::letter>(korat::exactly('\''));
  space.set<&mixed::name>(korat::exactly(std::string("a\"b\n")))
      .set<&mixed::weight>(korat::optional_of(korat::exactly(3)));
  space.set<&mixed::flag>(korat::exactly(true))
      .set<&mixed::ratio>(korat::exactly(0.5))
      .set<&mixed::count>(korat::exactly(4u));
  space.set<&mixed::pair>(korat::between(1, 2)).set<&mixed::owned>(others).set<&mixed::shared>(others);
  space.set<&mixed::numbers>(korat::array_of(korat::exactly(7)).with_length(2));
  korat::property p(
      "mixed", space, [](const mixed&) { return true; }, [](const mixed& m) { return !m.owned; }, {});
  const auto failed = p.check().failed;
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->code.substr(0, failed->code.find("  mixed0->")), R"(  mixed structure{};
  auto* const mixed0 = new mixed{};
  structure.paint = color::red;
  structure.letter = '\'';
  structure.name = "a\"b\012";
  structure.weight = std::nullopt;
  structure.flag = true;
  structure.ratio = 0.5;
  structure.count = 4u;
  structure.pair[0] = 1;
  structure.pair[1] = 1;
  structure.owned.reset(mixed0);
  structure.shared = nullptr;
  structure.numbers.resize(2);
  structure.numbers[0] = 7;
  structure.numbers[1] = 7;
)");
}

// Sequences of operations.

struct call {
  enum { insert, remove } what;
  int key;
  friend std::ostream& operator<<(std::ostream& out, const call& c) {
    return out << (c.what == insert ? "insert " : "remove ") << c.key;
  }
};

TEST(PropertyOfSequences, TriesAllOfThemOnEveryStructure) {
  const auto calls = korat::sequences_of<std::vector<call>>(
      korat::one_of(call{call::remove, 0}, call{call::remove, 1}, call{call::remove, 2}), korat::between(0, 2));
  const auto body = [](search_tree& tree, const std::vector<call>& all) {
    const auto before = keys_below(tree.root).size();
    for (const auto& one : all) tree.remove(one.key, forgets::nothing);
    return keys_below(tree.root).size() + 2 > before;
  };
  korat::property removes("two", bounds(3), &search_tree::rep_ok, body, {.second_look = 0}, calls);
  const auto result = removes.check();
  ASSERT_TRUE(result.failed);
  EXPECT_EQ(result.failed->values, "{remove 0, remove 1}");
  EXPECT_EQ(korat::property(
                "any", bounds(3), &search_tree::rep_ok, [](search_tree&, const std::vector<call>&) { return true; }, {},
                calls)
                .check()
                .calls,
            15u * (1 + 3 + 9));
}

// Several structures.

std::size_t nodes_in(const search_tree& t) { return keys_below(t.root).size(); }

TEST(PropertyOfSeveralStructures, HasEveryPair) {
  const auto others = korat::structures(bounds(3), &search_tree::rep_ok);
  std::size_t shared = 0, pairs = 0, larger = 0;
  const auto body = [&](const search_tree& a, const search_tree& b) {
    ++pairs;
    shared += a.root && a.root.get() == b.root.get() ? 1 : 0;
    larger += nodes_in(a) > nodes_in(b) ? 1 : 0;
    return true;
  };
  const auto result = korat::property("pairs", bounds(3), &search_tree::rep_ok, body, {}, others).check();
  EXPECT_FALSE(result.failed);
  EXPECT_EQ(pairs, 15u * 15u);
  EXPECT_EQ(shared, 0u);
  EXPECT_EQ(larger, 14u * 1 + (6 + 5) * 3 + 5 * 6);  // trees of 0, 1, 2 and 3 keys of three: 1, 3, 6 and 5
}

TEST(PropertyOfSeveralStructures, PutsBothBack) {
  const auto others = korat::structures(bounds(2), &search_tree::rep_ok);
  std::size_t nodes = 0;
  const auto body = [&](search_tree& a, search_tree& b, korat::owned_structure<search_tree> c) {
    nodes += nodes_in(a) + nodes_in(b) + nodes_in(*c);
    a.root = b.root = c->root = nullptr;
    return true;
  };
  const auto body_on = korat::property("both", bounds(2), &search_tree::rep_ok, body, {}, others,
                                       korat::structures(bounds(2), &search_tree::rep_ok))
                           .check();
  EXPECT_EQ(body_on.calls, 5u * 5u * 5u);  // trees of 0, 1 and 2 keys of two: 1, 2 and 2
  EXPECT_EQ(nodes, 3u * 25u * (2 + 2 * 2));
}

TEST(PropertyOfSeveralStructures, ShowsTheOtherOnes) {
  const auto others = korat::structures(bounds(2), &search_tree::rep_ok);
  const auto smaller = [](const search_tree& a, const search_tree& b) { return nodes_in(a) == 0 || nodes_in(b) < 2; };
  korat::property p("smaller", bounds(2), &search_tree::rep_ok, smaller, {}, others);
  const auto result = p.check();
  ASSERT_TRUE(result.failed);
  EXPECT_EQ(result.failed->objects, 2u);
  EXPECT_EQ(result.failed->values.find("\nsearch_tree\n└─ root: node0"), 0u) << result.failed->values;
  const environment replay("KORAT_REPLAY", result.failed->id);
  EXPECT_EQ(korat::property("smaller", bounds(2), &search_tree::rep_ok, smaller, {}, others).check().failed->values,
            result.failed->values);
}

// Samples.

// Trees without keys, of up to so many nodes.

korat::finitization<search_tree> shapes(int count) {
  korat::finitization<search_tree> space;
  const auto nodes = space.objects<node>(count);
  space.set<&search_tree::root>(nodes).set<&node::left>(nodes).set<&node::right>(nodes);
  return space;
}
bool is_tree(const search_tree& t) {
  korat::set<const node*> visited;
  korat::queue<const node*> open;
  if (const node* const root = t.root) visited.insert(root), open.push(root);
  while (!open.empty()) {
    const node* const n = open.front();
    open.pop();
    for (const node* const child : {n->left.get(), n->right.get()}) {
      if (child == nullptr) continue;
      if (!visited.insert(child).second) return false;
      open.push(child);
    }
  }
  return true;
}
std::size_t size_of(const node* n) { return n == nullptr ? 0 : 1 + size_of(n->left) + size_of(n->right); }

/// Under sanitizers no states are saved, so there are no diagrams.
bool are_there_diagrams() {
  try {
    korat::diagram<search_tree>(shapes(1), is_tree);
    return true;
  } catch (const korat::diagram_error&) {
    return false;
  }
}

TEST(PropertyOfSamples, DrawsFromStructuresThatNobodyEnumerates) {
  if (!are_there_diagrams()) GTEST_SKIP();
  const auto path = [](const korat::property_options& options, auto body) {
    return korat::property("samples", shapes(30), is_tree, body, options).check();
  };
  std::size_t most = 0;
  const auto seen =
      path({.samples = 20}, [&](const search_tree& t) { return most = std::max(most, size_of(t.root)), is_tree(t); });
  EXPECT_EQ(seen.structures, 20u);
  EXPECT_TRUE(seen.complete());
  ASSERT_TRUE(seen.population);
  EXPECT_GT(seen.population->size(), 12u);
  EXPECT_GT(most, 15u);
  const auto failed = path({.samples = 20}, [](const search_tree& t) { return size_of(t.root) < 10; });
  ASSERT_TRUE(failed.failed);
  const environment replay("KORAT_REPLAY", failed.failed->id);
  const auto again = path({}, [](const search_tree& t) { return size_of(t.root) < 10; });
  ASSERT_TRUE(again.failed);
  EXPECT_EQ(again.failed->vector, failed.failed->vector);
}

// Bytes.

TEST(Fuzzing, EveryStructureHasItsBytes) {
  if (!are_there_diagrams()) GTEST_SKIP();
  korat::diagram<search_tree> trees(shapes(7), is_tree);  // 626, more than a byte tells
  std::set<std::vector<std::uint32_t>> found;
  for (unsigned high = 0; high < 256; ++high)
    for (unsigned low = 0; low < 256; low += 3) {
      const std::uint8_t bytes[] = {static_cast<std::uint8_t>(high), static_cast<std::uint8_t>(low), 7};
      korat::byte_source source(bytes);
      korat::take_structure(trees, source);
      EXPECT_EQ(source.take_byte(), 7);
      found.insert(trees.vector());
    }
  EXPECT_EQ(found.size(), trees.count().or_largest());
}

TEST(Fuzzing, StructuresThatWereEnumeratedHaveBytesToo) {
  auto trees = korat::structures(bounds(3), &search_tree::rep_ok);
  std::set<korat::candidate_vector> seen;
  for (int byte = 0; byte < 256; ++byte) {
    const std::uint8_t bytes[] = {static_cast<std::uint8_t>(byte)};
    korat::byte_source source(bytes);
    EXPECT_TRUE(korat::take_structure(trees, source).rep_ok());
    EXPECT_TRUE(source.empty());
    seen.insert(trees.search->vector());
  }
  EXPECT_EQ(seen.size(), trees.vectors.size());
  auto none = korat::structures(bounds(1), [](const search_tree&) { return false; });
  korat::byte_source empty({});
  EXPECT_THROW(korat::take_structure(none, empty), korat::usage_error);
}

TEST(Fuzzing, NumbersAreBelowTheirEndAndMissingBytesAreZero) {
  const std::uint8_t bytes[] = {255, 1, 2};
  korat::byte_source source(bytes);
  EXPECT_EQ(source.take(1), 0u);  // takes no byte
  EXPECT_EQ(source.take(10), 5u);
  EXPECT_EQ(source.take(1000), 258u);
  EXPECT_TRUE(source.empty());
  EXPECT_EQ(source.take(1000), 0u);
  EXPECT_THROW(source.take(0), korat::usage_error);
}

class sealed {
 public:
  bool rep_ok() const { return number_ > 0; }

 private:
  korat::field<int> number_;
};
struct number : korat::private_name<number> {};

class sealed_chain {
 public:
  sealed_chain() = default;
  sealed_chain(const sealed_chain&) = delete;
  sealed_chain& operator=(const sealed_chain&) = delete;
  ~sealed_chain() {
    while (first_) delete std::exchange(first_, first_->next.get());
  }
  bool rep_ok() const { return first_ && !first_->next; }

 private:
  struct link {
    korat::field<link*> next;
  };
  korat::field<link*> first_;
};
struct first_link : korat::private_name<first_link> {};

}  // namespace
}  // namespace korat_test::property_test

template struct korat::private_member<korat_test::property_test::number, &korat_test::property_test::sealed::number_>;
template struct korat::private_member<korat_test::property_test::first_link,
                                      &korat_test::property_test::sealed_chain::first_>;

namespace korat_test::property_test {
namespace {

TEST(Property, PrivateMembersAreAssignedByTheirNames) {
  korat::finitization<sealed> space;
  space.set<number>(korat::between(0, 2));
  korat::property never("never", space, &sealed::rep_ok, [](const sealed&) { return false; }, {});
  const auto result = never.check();
  ASSERT_TRUE(result.failed);
  EXPECT_EQ(result.failed->code, "  sealed structure{};\n  (structure.*member_of(number())) = 1;\n");
  EXPECT_NE(result.failed->outside.find("\ntemplate struct private_member<number, &sealed::number_>;\n"),
            std::string::npos)
      << result.failed->outside;
  sealed structure{};
  (structure.*member_of(number())) = 1;
  EXPECT_TRUE(structure.rep_ok());
}

TEST(Property, APrivateNodeIsNamedByWhatLeadsToIt) {
  korat::finitization<sealed_chain> space;
  const auto links = space.objects<korat::type_behind<first_link>>(2, {.null = korat::null_value::excluded});
  space.set<first_link>(links).set<&korat::type_behind<first_link>::next>(links.with_null());
  korat::property never("never", space, &sealed_chain::rep_ok,
                        [](korat::owned_structure<sealed_chain>) { return false; }, {});
  const auto result = never.check();
  ASSERT_TRUE(result.failed);
  EXPECT_EQ(result.failed->code, R"(  auto structure = std::make_unique<sealed_chain>();
  using link = std::remove_cvref_t<decltype(*((*structure).*member_of(first_link())))>;
  auto* const link0 = new link{};
  ((*structure).*member_of(first_link())) = link0;
  link0->next = nullptr;
)");
}

struct labelled {
  const korat::field<int> label{};
  bool rep_ok() const { return label == 2; }
};

TEST(Property, ConstMembersAreMadeAnew) {
  korat::finitization<labelled> space;
  space.set<&labelled::label>(korat::between(0, 2));
  korat::property never("never", space, &labelled::rep_ok, [](const labelled&) { return false; }, {});
  const auto result = never.check();
  ASSERT_TRUE(result.failed);
  EXPECT_EQ(result.failed->code, R"(  labelled structure{};
  std::construct_at(const_cast<std::remove_cvref_t<decltype(structure.label)>*>(&structure.label), 2);
)");
  labelled structure{};
  std::construct_at(const_cast<std::remove_cvref_t<decltype(structure.label)>*>(&structure.label), 2);
  EXPECT_TRUE(structure.rep_ok());
}

TEST(Property, CodeHasTheNamesOfTheParameters) {
  const auto names = korat::detail::parameters_in(
      "(const std::map<int, char>& all, int (&pair)[2], unsigned key, int, const std::string&)", 6);
  ASSERT_EQ(names.size(), 6u);
  EXPECT_EQ(names[0].name, "all");
  EXPECT_EQ(names[0].declaration, "const std::map<int, char>& all");
  EXPECT_EQ(names[1].declaration, "const auto argument1");
  EXPECT_EQ(names[2].declaration, "unsigned key");
  EXPECT_EQ(names[3].declaration, "const auto argument3");
  EXPECT_EQ(names[4].declaration, "const auto argument4");
  EXPECT_EQ(names[5].declaration, "const auto argument5");
  EXPECT_EQ(korat::detail::parameters_in("", 1).front().name, "structure");
}

TEST(Property, ArgumentsAreCode) {
  enum class mode { slow, fast };
  using korat::detail::code_of_value;
  EXPECT_EQ(code_of_value(-3), "-3");
  EXPECT_EQ(code_of_value(std::string("a\"b")), "\"a\\\"b\"");
  EXPECT_EQ(code_of_value(std::vector<std::string>{"a", "b"}), "{\"a\", \"b\"}");
  EXPECT_EQ(code_of_value(std::vector<bool>{true, false}), "{true, false}");
  EXPECT_NE(code_of_value(mode::fast).value().find("mode>(1)"), std::string::npos);
  EXPECT_FALSE(code_of_value(std::pair(1, 2)));
  EXPECT_EQ(korat::detail::shown(std::vector<mode>{mode::slow, mode::fast}), "{mode(0), mode(1)}");
  EXPECT_EQ(korat::detail::shown(std::string("a\n")), "\"a\\012\"");
}

TEST(Property, TheBodyOfATestIsFoundInItsFile) {
  const auto file = std::filesystem::temp_directory_path() / ("korat_body_" + std::to_string(getpid()) + ".cpp");
  std::ofstream(file) << R"(KORAT_TEST(A, B, (int a), "}(") { wrong(); }
KORAT_TEST( A,
  C, (int a), bounds(')'), 1'000) {
  // a brace: }
  if (a == '}') { use("{"); }
}
)";
  EXPECT_EQ(korat::detail::body_of_test(file.c_str(), "A", "C"), "  // a brace: }\n  if (a == '}') { use(\"{\"); }\n");
  EXPECT_EQ(korat::detail::body_of_test(file.c_str(), "A", "B"), "  wrong();\n");
  EXPECT_FALSE(korat::detail::body_of_test(file.c_str(), "A", "D"));
  std::filesystem::remove(file);
  EXPECT_FALSE(korat::detail::body_of_test(file.c_str(), "A", "B"));
}

TEST(Property, ABoundMayComeFromTheEnvironment) {
  EXPECT_EQ(korat::bound(4), 4);
  setenv("KORAT_BOUND", "7", 1);
  EXPECT_EQ(korat::bound(4), 7);
  setenv("KORAT_BOUND", "7x", 1);
  EXPECT_THROW(korat::bound(4), korat::usage_error);
  unsetenv("KORAT_BOUND");
}

}  // namespace
}  // namespace korat_test::property_test
