// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The subjects at tiny sizes against an oracle that tries every assignment, with predicates written another way. Every
// structure up to isomorphism, and none twice.

#include "brute_force.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>

#include "subjects/subject.hpp"
#include "tests/search/sample.hpp"

namespace korat_test::brute_force_test {
namespace {

using brute_force::assignment;
using brute_force::canonical;
using brute_force::column;
using brute_force::graph_of;
using brute_force::model;
using brute_force::null;
using korat::subjects::arguments;
using ints = std::vector<int>;

template <class Predicate>
void compare(const std::string& subject, const arguments& given, const model& m, const Predicate& valid) {
  const auto expected = m.structures(valid);
  for (const auto engine : engines()) {
    std::set<std::string> generated;
    const auto search = korat::subjects::find(subject)->search(given, {.engine = engine});
    while (search->next_valid()) {
      const auto form = canonical(graph_of(search->snapshot(), m.told_apart()));
      EXPECT_TRUE(generated.insert(form).second) << "twice: " << form;
      EXPECT_TRUE(expected.contains(form)) << "not valid: " << form;
    }
    for (const auto& form : expected) EXPECT_TRUE(generated.contains(form)) << "missing: " << form;
  }
}

// --- trees
// ------------------------------------------------------------------------------------------------------------

using child_of = std::function<int(int)>;
using children_of = std::function<ints(int)>;

// Everything reachable from `root`, if it is a tree: each node but the root is the child of one node, once.
bool is_tree(int root, const children_of& children, ints& nodes) {
  nodes = {root};
  std::map<int, int> references{{root, 0}};
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (const int child : children(nodes[i]))
      if (child != null && ++references[child] == 1 && child != root) nodes.push_back(child);
  return std::all_of(nodes.begin(), nodes.end(), [&](int n) { return references[n] == (n == root ? 0 : 1); });
}

ints in_order(int n, const child_of& left, const child_of& right) {
  if (n == null) return {};
  ints nodes = in_order(left(n), left, right);
  nodes.push_back(n);
  const ints after = in_order(right(n), left, right);
  nodes.insert(nodes.end(), after.begin(), after.end());
  return nodes;
}

bool strictly_increasing(const ints& values) {
  return std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) == values.end();
}

void compare_binary_trees(const arguments& given, int nodes, int min_size, int max_size) {
  model m("tree");
  const auto node = m.objects("node", nodes);
  const auto root = m.reference(0, "root", node);
  const auto size = m.number(0, "size", min_size, max_size);
  const auto left = m.reference(node, "left", node), right = m.reference(node, "right", node);
  compare("binary-tree", given, m, [&](const assignment& a) {
    if (root(a) == null) return size(a) == 0;
    ints met;
    return is_tree(
               root(a),
               [&](int n) {
                 return ints{left(a, n), right(a, n)};
               },
               met) &&
           size(a) == static_cast<int>(met.size());
  });
}

TEST(brute_force, binary_tree) {
  for (int n = 0; n <= 3; ++n) compare_binary_trees({n}, n, n, n);
  compare_binary_trees({3, 0, 3}, 3, 0, 3);
  compare_binary_trees({2, 1, 4}, 2, 1, 4);
}

int height(int n, const child_of& left, const child_of& right) {
  return n == null ? 0 : 1 + std::max(height(left(n), left, right), height(right(n), left, right));
}

void compare_search_trees(const std::string& subject, const arguments& given, int n, int keys) {
  model m("tree");
  const auto node = m.objects("node", n);
  const auto root = m.reference(0, "root", node);
  const auto size = m.number(0, "size", n, n);
  const auto left = m.reference(node, "left", node), right = m.reference(node, "right", node);
  const auto info = m.number(node, "info", 0, keys - 1);
  compare(subject, given, m, [&](const assignment& a) {
    if (root(a) == null) return size(a) == 0;
    const child_of left_of = [&](int x) { return left(a, x); }, right_of = [&](int x) { return right(a, x); };
    ints nodes;
    if (!is_tree(
            root(a),
            [&](int x) {
              return ints{left(a, x), right(a, x)};
            },
            nodes))
      return false;
    if (size(a) != static_cast<int>(nodes.size())) return false;
    if (subject == "avl-tree")
      for (const int x : nodes)
        if (std::abs(height(left_of(x), left_of, right_of) - height(right_of(x), left_of, right_of)) > 1) return false;
    ints values;
    for (const int x : in_order(root(a), left_of, right_of)) values.push_back(info(a, x));
    return strictly_increasing(values);
  });
}

TEST(brute_force, search_tree) {
  for (int n = 1; n <= 3; ++n) compare_search_trees("search-tree", {n}, n, n);
  compare_search_trees("search-tree", {2, 3}, 2, 3);
  compare_search_trees("search-tree", {2, 1}, 2, 1);
}

TEST(brute_force, avl_tree) {
  for (int n = 0; n <= 2; ++n) compare_search_trees("avl-tree", {n}, n, n + 1);
  compare_search_trees("avl-tree", {3, 4}, 3, 4);
}

void compare_red_black_trees(const arguments& given, int n, int least_key, int keys) {
  model m("tree");
  const auto node = m.objects("node", n);
  const auto root = m.reference(0, "root", node);
  const auto size = m.number(0, "size", n, n);
  const auto left = m.reference(node, "left", node), right = m.reference(node, "right", node),
             parent = m.reference(node, "parent", node);
  const auto color = m.symbol(node, "color", {"red", "black"});
  const auto key = m.number(node, "key", least_key, keys - 1);
  if (given.size() == 1) m.number(node, "value", 0, 0);  // nobody reads it
  compare("red-black-tree", given, m, [&](const assignment& a) {
    if (root(a) == null) return size(a) == 0;
    const child_of left_of = [&](int x) { return left(a, x); }, right_of = [&](int x) { return right(a, x); };
    const auto is_red = [&](int x) { return x != null && color(a, x) == 0; };
    ints nodes;
    if (!is_tree(
            root(a),
            [&](int x) {
              return ints{left(a, x), right(a, x)};
            },
            nodes))
      return false;
    if (size(a) != static_cast<int>(nodes.size()) || parent(a, root(a)) != null) return false;
    std::set<int> black_heights;  // of the places where a child is missing, counted upwards
    for (const int x : nodes) {
      for (const int child : {left(a, x), right(a, x)}) {
        if (is_red(x) && is_red(child)) return false;
        if (child != null && parent(a, child) != x) return false;
      }
    }
    for (const int x : nodes) {
      int blacks = 0;
      for (int up = x; up != null; up = parent(a, up)) blacks += is_red(up) ? 0 : 1;
      if (left(a, x) == null || right(a, x) == null) black_heights.insert(blacks);
    }
    ints values{-1};
    for (const int x : in_order(root(a), left_of, right_of)) values.push_back(key(a, x));
    return black_heights.size() == 1 && strictly_increasing(values);
  });
}

TEST(brute_force, red_black_tree) {
  for (int n = 0; n <= 2; ++n) compare_red_black_trees({n}, n, -1, n);
  compare_red_black_trees({2, 3}, 2, 0, 3);
}

TEST(brute_force, ternary_tree) {
  for (int n = 0; n <= 2; ++n) {
    const int top = n;  // the number of the topmost node, which is no object of its class
    model m("tree");
    const auto node = m.objects("node", n);
    std::vector<column> of_top, of_node;
    for (const auto* name : {"left", "middle", "right"}) of_top.push_back(m.reference(0, name, node));
    const auto size = m.number(0, "size", n, n);
    for (const auto* name : {"left", "middle", "right"}) of_node.push_back(m.reference(node, name, node));
    compare("ternary-tree", {n}, m, [&](const assignment& a) {
      const auto children = [&](int x) {
        ints result;
        for (std::size_t i = 0; i < 3; ++i) result.push_back(x == top ? of_top[i](a) : of_node[i](a, x));
        return result;
      };
      ints nodes;
      return is_tree(top, children, nodes) && static_cast<int>(nodes.size()) - 1 == size(a);
    });
  }
}

// --- heaps
// ------------------------------------------------------------------------------------------------------------

TEST(brute_force, binomial_heap) {
  for (int n = 1; n <= 2; ++n) {
    model m("heap");
    const auto node = m.objects("node", n);
    const auto size = m.number(0, "size", 0, n);
    const auto nodes = m.reference(0, "nodes", node);
    const auto parent = m.reference(node, "parent", node), sibling = m.reference(node, "sibling", node),
               child = m.reference(node, "child", node);
    const auto key = m.number(node, "key", 1, n), degree = m.number(node, "degree", 0, n);
    compare("binomial-heap", {n}, m, [&](const assignment& a) {
      if (nodes(a) == null || size(a) == 0) return nodes(a) == null && size(a) == 0;
      // Child and sibling make a binary tree of the forest.
      ints met;
      if (!is_tree(
              nodes(a),
              [&](int x) {
                return ints{child(a, x), sibling(a, x)};
              },
              met))
        return false;
      const auto list_from = [&](int first) {
        ints list;
        for (int x = first; x != null; x = sibling(a, x)) list.push_back(x);
        return list;
      };
      const std::function<bool(int, int)> is_binomial = [&](int x, int order) {
        const ints children = list_from(child(a, x));
        if (static_cast<int>(children.size()) != order || degree(a, x) != order) return false;
        for (const int c : children)
          if (parent(a, c) != x || key(a, c) < key(a, x) || !is_binomial(c, --order)) return false;
        return true;
      };
      ints degrees;
      for (const int root : list_from(nodes(a))) {
        degrees.push_back(degree(a, root));
        if (parent(a, root) != null || !is_binomial(root, degrees.back())) return false;
      }
      return strictly_increasing(degrees) && static_cast<int>(met.size()) == size(a);
    });
  }
}

TEST(brute_force, fibonacci_heap) {
  for (int n = 1; n <= 2; ++n) {
    model m("heap");
    const auto node = m.objects("node", n);
    const auto size = m.number(0, "size", 0, n);
    const auto nodes = m.reference(0, "nodes", node), min_node = m.reference(0, "min_node", node);
    const auto parent = m.reference(node, "parent", node), right = m.reference(node, "right", node);
    const auto left = m.reference(node, "left", node), child = m.reference(node, "child", node);
    const auto key = m.number(node, "key", 0, n - 1), degree = m.number(node, "degree", 0, n - 1);
    compare("fibonacci-heap", {n}, m, [&](const assignment& a) {
      if (nodes(a) == null || min_node(a) == null) return nodes(a) == null && min_node(a) == null && size(a) == 0;
      // The nodes of the ring that x is in; empty if going right does not lead back to x.
      const auto ring_of = [&](int x) {
        ints ring;
        int at = x;
        do {
          ring.push_back(at);
          at = right(a, at);
        } while (at != null && at != x && static_cast<int>(ring.size()) <= n);
        return at == x ? ring : ints{};
      };
      ints met;
      const std::function<bool(int, int)> below = [&](int first, int above) {
        const ints ring = ring_of(first);
        if (ring.empty() || met.size() + ring.size() > static_cast<std::size_t>(n)) return false;
        met.insert(met.end(), ring.begin(), ring.end());
        for (const int x : ring) {
          if (parent(a, x) != above || left(a, right(a, x)) != x) return false;
          if (above != null && key(a, x) < key(a, above)) return false;
          const bool leaf = child(a, x) == null;
          if (degree(a, x) != (leaf ? 0 : static_cast<int>(ring_of(child(a, x)).size()))) return false;
          if (!leaf && !below(child(a, x), x)) return false;
        }
        return true;
      };
      if (!below(nodes(a), null)) return false;
      if (std::set<int>(met.begin(), met.end()).size() != met.size() || static_cast<int>(met.size()) != size(a))
        return false;
      const ints roots = ring_of(nodes(a));
      if (std::find(roots.begin(), roots.end(), min_node(a)) == roots.end()) return false;
      return std::all_of(roots.begin(), roots.end(), [&](int x) { return key(a, min_node(a)) <= key(a, x); });
    });
  }
}

void compare_heap_arrays(const arguments& given, int max_size, int max_length, int max_value) {
  model m("heap");
  const auto size = m.number(0, "size", 0, max_size);
  const auto values = m.array(0, "values", max_length, -1, max_value);
  compare("heap-array", given, m, [&](const assignment& a) {
    if (values.length(a) < size(a)) return false;
    for (int i = 0; i < values.length(a); ++i) {
      const auto at = [&](int k) { return values.elements[static_cast<std::size_t>(k)](a); };
      if ((at(i) == -1) != (i >= size(a))) return false;
      for (const int child : {2 * i + 1, 2 * i + 2})
        if (child < size(a) && at(child) > at(i)) return false;
    }
    return true;
  });
}

TEST(brute_force, heap_array) {
  for (int n = 0; n <= 4; ++n) compare_heap_arrays({n}, n, n, n);
  compare_heap_arrays({2, 4, 1}, 2, 4, 1);
  compare_heap_arrays({3, 2, 2}, 3, 2, 2);
}

// --- disjoint sets
// ----------------------------------------------------------------------------------------------------

TEST(brute_force, disj_set) {
  for (int n = 1; n <= 3; ++n) {
    model m("disjoint_sets");
    const auto record = m.objects("record", n);
    const auto size = m.number(0, "size", 0, n);
    const auto records = m.array_of_references(0, "records", n, record);
    const auto parent = m.number(record, "parent", 0, n - 1), rank = m.number(record, "rank", 0, n - 1);
    compare("disj-set", {n}, m, [&](const assignment& a) {
      if (records.length(a) != size(a)) return false;
      ints listed, parents, ranks;
      for (int i = 0; i < size(a); ++i) {
        listed.push_back(records.elements[static_cast<std::size_t>(i)](a));
        parents.push_back(parent(a, listed.back()));
        ranks.push_back(rank(a, listed.back()));
      }
      if (std::set<int>(listed.begin(), listed.end()).size() != listed.size()) return false;
      std::size_t roots = 0;
      std::vector<bool> one_above(listed.size(), false);
      for (std::size_t i = 0; i < listed.size(); ++i) {
        const auto p = static_cast<std::size_t>(parents[i]);
        if (p >= listed.size()) return false;
        if (p == i)
          ++roots;
        else if (ranks[p] <= ranks[i])
          return false;
        else if (ranks[p] - ranks[i] == 1)
          one_above[p] = true;
      }
      std::size_t bottom = 0;
      for (std::size_t i = 0; i < listed.size(); ++i) bottom += !one_above[i] && ranks[i] == 0 ? 1 : 0;
      return roots <= bottom;
    });
  }
}

TEST(brute_force, linked_disj_set) {
  for (int n = 0; n <= 2; ++n) {
    model m("disjoint_set");
    const auto element = m.objects("element", n);
    const auto head = m.reference(0, "head", element);
    const auto size = m.number(0, "size", n, n);
    const auto representative = m.reference(element, "representative", element),
               previous = m.reference(element, "previous", element);
    const auto next = m.reference(element, "next", element), member = m.number(element, "member", 0, n);
    compare("linked-disj-set", {n}, m, [&](const assignment& a) {
      ints list;
      std::set<int> members;
      for (int x = head(a); x != null; x = next(a, x)) {
        if (previous(a, x) != (list.empty() ? null : list.back()) || representative(a, x) != head(a)) return false;
        list.push_back(x);
        members.insert(member(a, x));
        if (static_cast<int>(list.size()) > size(a)) return false;
      }
      return static_cast<int>(list.size()) == size(a) && members.size() == list.size();
    });
  }
}

// --- lists
// ------------------------------------------------------------------------------------------------------------

TEST(brute_force, singly_linked_list) {
  for (int n = 0; n <= 3; ++n) {
    model m("list");
    const auto entry = m.objects("entry", n + 1), element = m.objects("element", n + 1);
    const auto header = m.reference(0, "header", entry);
    const auto size = m.number(0, "size", n, n);
    const auto content = m.reference(entry, "element", element), next = m.reference(entry, "next", entry);
    compare("singly-linked-list", {n}, m, [&](const assignment& a) {
      int length = 0;
      for (int x = header(a); x != null && length <= n + 1; x = next(a, x), ++length)
        if ((content(a, x) == null) != (length == 0)) return false;
      return length == size(a) + 1;
    });
  }
}

// The entries of the ring that starts at x and can be walked in both directions; empty if there is none.
ints ring_from(int x, const assignment& a, const column& next, const column& previous, int entries) {
  ints ring;
  int at = x;
  do {
    ring.push_back(at);
    if (next(a, at) == null || previous(a, next(a, at)) != at) return {};
    at = next(a, at);
  } while (at != x && static_cast<int>(ring.size()) <= entries);
  return at == x ? ring : ints{};
}

TEST(brute_force, doubly_linked_list) {
  for (int n = 0; n <= 2; ++n) {
    model m("list");
    const auto entry = m.objects("entry", n + 1), element = m.objects("element", n + 1);
    const auto header = m.reference(0, "header", entry);
    const auto size = m.number(0, "size", n, n);
    const auto content = m.reference(entry, "element", element);
    const auto next = m.reference(entry, "next", entry), previous = m.reference(entry, "previous", entry);
    compare("doubly-linked-list", {n}, m, [&](const assignment& a) {
      if (header(a) == null) return false;
      const auto ring = ring_from(header(a), a, next, previous, n + 1);
      if (content(a, header(a)) == null) return ring.size() == 1 && size(a) == 0;
      return !ring.empty() && static_cast<int>(ring.size()) == size(a);
    });
  }
}

void compare_sorted_lists(int min_size, int max_size, int entries, int elements) {
  model m("list");
  const auto entry = m.objects("entry", entries), element = m.objects_told_apart("element", elements);
  const auto header = m.reference(0, "header", entry);
  const auto size = m.number(0, "size", min_size, max_size);
  const auto content = m.reference(entry, "element", element);
  const auto next = m.reference(entry, "next", entry), previous = m.reference(entry, "previous", entry);
  compare("sorted-list", {min_size, max_size, entries, elements}, m, [&](const assignment& a) {
    if (header(a) == null) return false;
    const auto ring = ring_from(header(a), a, next, previous, entries);
    if (static_cast<int>(ring.size()) != size(a) + 1) return false;
    ints contents;
    for (const int x : ring) contents.push_back(content(a, x));
    return contents[0] == null && std::count(contents.begin(), contents.end(), null) == 1 &&
           std::is_sorted(contents.begin(), contents.end());
  });
}

TEST(brute_force, sorted_list) {
  compare_sorted_lists(0, 2, 3, 2);
  compare_sorted_lists(1, 1, 2, 3);
  compare_sorted_lists(2, 3, 3, 1);
}

// --- graphs
// -----------------------------------------------------------------------------------------------------------

// The nodes of a graph are listed in a fixed order, so the search's rule leaves some isomorphic graphs standing. What
// must hold: all of them are graphs as they should be, no two are equal, and up to isomorphism none is missing.
using edges = std::uint32_t;  // bit from * n + to

edges relabelled(edges e, int n, const ints& names) {
  edges result = 0;
  for (int from = 0; from < n; ++from)
    for (int to = 0; to < n; ++to)
      if (e >> (from * n + to) & 1)
        result |= edges{1} << (names[static_cast<std::size_t>(from)] * n + names[static_cast<std::size_t>(to)]);
  return result;
}

edges smallest_relabelling(edges e, int n) {
  ints names(static_cast<std::size_t>(n));
  std::iota(names.begin(), names.end(), 0);
  edges smallest = e;
  do smallest = std::min(smallest, relabelled(e, n, names));
  while (std::next_permutation(names.begin(), names.end()));
  return smallest;
}

// Takes away nodes that no edge leaves until nothing is left.
bool is_acyclic(edges e, int n) {
  const edges row = (edges{1} << n) - 1;
  edges left = row;
  for (int round = 0; round < n; ++round)
    for (int x = 0; x < n; ++x)
      if ((e >> (x * n) & row & left) == 0) left &= ~(edges{1} << x);
  return left == 0;
}

bool every_node_has_an_edge(edges e, int n) {
  for (int x = 0; x < n; ++x) {
    bool has = false;
    for (int y = 0; y < n; ++y) has = has || (e >> (x * n + y) & 1) || (e >> (y * n + x) & 1);
    if (!has) return false;
  }
  return true;
}

int paths_from(int x, edges e, int n) {
  int count = 1;
  for (int y = 0; y < n; ++y)
    if (e >> (x * n + y) & 1) count += paths_from(y, e, n);
  return count;
}

TEST(brute_force, dag) {
  for (int n = 2; n <= 4; ++n) {
    std::set<edges> expected;
    for (edges e = 0; e < edges{1} << (n * n); ++e)
      if (is_acyclic(e, n) && every_node_has_an_edge(e, n)) expected.insert(smallest_relabelling(e, n));
    for (const auto engine : engines()) {
      std::set<edges> generated;
      std::set<std::string> forms;
      const auto search = korat::subjects::find("dag")->search({n}, {.engine = engine});
      while (search->next_valid()) {
        const auto structure = search->snapshot();
        ASSERT_EQ(structure.objects.size(), static_cast<std::size_t>(n) + 1);
        EXPECT_TRUE(forms.insert(canonical(graph_of(structure, {}))).second) << "twice";
        edges e = 0;
        std::vector<ints> children(static_cast<std::size_t>(n));
        for (std::size_t x = 0; x < children.size(); ++x)
          for (const auto& f : structure.objects[x + 1].fields)
            if (const auto* child = std::get_if<korat::object_id>(&f.value)) {
              children[x].push_back(static_cast<int>(child->index) - 1);
              const edges edge = edges{1} << (static_cast<int>(x) * n + children[x].back());
              EXPECT_EQ(e & edge, 0U) << "an edge twice";
              e |= edge;
            }
        EXPECT_TRUE(is_acyclic(e, n) && every_node_has_an_edge(e, n));
        for (const auto& list : children)
          EXPECT_TRUE(std::is_sorted(list.begin(), list.end(),
                                     [&](int x, int y) { return paths_from(x, e, n) > paths_from(y, e, n); }));
        generated.insert(smallest_relabelling(e, n));
      }
      EXPECT_EQ(generated, expected) << n;
    }
  }
}

using causes = std::vector<ints>;  // of each event, in order

/// All sequences of different events out of n without one of them.
std::vector<ints> sequences(int n, int without) {
  std::vector<ints> result = {{}};
  for (std::size_t i = 0; i < result.size(); ++i)
    for (int next = 0; next < n; ++next)
      if (next != without && std::ranges::find(result[i], next) == result[i].end()) {
        auto longer = result[i];
        longer.push_back(next);
        result.push_back(longer);
      }
  return result;
}

bool is_fault_tree(const causes& c) {
  const int n = static_cast<int>(c.size());
  edges e = 0;
  std::set<int> below;
  for (int x = 0; x < n; ++x)
    for (const int y : c[static_cast<std::size_t>(x)]) {
      e |= edges{1} << (x * n + y);
      below.insert(y);
    }
  return is_acyclic(e, n) && below.size() + 1 == c.size();
}

causes smallest_relabelling(const causes& c) {
  ints names(c.size());
  std::iota(names.begin(), names.end(), 0);
  auto smallest = c;
  do {
    causes renamed(c.size());
    for (std::size_t x = 0; x < c.size(); ++x)
      for (const int y : c[x])
        renamed[static_cast<std::size_t>(names[x])].push_back(names[static_cast<std::size_t>(y)]);
    smallest = std::min(smallest, renamed);
  } while (std::next_permutation(names.begin(), names.end()));
  return smallest;
}

std::set<causes> all_fault_trees(std::size_t n) {
  std::vector<std::vector<ints>> choices;
  for (std::size_t x = 0; x < n; ++x) choices.push_back(sequences(static_cast<int>(n), static_cast<int>(x)));
  std::set<causes> found;
  std::vector<std::size_t> chosen(n);
  for (std::size_t changed = 0; changed < n;) {
    causes c;
    for (std::size_t x = 0; x < n; ++x) c.push_back(choices[x][chosen[x]]);
    if (is_fault_tree(c)) found.insert(smallest_relabelling(c));
    for (changed = 0; changed < n && ++chosen[changed] == choices[changed].size(); ++changed) chosen[changed] = 0;
  }
  return found;
}

TEST(brute_force, fault_tree) {
  for (std::size_t n = 1; n <= 4; ++n) {
    std::set<causes> generated;
    std::set<std::string> forms;
    const auto search = korat::subjects::find("fault-tree")->search({static_cast<std::int64_t>(n)}, {});
    while (search->next_valid()) {
      const auto structure = search->snapshot();
      EXPECT_TRUE(forms.insert(canonical(graph_of(structure, {}))).second) << "twice";
      causes c(n);
      for (std::size_t x = 0; x < n; ++x)
        for (const auto& f : structure.objects[x + 1].fields)
          if (const auto* cause = std::get_if<korat::object_id>(&f.value))
            c[x].push_back(static_cast<int>(cause->index) - 1);
      EXPECT_TRUE(is_fault_tree(c));
      generated.insert(smallest_relabelling(c));
    }
    EXPECT_EQ(generated, all_fault_trees(n)) << n;
  }
}

}  // namespace
}  // namespace korat_test::brute_force_test
