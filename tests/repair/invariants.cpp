// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "invariants.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "data.hpp"

namespace korat::test {
namespace {

using object = data::object;
using names = std::vector<std::string_view>;

constexpr object root = 0;

// Trees: of all nodes below the top, each has exactly one node above it. So no node is reached twice, and with the top,
// which has none, there is no cycle.

/// The nodes of a tree, from the top down, breadth first.
std::vector<object> tree_nodes(const data& d, object top, const names& children) {
  std::vector<object> nodes{top};
  std::vector<int> above(d.count());
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (const auto name : children)
      if (const auto child = d.to(nodes[i], name)) {
        require(*child != top, "the top of a tree is a child");
        require(++above[*child] == 1, "a node has two parents");
        nodes.push_back(*child);
      }
  return nodes;
}

/// The nodes from left to right.
std::vector<object> in_order(const data& d, data::reference top) {
  std::vector<object> done, waiting;
  for (auto at = top; at || !waiting.empty();) {
    for (; at; at = d.to(*at, "left")) waiting.push_back(*at);
    done.push_back(waiting.back());
    waiting.pop_back();
    at = d.to(done.back(), "right");
  }
  return done;
}

void require_keys_rise(const data& d, data::reference top, std::string_view key, std::int64_t least) {
  auto before = least - 1;
  for (const auto node : in_order(d, top)) {
    require(d.number(node, key) > before, "the keys do not rise from left to right");
    before = d.number(node, key);
  }
  require(before < std::numeric_limits<int>::max(), "a key is the greatest number");
}

std::vector<object> nodes_below_root(const data& d, std::string_view field, const names& children) {
  const auto top = d.to(root, field);
  auto nodes = top ? tree_nodes(d, *top, children) : std::vector<object>();
  require(d.number(root, "size") == static_cast<std::int64_t>(nodes.size()), "the size is not the number of nodes");
  return nodes;
}

void binary_tree(const data& d) { nodes_below_root(d, "root", {"left", "right"}); }

void search_tree(const data& d) {
  nodes_below_root(d, "root", {"left", "right"});
  require_keys_rise(d, d.to(root, "root"), "info", std::int64_t{std::numeric_limits<int>::min()} + 1);
}

/// Children come behind their parents, so from the end on, the heights below a node are known.
void avl_tree(const data& d) {
  search_tree(d);
  const auto nodes = nodes_below_root(d, "root", {"left", "right"});
  std::vector<int> height(d.count());
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    const auto left = d.to(*node, "left"), right = d.to(*node, "right");
    const int of_left = left ? height[*left] : 0, of_right = right ? height[*right] : 0;
    require(std::abs(of_left - of_right) <= 1, "a node is out of balance");
    height[*node] = std::max(of_left, of_right) + 1;
  }
}

/// The blacks above every place where a tree could grow must be as many: counted from the top down.
void red_black_tree(const data& d) {
  const names children{"left", "right"};
  const auto nodes = nodes_below_root(d, "root", children);
  std::vector<int> blacks(d.count());  // above a node
  std::set<int> above_nothing;
  for (const auto node : nodes) {
    const bool red = d.word(node, "color") == "red";
    require(red || d.word(node, "color") == "black", "a node is neither red nor black");
    if (node == nodes.front()) require(!d.to(node, "parent"), "the root of the tree has a parent");
    for (const auto name : children) {
      const auto child = d.to(node, name);
      const int count = blacks[node] + (red ? 0 : 1);
      if (!child) above_nothing.insert(count);
      if (!child) continue;
      blacks[*child] = count;
      require(d.to(*child, "parent") == node, "a node does not know its parent");
      require(!red || d.word(*child, "color") == "black", "a red node has a red child");
    }
  }
  require(above_nothing.size() <= 1, "not all ways have the same number of black nodes");
  require_keys_rise(d, d.to(root, "root"), "key", 0);
}

void ternary_tree(const data& d) {
  const auto nodes = tree_nodes(d, root, {"left", "middle", "right"});
  require(d.number(root, "size") == static_cast<std::int64_t>(nodes.size()) - 1, "the size is not the number of nodes");
}

// Lists.

/// `first` and what follows it, until the end or until an object comes again, which is then the last.
std::vector<object> chain(const data& d, data::reference first, std::string_view next) {
  std::vector<object> met;
  std::vector<bool> known(d.count());
  for (auto at = first; at; at = d.to(*at, next)) {
    met.push_back(*at);
    if (known[*at]) break;
    known[*at] = true;
  }
  return met;
}

/// The objects of a ring, each once, which knows both of its neighbours.
std::vector<object> ring(const data& d, object first, std::string_view next, std::string_view previous) {
  auto met = chain(d, first, next);
  require(met.size() > 1 && met.back() == first, "a ring does not come back to its beginning");
  for (std::size_t i = 0; i + 1 < met.size(); ++i)
    require(d.to(met[i + 1], previous) == met[i], "a link back is not that of the link forth");
  met.pop_back();
  return met;
}

void require_size(const data& d, std::size_t count) {
  require(d.number(root, "size") == static_cast<std::int64_t>(count), "the size is not the number of elements");
}

void require_all_different(std::vector<object> met) {
  std::ranges::sort(met);
  require(std::ranges::adjacent_find(met) == met.end(), "an object comes twice");
}

void singly_linked_list(const data& d) {
  const auto entries = chain(d, d.object_at(root, "header"), "next");
  require_all_different(entries);
  require(!d.to(entries.front(), "element"), "the header has an element");
  for (const auto e : std::span(entries).subspan(1)) d.object_at(e, "element");
  require_size(d, entries.size() - 1);
}

void doubly_linked_list(const data& d) {
  const auto header = d.object_at(root, "header");
  const auto entries = ring(d, header, "next", "previous");
  if (!d.to(header, "element")) require(entries.size() == 1, "a header without an element has company");
  require_size(d, d.to(header, "element") ? entries.size() : 0);
}

/// An element that has no field for it has the value that its number tells, one more.
std::int64_t value_of(const data& d, object element) {
  for (const auto& f : d.at(element).fields)
    if (f.name == "value") return data::as_number(f.value);
  constexpr std::string_view name = "element";
  require(d.at(element).name.starts_with(name), "an element is none");
  return std::stoll(d.at(element).name.substr(name.size())) + 1;
}

void sorted_list(const data& d) {
  const auto entries = ring(d, d.object_at(root, "header"), "next", "previous");
  require(!d.to(entries.front(), "element"), "the header has an element");
  std::vector<std::int64_t> values{0};  // less than any
  for (const auto e : std::span(entries).subspan(1)) values.push_back(value_of(d, d.object_at(e, "element")));
  require(std::ranges::is_sorted(values), "the elements are not sorted");
  require_size(d, entries.size() - 1);
}

void linked_disj_set(const data& d) {
  const auto elements = chain(d, d.to(root, "head"), "next");
  require_all_different(elements);
  require_size(d, elements.size());
  std::set<std::int64_t> members;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    require(d.to(elements[i], "representative") == elements.front(), "an element does not know the first");
    require(d.to(elements[i], "previous") == (i == 0 ? std::nullopt : data::reference(elements[i - 1])),
            "an element does not know the one before");
    require(members.insert(d.number(elements[i], "member")).second, "two elements have the same member");
  }
}

