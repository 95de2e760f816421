// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Searches with symbolic fields against searches that enumerate them. A *way* is a shape and the answers of the
// predicate's comparisons; the predicates here write these down when they are asked outside a search. There must be one
// structure for each way that the enumeration knows, with the smallest values of all that go it.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "korat/korat.hpp"
#include "korat/listener.hpp"
#include "korat/print.hpp"
#include "tests/search/sanitized.hpp"
#ifdef KORAT_TEST_Z3
#include "korat/smt.hpp"
#endif

namespace korat_test::symbolic_test {
namespace {

using korat::between;
using korat::field;
using korat::finitization;
using korat::search_options;

std::string* way = nullptr;  // where answers are written down

bool noted(bool answer) {
  if (way != nullptr) *way += answer ? '+' : '-';
  return answer;
}
int noted(int value) {
  if (way != nullptr) *way += "=" + std::to_string(value);
  return value;
}

/// The structure as text without the values of these members, and these values.
struct masked {
  std::string shape;
  std::vector<std::int64_t> values;
};
masked mask(korat::structure s, const std::set<std::string>& members) {
  masked result;
  for (auto& o : s.objects)
    for (auto& f : o.fields) {
      const auto name = f.name.substr(0, f.name.find('['));
      if (!members.contains(name) || f.name.ends_with(".length")) continue;
      if (const auto* const n = std::get_if<std::int64_t>(&f.value))
        result.values.push_back(*n);
      else if (const auto* const u = std::get_if<std::uint64_t>(&f.value))
        result.values.push_back(static_cast<std::int64_t>(*u));
      f.value = korat::null_reference{};
    }
  result.shape = to_text(s);
  return result;
}

struct found {
  int times = 0;
  std::vector<std::int64_t> least;  // value by value
};
using ways = std::map<std::string, found>;

template <class Root, class Predicate>
ways ways_of(const finitization<Root>& bounds, Predicate predicate, const std::set<std::string>& open,
             search_options options = {}) {
  ways result;
  korat::search<Root> search(bounds, predicate, std::move(options));
  while (search.next_valid()) {
    auto [text, values] = mask(search.snapshot(), open);
    way = &text;
    EXPECT_TRUE(std::invoke(predicate, search.structure())) << to_text(search.snapshot());
    way = nullptr;
    auto& here = result[text];
    if (here.times++ == 0) here.least = values;
    for (std::size_t i = 0; i < values.size(); ++i) here.least[i] = std::min(here.least[i], values[i]);
  }
  return result;
}

enum class values { least, any };

/// By states from the first candidate on; with each candidate run again from its beginning; by re-execution; as usual.
std::vector<search_options> all_engines() {
  return {{.self_checks = 0}, {.self_checks = search_options::unlimited}, {.engine = korat::engine::reexecute}, {}};
}

/// Returns how many ways there are.
template <class Root, class Predicate>
std::size_t expect_same_ways(const finitization<Root>& bounds, Predicate predicate, const std::set<std::string>& open,
                             values which = values::least) {
  const auto expected = ways_of(bounds, predicate, open);
  for (auto options : all_engines()) {
    options.symbolic.assign(open.begin(), open.end());
    const auto symbolic = ways_of(bounds, predicate, open, std::move(options));
    for (const auto& [text, there] : expected) {
      const auto here = symbolic.find(text);
      if (here == symbolic.end()) {
        ADD_FAILURE() << "missing: " << text;
        continue;
      }
      EXPECT_EQ(here->second.times, 1) << text;
      if (which == values::least) {
        EXPECT_EQ(here->second.least, there.least) << text;
      }
    }
    EXPECT_EQ(symbolic.size(), expected.size());
  }
  return expected.size();
}

// --- structures

struct list_node {
  field<list_node*> next;
  field<int> key;
};
struct list {
  field<list_node*> first;