// Heaps.

/// A tree of degree d has 2^d nodes, and its children have the degrees d - 1, ..., 0.
void binomial_heap(const data& d) {
  const auto roots = chain(d, d.to(root, "nodes"), "sibling");
  require_all_different(roots);
  std::vector<object> nodes = roots;
  for (const auto node : roots) require(!d.to(node, "parent"), "a root has a parent");
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    require(nodes.size() <= d.count(), "a node is reached twice");
    const auto children = chain(d, d.to(nodes[i], "child"), "sibling");
    require_all_different(children);
    auto degree = static_cast<std::int64_t>(children.size());
    require(d.number(nodes[i], "degree") == degree, "a degree is not the number of children");
    for (const auto child : children) {
      require(d.to(child, "parent") == nodes[i], "a node does not know its parent");
      require(d.number(child, "degree") == --degree, "the degrees of children do not fall one by one");
      require(d.number(child, "key") >= d.number(nodes[i], "key"), "a key is smaller than the one above");
    }
    nodes.insert(nodes.end(), children.begin(), children.end());
  }
  require_all_different(nodes);
  require_size(d, nodes.size());
  for (std::size_t i = 1; i < roots.size(); ++i)
    require(d.number(roots[i - 1], "degree") < d.number(roots[i], "degree"), "the degrees of the roots do not rise");
}

void fibonacci_heap(const data& d) {
  const auto first = d.to(root, "nodes"), least = d.to(root, "min_node");
  require(first.has_value() == least.has_value(), "there is no least node, or nothing else");
  if (!first) return require_size(d, 0);
  const auto roots = ring(d, *first, "right", "left");
  auto nodes = roots;
  for (const auto node : roots) require(!d.to(node, "parent"), "a root has a parent");
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    require(nodes.size() <= d.count(), "a node is reached twice");
    const auto child = d.to(nodes[i], "child");
    const auto children = child ? ring(d, *child, "right", "left") : std::vector<object>();
    require(d.number(nodes[i], "degree") == static_cast<std::int64_t>(children.size()),
            "a degree is not the number of children");
    for (const auto c : children) {
      require(d.to(c, "parent") == nodes[i], "a node does not know its parent");
      require(d.number(c, "key") >= d.number(nodes[i], "key"), "a key is smaller than the one above");
    }
    nodes.insert(nodes.end(), children.begin(), children.end());
  }
  require_all_different(nodes);
  require_size(d, nodes.size());
  require(std::ranges::find(roots, *least) != roots.end(), "the least node is no root");
  for (const auto node : roots)
    require(d.number(node, "key") >= d.number(*least, "key"), "a root is less than the least node");
}