  bool is_list() const {
    korat::set<const list_node*> seen;
    for (const list_node* n = first; n != nullptr; n = n->next)
      if (!seen.insert(n).second) return false;
    return true;
  }
  template <class Check>
  bool each_pair(Check check) const {
    if (!is_list()) return false;
    for (const list_node* n = first; n != nullptr && n->next; n = n->next)
      if (!check(*n, *n->next)) return false;
    return true;
  }
  bool sorted() const {
    return each_pair([](const auto& a, const auto& b) { return noted(a.key <= b.key); });
  }
  /// Any order will do, but each is a way of its own.
  bool compared() const {
    return each_pair([](const auto& a, const auto& b) { return noted(a.key < b.key) || true; });
  }
  bool all_different() const {
    if (!is_list()) return false;
    for (const list_node* a = first; a != nullptr; a = a->next)
      for (const list_node* b = a->next; b != nullptr; b = b->next)
        if (noted(a->key == b->key)) return false;
    return true;
  }
  bool steps_of_two() const {
    return each_pair([](const auto& a, const auto& b) { return noted(korat::symbolic(a.key) + 2 == b.key); });
  }
  bool in_a_set() const {
    if (!is_list()) return false;
    std::set<int> seen;
    for (const list_node* n = first; n != nullptr; n = n->next)
      if (!seen.insert(noted(int{n->key})).second) return false;
    return true;
  }
  bool hashed() const {
    if (!is_list()) return false;
    std::unordered_set<int> seen;
    for (const list_node* n = first; n != nullptr; n = n->next) {
      seen.insert(n->key);
      noted(int{n->key});
    }
    return seen.size() >= 1;
  }
  bool as_index() const {
    static constexpr std::array table{true, false, true, true, false, true, true, true};
    if (!is_list()) return false;
    for (const list_node* n = first; n != nullptr; n = n->next)
      if (!table[static_cast<std::size_t>(noted(int{n->key}))]) return false;
    return true;
  }
  /// Compared first, needed as a plain number later.
  bool late() const {
    int sum = 0;
    if (!each_pair([](const auto& a, const auto& b) { return noted(a.key < b.key); })) return false;
    for (const list_node* n = first; n != nullptr; n = n->next) sum += noted(int{n->key});
    return sum % 2 == 0;
  }
};

finitization<list> lists(int n, int keys) {
  finitization<list> space("list");
  const auto nodes = space.objects<list_node>(n);
  space.set<&list::first>(nodes).set<&list_node::next>(nodes).set<&list_node::key>(between(0, keys - 1));
  return space;
}

TEST(SymbolicSearch, TakesEachWayOfSortedListsOnce) {
  for (int n = 0; n <= 4; ++n)
    EXPECT_EQ(expect_same_ways(lists(n, 4), &list::sorted, {"key"}), static_cast<std::size_t>(n) + 1);
}

TEST(SymbolicSearch, TellsOrdersApartThatThePredicateTellsApart) {
  EXPECT_EQ(expect_same_ways(lists(4, 4), &list::compared, {"key"}), 1u + 1 + 2 + 4 + 8);
  EXPECT_EQ(expect_same_ways(lists(4, 2), &list::compared, {"key"}), 1u + 1 + 2 + 3 + 5);  // no two rises in a row
}

TEST(SymbolicSearch, SaysThatItHasNotCountedWhatItsStructuresStandFor) {
  korat::search search(lists(3, 4), &list::sorted, {.symbolic = {"key"}});
  while (search.next_valid()) {
  }
  EXPECT_THROW(search.concrete(), korat::usage_error);
}

TEST(SymbolicSearch, FindsOnlyValuesOfTheDomain) {
  EXPECT_EQ(expect_same_ways(lists(4, 2), &list::all_different, {"key"}, values::any), 3u);
  EXPECT_EQ(expect_same_ways(lists(5, 5), &list::all_different, {"key"}, values::any), 6u);
  EXPECT_EQ(expect_same_ways(lists(5, 6), &list::steps_of_two, {"key"}), 4u);
}

TEST(SymbolicSearch, EnumeratesWhatIsNeededAsAPlainNumber) {
  EXPECT_EQ(expect_same_ways(lists(3, 4), &list::in_a_set, {"key"}), 1u + 4 + 12 + 24);
  EXPECT_EQ(expect_same_ways(lists(3, 3), &list::hashed, {"key"}), 3u + 9 + 27);
  EXPECT_EQ(expect_same_ways(lists(3, 8), &list::as_index, {"key"}), 1u + 6 + 36 + 216);
  expect_same_ways(lists(4, 5), &list::late, {"key"});
}

TEST(SymbolicSearch, OfUnsortedAndSparseDomains) {
  finitization<list> space("list");
  const auto nodes = space.objects<list_node>(4);
  space.set<&list::first>(nodes).set<&list_node::next>(nodes).set<&list_node::key>(korat::one_of(11, -3, 2, 5));
  EXPECT_EQ(expect_same_ways(space, &list::sorted, {"key"}), 5u);
  EXPECT_EQ(expect_same_ways(space, &list::all_different, {"key"}, values::any), 5u);
  EXPECT_EQ(expect_same_ways(space, &list::steps_of_two, {"key"}), 2u);
  expect_same_ways(space, &list::in_a_set, {"key"});
}

/// Domains that cannot be enumerated: what else could they be for?
TEST(SymbolicSearch, OfAllIntegers) {
  finitization<list> space("list");
  const auto nodes = space.objects<list_node>(6);
  space.set<&list::first>(nodes).set<&list_node::next>(nodes).set<&list_node::key>(
      between(-1'000'000'000, 1'000'000'000));
  korat::search search(space, &list::all_different, {.symbolic = {"key"}});
  int count = 0;
  while (search.next_valid()) ++count;
  EXPECT_EQ(count, 7);
  EXPECT_LT(search.statistics().explored, 200u);
}

TEST(SymbolicSearch, LeavesFieldsThatAreTooSparseEnumerated) {
  finitization<list> space("list");
  const auto nodes = space.objects<list_node>(2);
  space.set<&list::first>(nodes).set<&list_node::next>(nodes).set<&list_node::key>(korat::one_of(0, 1'000'000'000));
  korat::search search(space, &list::sorted, {.symbolic = {"key"}});
  while (search.next_valid()) {
  }
  EXPECT_EQ(search.statistics().valid, 1u + 2 + 3);
}

struct mixed {
  field<unsigned char> small;
  field<std::int64_t> large;
  field<std::uint64_t> natural;
  field<short> given;
  field<bool> flag;

  bool compared() const {
    if (!noted(small < 200) || !noted(large > 0)) return false;
    if (flag && noted(natural > static_cast<std::uint64_t>(INT64_MAX))) return false;
    return noted(given == small);
  }
};

TEST(SymbolicSearch, OfNumbersOfAllTypes) {
  finitization<mixed> space("mixed");
  space.set<&mixed::small>(between(198, 201))
      .set<&mixed::large>(korat::one_of(INT64_MIN, std::int64_t{0}, std::int64_t{1}));
  space.set<&mixed::natural>(korat::one_of(std::uint64_t{0}, std::uint64_t{1}));
  space.set<&mixed::given>(between(-1, 199)).set<&mixed::flag>(korat::any_bool);
  expect_same_ways(space, &mixed::compared, {"small", "large", "natural", "given"}, values::any);
}

enum class phase : signed char { idle = -3, waiting = 0, running = 2, done = 7 };

struct job {
  field<phase> first, second;
  field<bool> late;
  bool ok() const {
    if (noted(first == phase::done)) return noted(late == true);
    return noted(first < second) || noted(second == phase::idle);
  }
};

/// They are compared as the numbers they are; where they have to be named.
TEST(SymbolicSearch, LeavesEnumeratorsOpenThatAreNamed) {
  finitization<job> space("job");
  const auto phases = korat::enumerators<phase::running, phase::idle, phase::done, phase::waiting>;
  space.set<&job::first>(phases).set<&job::second>(phases).set<&job::late>(korat::any_bool);
  EXPECT_EQ(expect_same_ways(space, &job::ok, {"first", "second"}, values::any), 5u);
  EXPECT_EQ(expect_same_ways(space, &job::ok, {"first", "second", "late"}, values::any), 3u);
  EXPECT_THROW(korat::search(space, &job::ok, {.symbolic = {"*"}}), korat::usage_error);
  korat::search all(space, &job::ok,
                    {.symbolic = {"job::first", "second", "late"}, .expand = search_options::unlimited});
  korat::search plain(space, &job::ok);
  std::set<korat::candidate_vector> expected, found;
  while (plain.next_valid()) expected.insert(plain.vector());
  while (all.next_valid()) EXPECT_TRUE(found.insert(all.vector()).second);
  EXPECT_EQ(found, expected);
}

/// Fields that the predicate does not read have one value that stands for all.
struct half_read {
  field<int> read, unread;
  field<bool> flag;
  bool ok() const { return noted(read >= 2); }
};

TEST(SymbolicSearch, GivesUnreadFieldsOneValue) {
  finitization<half_read> space("half_read");
  space.set<&half_read::read>(between(0, 4))
      .set<&half_read::unread>(between(3, 9))
      .set<&half_read::flag>(korat::any_bool);
  EXPECT_EQ(expect_same_ways(space, &half_read::ok, {"read", "unread"}), 2u);  // those of the flag
  korat::search search(space, &half_read::ok, {.symbolic = {"read"}});
  while (search.next_valid()) {
  }
  EXPECT_EQ(search.statistics().valid, 14u);
}

/// More decisions than there are fields.
struct many_questions {
  field<int> n;
  bool ok() const {
    int at = 0;
    while (noted(n > at)) ++at;
    return at % 2 == 0;
  }
};

TEST(SymbolicSearch, MakesMoreDecisionsThanThereAreFields) {
  finitization<many_questions> space("many_questions");
  space.set<&many_questions::n>(between(0, 100));
  EXPECT_EQ(expect_same_ways(space, &many_questions::ok, {"n"}), 51u);
}

/// What is neither a bound nor a difference.
struct factors {
  field<int> a, b;
  bool ok() const { return noted(korat::symbolic(a) * b == 391) && noted(a <= b); }
  bool divided() const { return noted(100 / korat::symbolic(a) == b); }
};

struct long_chain {
  std::array<field<int>, 80> n;
  bool ok() const {
    for (std::size_t i = 1; i < n.size(); ++i)
      if (!noted(n[i - 1] < n[i])) return false;
    return true;
  }
};

/// More than the closure of differences holds: from there on each comparison is thought about.
TEST(SymbolicSearch, ComparesMoreNumbersThanAreKeptClosed) {
  finitization<long_chain> space;
  space.set<&long_chain::n>(between(0, 79));
  for (auto options : all_engines()) {
    options.symbolic = {"n"};
    korat::search search(space, &long_chain::ok, options);
    ASSERT_TRUE(search.next_valid());
    for (int i = 0; i < 80; ++i) EXPECT_EQ(search.structure().n[static_cast<std::size_t>(i)], i);
    EXPECT_FALSE(search.next_valid());
    EXPECT_EQ(search.statistics().explored, 80u);
  }
}

TEST(SymbolicSearch, TriesValuesWhereItCannotReason) {
  finitization<factors> space("factors");
  space.set<&factors::a>(between(0, 60)).set<&factors::b>(between(0, 60));
  korat::search search(space, &factors::ok, {.symbolic = {"*"}});
  ASSERT_TRUE(search.next_valid());
  EXPECT_EQ(search.structure().a, 17);
  EXPECT_EQ(search.structure().b, 23);
  EXPECT_FALSE(search.next_valid());
  EXPECT_EQ(search.engine_note().value_or("").find("are left out"), std::string::npos)
      << "no product of these overflows";
}

/// What C++ leaves undefined is no way at all.
TEST(SymbolicSearch, AvoidsWhatIsUndefined) {
  finitization<factors> space("factors");
  space.set<&factors::a>(between(0, 9)).set<&factors::b>(between(0, 60));
  std::set<std::pair<int, int>> pairs, expected;
  korat::search search(space, &factors::divided, {.symbolic = {"*"}});
  while (search.next_valid()) pairs.emplace(search.structure().a, search.structure().b);
  for (int a = 1; a <= 9; ++a)
    if (100 / a <= 60) expected.emplace(a, 100 / a);
  EXPECT_EQ(pairs, expected);
  EXPECT_NE(search.engine_note().value_or("").find("are left out"), std::string::npos);
}

// --- as a search

TEST(SymbolicSearch, CanBeStoppedAndContinued) {
  const auto space = lists(4, 4);
  korat::search whole(space, &list::compared, {.symbolic = {"key"}});
  korat::search pieces(space, &list::compared, {.max_valid = 1, .symbolic = {"key"}});
  while (whole.next_valid()) {
    ASSERT_TRUE(pieces.next_valid());
    EXPECT_EQ(whole.vector(), pieces.vector());
    EXPECT_FALSE(pieces.next_valid());
  }
  EXPECT_FALSE(pieces.next_valid());
  EXPECT_EQ(whole.statistics().explored, pieces.statistics().explored);
}

TEST(SymbolicSearch, CanBeginAgain) {
  korat::search search(lists(4, 4), &list::compared, {.symbolic = {"key"}});
  std::vector<korat::candidate_vector> first, second;
  for (int i = 0; i < 7 && search.next_valid(); ++i) first.push_back(search.vector());
  search.to_start();
  for (int i = 0; i < 7 && search.next_valid(); ++i) second.push_back(search.vector());
  EXPECT_EQ(first, second);
}

/// A rejected candidate is shown with values that are rejected.
TEST(SymbolicSearch, ShowsRejectedCandidatesWithTheirValues) {
  korat::search search(lists(3, 4), &list::sorted, {.symbolic = {"key"}, .self_checks = 0});
  int rejected = 0;
  while (search.next()) {
    EXPECT_EQ(search.structure().sorted(), search.valid()) << to_text(search.snapshot());
    rejected += search.valid() ? 0 : 1;
  }
  EXPECT_GT(rejected, 0);
}

TEST(SymbolicSearch, LetsAVisitorChangeTheStructure) {
  int visited = 0;
  const auto counts = korat::for_each(lists(4, 4), &list::compared,
                                      [&](list& l) {
                                        ++visited;
                                        if (l.first) l.first->key = 77;
                                        l.first = nullptr;
                                      },
                                      {.symbolic = {"key"}});
  EXPECT_EQ(counts.valid, 16u);
  EXPECT_EQ(visited, 16);
}

TEST(SymbolicSearch, ChecksEveryCandidateIfAsked) {
  korat::search search(lists(4, 4), &list::late, {.symbolic = {"key"}, .self_checks = search_options::unlimited});
  while (search.next_valid()) {
  }
  EXPECT_EQ(search.statistics().self_checks, search.statistics().explored);
}

// --- what is refused

template <class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const korat::usage_error& e) {
    return e.what();
  }
  return "nothing was thrown";
}

struct plain_node {
  int key = 0;
  field<bool> flag;
  bool ok() const { return korat::read(key) > 0; }
};

TEST(SymbolicSearch, RefusesMembersThatCannotBeOpen) {
  const auto search = [](const std::string& member) {
    return message_of([&] { korat::search s(lists(2, 2), &list::sorted, {.symbolic = {member}}); });
  };
  EXPECT_EQ(search("kye"), "korat: there is no member kye to be symbolic");
  EXPECT_EQ(search("list_node::next"),
            "korat: list_node::next cannot be symbolic: it is no integer, bool or enumerator");
  finitization<plain_node> space("plain_node");
  space.set<&plain_node::key>(between(0, 3)).set<&plain_node::flag>(korat::any_bool);
  EXPECT_EQ(message_of([&] { korat::search s(space, &plain_node::ok, {.symbolic = {"key"}}); }),
            "korat: plain_node::key cannot be symbolic: only comparisons of a korat::field<> are noticed, and it is a "
            "plain member");
  EXPECT_EQ(message_of([&] { korat::search s(space, &plain_node::ok, {.symbolic = {"*"}}); }),
            "korat: plain_node has no integer member that can be symbolic");
}

TEST(SymbolicSearch, RefusesOptionsThatMakeNoSense) {
  const auto with = [](search_options options) {
    options.symbolic = {"key"};
    return message_of([&] { korat::search s(lists(2, 2), &list::sorted, options); });
  };
  const korat::candidate_vector some(5);
  const auto says = [&](search_options options, const std::string& why) {
    EXPECT_NE(with(std::move(options)).find("korat: with symbolic fields " + why), std::string::npos) << why;
  };
  says({.direction = korat::direction::backward}, "a search goes forward only: which answers");
  says({.from = some}, "there are no ranges: a candidate stands for vectors that lie apart");
  says({.to = some}, "there are no ranges: a candidate stands for vectors that lie apart");
  says({.count_reach = true}, "no coverage can be counted: the vectors");
  says({.count_rejections = true}, "no coverage can be counted: the vectors");
  says({.track = 3}, "no coverage can be counted: the vectors");
  for (const korat::diagnosis& d : {korat::diagnosis{.trace_reads = true}, korat::diagnosis{.read_first = {0}}})
    EXPECT_EQ(message_of([&] { korat::diagnosed(describe(lists(2, 2), &list::sorted), d, {.symbolic = {"key"}}); }),
              "korat: with symbolic fields the order of reads can be neither traced nor changed");
  EXPECT_NE(with({.expand = 0}), "nothing was thrown");
  EXPECT_NE(message_of([] { korat::search s(lists(2, 2), &list::sorted, {.expand = 2}); }), "nothing was thrown");
}

TEST(SymbolicSearch, RefusesToWalk) {
  korat::search s(lists(2, 2), &list::sorted, {.symbolic = {"key"}});
  ASSERT_TRUE(s.next_valid());
  const auto at = s.vector();
  std::mt19937_64 random;
  const auto refuses = [](auto action, const std::string& why) {
    EXPECT_NE(message_of(action).find("korat: a search with symbolic fields " + why), std::string::npos) << why;
  };
  refuses([&] { s.previous(); }, "goes forward only: which answers");
  refuses([&] { s.previous_valid(); }, "goes forward only: which answers");
  refuses([&] { s.seek(at); }, "cannot go to a vector: a candidate stands for many of them");
  refuses([&] { s.resume(at, {}); }, "cannot be resumed: a vector does not say which way the comparisons went");
  refuses([&] { s.coverage(); }, "counts no coverage: the vectors that a candidate stands for");
  refuses([&] { s.covered_share(); }, "counts no coverage: the vectors that a candidate stands for");
  EXPECT_THROW(s.canonical(at), korat::usage_error);
  EXPECT_THROW(s.canonical(s.structure()), korat::usage_error);
  EXPECT_THROW(s.at_share(0.5), korat::usage_error);
  EXPECT_THROW(s.sample(random), korat::usage_error);
  EXPECT_THROW(random_probe(s, 1), korat::usage_error);
  EXPECT_TRUE(s.next_valid());  // and stands where it stood
}

// --- predicates that misbehave

template <class Predicate>
korat::predicate_error::details trouble_with(Predicate predicate, search_options options = {}) {
  options.symbolic = {"key"};
  try {
    korat::search search(lists(5, 4), predicate, options);
    while (search.next_valid()) {
    }
  } catch (const korat::predicate_error& e) {
    return e.why();
  }
  ADD_FAILURE() << "nobody complained";
  return {};
}

TEST(SymbolicSearch, ReportsAPredicateThatChangesItsMind) {
  int calls = 0;
  const auto fickle = [&calls](const list& l) {
    ++calls;
    return l.each_pair([&](const auto& a, const auto& b) { return calls % 3 != 0 ? a.key < b.key : b.key <= a.key; });
  };
  EXPECT_EQ(trouble_with(fickle, {.engine = korat::engine::reexecute, .self_checks = 0}).kind,
            korat::misbehaviour::changed_its_mind);
  EXPECT_NE(trouble_with(fickle).reason, "");
}

TEST(SymbolicSearch, ReportsAFieldThatIsReadBehindItsBack) {
  const auto sly = [](const list& l) {
    if (!l.sorted()) return false;
    int key = 0;
    if (l.first) std::memcpy(&key, static_cast<const void*>(&l.first->key), sizeof key);
    return key != 1;
  };
  EXPECT_EQ(trouble_with(sly).kind, korat::misbehaviour::missed_read);
}

TEST(SymbolicSearch, ReportsACrashWithValuesThatLeadToIt) {
  const auto careless = [](const list& l) {
    if (!l.is_list()) return false;
    for (const list_node* n = l.first; n != nullptr; n = n->next)
      if (n->key > 2) throw std::runtime_error("too large");
    return true;
  };
  const auto why = trouble_with(careless);
  EXPECT_EQ(why.kind, korat::misbehaviour::threw);
  EXPECT_NE(why.drawing.find("key=3"), std::string::npos) << why.drawing;
}

// --- random predicates

/// A program of a few instructions over open numbers. Jumps lead forward, so it ends.
struct instruction {
  enum class kind { load, add, subtract, scale, less, equal, fix } what;
  int to, a, b, constant;
  std::size_t no;  // where to go on if a comparison says no
};
struct program {
  std::vector<instruction> code;
  std::vector<bool> accepts;  // if it ends before this instruction
};

template <class T>
struct numbers_of {
  static constexpr int count = 4;
  std::array<field<T>, count> n;
};
using numbers = numbers_of<int>;

const program* running = nullptr;

/// Number: a T, or a value<T>.
template <class Number, class T = int, class Fields>
bool run(const program& p, const Fields& fields) {
  std::array<Number, 4> r{};
  std::size_t at = 0;
  for (; at < p.code.size(); ++at) {
    const auto& i = p.code[at];
    const auto to = static_cast<std::size_t>(i.to), a = static_cast<std::size_t>(i.a),
               b = static_cast<std::size_t>(i.b);
    const auto constant = static_cast<T>(i.constant);
    bool yes = true;
    switch (i.what) {
      case instruction::kind::load: r[to] = fields[a]; break;
      case instruction::kind::add: r[to] = Number(r[a] + constant); break;
      case instruction::kind::subtract: r[to] = Number(r[a] - r[b]); break;
      case instruction::kind::scale: r[to] = Number(r[a] * r[b] % 7); break;
      case instruction::kind::less: yes = noted(r[a] < r[b]); break;
      case instruction::kind::equal: yes = noted(r[a] == Number(r[b] + constant)); break;
      case instruction::kind::fix: yes = noted(static_cast<int>(fields[a])) % 2 == 0; break;
    }
    if (!yes) at = i.no;
  }
  return p.accepts[at - p.code.size()];
}

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

 private:
  std::mt19937_64 random_;
};

program random_program(Dice& dice, bool linear) {
  using kind = instruction::kind;
  program p;
  const int length = 6 + dice.below(14);
  for (int at = 0; at < length; ++at) {
    static constexpr kind kinds[] = {kind::load, kind::load,  kind::less, kind::less,     kind::equal,
                                     kind::add,  kind::equal, kind::fix,  kind::subtract, kind::scale};
    const auto what = at < 3 ? kind::load : kinds[dice.below(linear ? 8 : 10)];
    const int jump = at + dice.below(length - at + 2);
    p.code.push_back({what, at < 3 ? at : dice.below(4), dice.below(4), dice.below(4), dice.below(5) - 2,
                      static_cast<std::size_t>(jump)});
  }
  for (int i = 0; i < length + 3; ++i) p.accepts.push_back(dice.below(3) != 0);
  return p;
}

struct outcome {
  std::map<std::string, int> ways;
  std::set<std::vector<int>> structures;
};

/// By the search; every structure is run once more on plain numbers.
outcome by_search(const program& p, int values, search_options options, korat::solver_maker solver,
                  korat::concrete_count* counted = nullptr) {
  outcome result;
  running = &p;
  finitization<numbers> space("numbers");
  space.set<&numbers::n>(between(-1, values - 2));
  const auto predicate = [](const numbers& n) { return run<korat::value<int>>(*running, n.n); };
  options.symbolic = {"n"};
  options.solver = std::move(solver);
  korat::search search(space, predicate, std::move(options));
  while (search.next_valid()) {
    std::vector<int> found;
    for (const auto& f : search.structure().n) found.push_back(f);
    std::string text;
    way = &text;
    EXPECT_TRUE(run<int>(p, found));
    way = nullptr;
    ++result.ways[text];
    EXPECT_TRUE(result.structures.insert(found).second) << "twice the same structure";
  }
  if (counted != nullptr) *counted = search.concrete();
  return result;
}

/// By trying everything, without a search.
std::set<std::string> by_brute_force(const program& p, int values) {
  std::set<std::string> result;
  std::vector<int> n(numbers::count, -1);
  for (;;) {
    std::string text;
    way = &text;
    if (run<int>(p, n)) result.insert(text);
    way = nullptr;
    std::size_t i = 0;
    while (i < n.size() && ++n[i] == values - 1) n[i++] = -1;
    if (i == n.size()) return result;
  }
}

unsigned cases(unsigned usual) {
  const char* const asked = std::getenv("KORAT_TEST_CASES");
  return asked != nullptr ? static_cast<unsigned>(std::atoi(asked)) : usual / so_many(1U, 4U);
}

TEST(RandomSymbolicSearch, TakesEachWayOnce) {
  std::size_t taken = 0;
  for (unsigned seed = 0; seed < cases(600); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Dice dice(seed);
    const auto p = random_program(dice, true);
    const int values = 2 + dice.below(4);
    const auto expected = by_brute_force(p, values);
    for (const auto& options : all_engines()) {
      const auto found = by_search(p, values, options, {});
      ASSERT_EQ(found.ways.size(), expected.size());
      for (const auto& [text, times] : found.ways) {
        ASSERT_TRUE(expected.contains(text)) << text;
        ASSERT_EQ(times, 1) << text;
      }
    }
    taken += expected.size();
  }
  EXPECT_GT(taken, 0u);
}

/// Where values are tried one after the other, a way may be taken more than once, but none is missed.
TEST(RandomSymbolicSearch, MissesNothingWhereItCannotReason) {
  for (unsigned seed = 0; seed < cases(400); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Dice dice(seed);
    const auto p = random_program(dice, false);
    const int values = 2 + dice.below(4);
    const auto expected = by_brute_force(p, values);
    for (const auto& options : all_engines()) {
      const auto found = by_search(p, values, options, {});
      ASSERT_EQ(found.ways.size(), expected.size());
      for (const auto& each : expected) ASSERT_TRUE(found.ways.contains(each)) << each;
    }
  }
}

/// Of `values` numbers from `low` on; nothing overflows.
template <class T = int>
std::set<std::vector<T>> accepted(const program& p, int values, T low = -1) {
  std::set<std::vector<T>> result;
  std::vector<int> steps(numbers::count);
  for (;;) {
    std::vector<T> n;
    for (const int s : steps) n.push_back(static_cast<T>(low + static_cast<T>(s)));
    if (run<T, T>(p, n)) result.insert(n);
    std::size_t i = 0;
    while (i < steps.size() && ++steps[i] == values) steps[i++] = 0;
    if (i == steps.size()) return result;
  }
}

/// All that the structures stand for is what is there, each once, and as many as were counted; be there fields unread
/// or not.
TEST(RandomSymbolicSearch, ExpandsToAllThatIsThere) {
  for (unsigned seed = 0; seed < cases(120); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Dice dice(seed);
    const auto p = random_program(dice, seed % 2 == 0);
    const int values = 2 + dice.below(4);
    const auto expected = accepted(p, values);
    for (auto options : all_engines()) {
      options.expand = search_options::unlimited;
      options.count_concrete = true;
      korat::concrete_count counted;
      const auto found = by_search(p, values, options, {}, &counted);
      ASSERT_EQ(found.structures, expected);
      ASSERT_EQ(counted.structures, korat::big_integer(expected.size()));
      ASSERT_EQ(counted.uncounted, 0u);
    }
  }
}

template <class T>
void expect_all_of_type(std::initializer_list<T> lows, unsigned programs) {
  for (unsigned seed = 0; seed < cases(programs); ++seed)
    for (const T low : lows) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " from " << +low);
      Dice dice(seed);
      const auto p = random_program(dice, seed % 2 == 0);
      const int values = 2 + dice.below(4);
      const auto expected = accepted<T>(p, values, low);
      std::vector<T> domain;
      for (int i = values; i-- > 0;) domain.push_back(static_cast<T>(low + static_cast<T>(i)));
      finitization<numbers_of<T>> space("numbers");
      space.template set<&numbers_of<T>::n>(korat::one_of(domain));
      for (auto options : all_engines()) {
        options.symbolic = {"n"};
        options.expand = search_options::unlimited;
        options.count_concrete = true;
        korat::search search(
            space, [&p](const numbers_of<T>& n) { return run<korat::value<T>, T>(p, n.n); }, options);
        std::set<std::vector<T>> found;
        while (search.next_valid()) {
          std::vector<T> n;
          for (const auto& f : search.structure().n) n.push_back(f);
          ASSERT_TRUE(found.insert(n).second) << "twice the same structure";
        }
        ASSERT_EQ(found, expected);
        ASSERT_EQ(search.concrete().structures, korat::big_integer(expected.size()));
      }
    }
}