void heap_array(const data& d) {
  const auto size = d.number(root, "size");
  const auto values = d.array(root, "values");
  require(size >= 0 && size <= static_cast<std::int64_t>(values.size()), "the size does not fit the array");
  const auto at = [&](std::size_t i) { return data::as_number(values[i].value); };
  const auto used = static_cast<std::size_t>(size);
  for (std::size_t i = 0; i < values.size(); ++i)
    require((at(i) == -1) == (i >= used), i < used ? "an element is missing" : "there is something in unused room");
  for (std::size_t parent = 0; parent < used; ++parent)
    for (const auto child : {2 * parent + 1, 2 * parent + 2})
      require(child >= used || at(child) <= at(parent), "a child is greater than its parent");
}

// Arrays of objects.

void disj_set(const data& d) {
  std::vector<object> records;
  for (const auto& f : d.array(root, "records")) {
    require(data::as_reference(f.value).has_value(), "a record is missing");
    records.push_back(*data::as_reference(f.value));
  }
  require_size(d, records.size());
  require_all_different(records);
  std::vector<bool> above_minus_one(records.size());  // has a child of rank -1
  std::size_t roots = 0, bottom = 0;
  const auto rank = [&](std::size_t i) { return d.number(records[i], "rank"); };
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto parent = d.number(records[i], "parent");
    require(parent >= 0 && static_cast<std::size_t>(parent) < records.size(), "a parent is no record");
    const auto above = static_cast<std::size_t>(parent);
    if (above == i) ++roots;
    if (above != i) require(rank(i) < rank(above), "a rank does not rise towards the root");
    if (above != i && rank(i) == -1) above_minus_one[above] = true;
  }
  for (std::size_t i = 0; i < records.size(); ++i)
    if (rank(i) == 0 && !above_minus_one[i]) ++bottom;
  require(roots <= bottom, "there are fewer leaves of rank 0 than roots");
}

std::vector<object> children_of(const data& d, object node) {
  std::vector<object> children;
  for (const auto& f : d.array(node, "children")) {
    require(data::as_reference(f.value).has_value(), "a child is missing");
    children.push_back(*data::as_reference(f.value));
  }
  return children;
}

/// The nodes in an order in which children come first: a node follows when its last child has. Nodes of a cycle never
/// do.
std::vector<object> children_first(const std::map<object, std::vector<object>>& children) {
  std::map<object, std::vector<object>> parents;
  std::map<object, std::size_t> open;
  std::vector<object> order;
  for (const auto& [node, below] : children) {
    open[node] = below.size();
    if (below.empty()) order.push_back(node);
    for (const auto child : below) parents[child].push_back(node);
  }
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const auto parent : parents[order[i]])
      if (--open[parent] == 0) order.push_back(parent);
  require(order.size() == children.size(), "there is a cycle");
  return order;
}

void dag(const data& d) {
  std::vector<object> work;
  const auto listed = d.array(root, "nodes");
  for (const auto& f : listed) {
    require(data::as_reference(f.value).has_value(), "a node is missing");
    work.push_back(*data::as_reference(f.value));
  }
  std::map<object, std::vector<object>> children;
  std::set<object> with_edge;
  while (!work.empty()) {
    const auto node = work.back();
    work.pop_back();
    if (children.contains(node)) continue;
    const auto& below = children[node] = children_of(d, node);
    require_all_different(below);
    if (!below.empty()) with_edge.insert(node);
    with_edge.insert(below.begin(), below.end());
    work.insert(work.end(), below.begin(), below.end());
  }
  std::map<object, std::uint64_t> ways;  // to descendants, and the node itself
  for (const auto node : children_first(children)) {
    ways[node] = 1;
    for (const auto child : children[node]) ways[node] += ways[child];
    const auto more = [&](object a, object b) { return ways[a] > ways[b]; };
    require(std::ranges::is_sorted(children[node], more), "children are not in the order of their descendants");
  }
  require(with_edge.size() == listed.size(), "there are not as many nodes with an edge as are listed");
  require_size(d, listed.size());
}

const std::map<std::string, void (*)(const data&)> invariants = {
    {"binary-tree", binary_tree},
    {"search-tree", search_tree},
    {"red-black-tree", red_black_tree},
    {"binomial-heap", binomial_heap},
    {"fibonacci-heap", fibonacci_heap},
    {"disj-set", disj_set},
    {"heap-array", heap_array},
    {"singly-linked-list", singly_linked_list},
    {"doubly-linked-list", doubly_linked_list},
    {"sorted-list", sorted_list},
    {"dag", dag},
    {"avl-tree", avl_tree},
    {"ternary-tree", ternary_tree},
    {"linked-disj-set", linked_disj_set},
};

}  // namespace

std::string violated(const std::string& subject, const structure& s) {
  try {
    invariants.at(subject)(data(s));
    return "";
  } catch (const violation& v) {
    return v.what;
  }
}

}  // namespace korat::test