/// At the ends of what a type holds. Unsigned numbers wrap; what is smaller than int is computed as int and cut off.
TEST(RandomSymbolicSearch, ExpandsToAllThatIsThereOfOtherTypes) {
  expect_all_of_type<unsigned char>({0, 252}, 30);
  expect_all_of_type<signed char>({-128, -2, 123}, 30);
  expect_all_of_type<unsigned>({0u, 0xffff'fffau}, 30);
  expect_all_of_type<std::uint64_t>({0u, INT64_MAX - 2u, UINT64_MAX - 5u}, 30);
}

#ifdef KORAT_TEST_Z3

/// With Z3 nothing is tried.
TEST(RandomSymbolicSearch, TakesEachWayOnceWithZ3) {
  for (unsigned seed = 0; seed < cases(60); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Dice dice(seed);
    const auto p = random_program(dice, false);
    const int values = 2 + dice.below(4);
    const auto expected = by_brute_force(p, values);
    const auto found = by_search(p, values, {.self_checks = 0}, korat::smt::solver());
    ASSERT_EQ(found.ways.size(), expected.size());
    for (const auto& [text, times] : found.ways) {
      ASSERT_TRUE(expected.contains(text)) << text;
      ASSERT_EQ(times, 1) << text;
    }
  }
}

/// Hundreds of values are asked about between two structures; a search that is to stop does so among them, and goes on
/// with nothing lost or twice.
TEST(SymbolicSearch, StopsBetweenTwoThatAStructureStandsFor) {
  struct product {
    field<int> a, b;
    bool ok() const { return korat::symbolic(a) * b == 97 * 101; }
  };
  finitization<product> space("product");
  space.set<&product::a>(between(1, 120)).set<&product::b>(between(1, 120));
  for (const auto engine : {korat::engine::checkpoint, korat::engine::reexecute}) {
    int asked = 0, stops = 0;
    korat::search s(space, &product::ok,
                    {.engine = engine,
                     .stop_when = [&](const korat::statistics&) { return ++asked % 10 == 0; },
                     .symbolic = {"a", "b"},
                     .solver = korat::smt::solver(),
                     .expand = search_options::unlimited});
    std::vector<std::pair<int, int>> found;
    do {
      while (s.next_valid()) found.emplace_back(s.structure().a, s.structure().b);
      ++stops;
    } while (s.outcome() == korat::outcome::condition);
    EXPECT_EQ(s.outcome(), korat::outcome::complete);
    EXPECT_GT(stops, 5);
    std::ranges::sort(found);
    EXPECT_EQ(found, (std::vector<std::pair<int, int>>{{97, 101}, {101, 97}}));
  }
}

#endif

}  // namespace
}  // namespace korat_test::symbolic_test
