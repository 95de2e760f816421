// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <memory>
#include <ranges>
#include <string>

#include "samples.hpp"

namespace korat_test {
namespace {

using korat::between;
using korat::exactly;

struct tree_node {
  korat::field<tree_node*> left, right;
  korat::field<int> key;
};
struct tree {
  korat::field<tree_node*> root;
  korat::field<int> size;
};

korat::finitization<tree> tree_bounds(int nodes, bool with_keys) {
  korat::finitization<tree> bounds("tree");
  auto set = bounds.objects<tree_node>(nodes);
  bounds.set<&tree::root>(set)
      .set<&tree::size>(between(nodes, nodes))
      .set<&tree_node::left>(set)
      .set<&tree_node::right>(set);
  if (with_keys) bounds.set<&tree_node::key>(between(0, nodes - 1));
  return bounds;
}

bool is_tree_by_queue(const tree& t) {
  if (!t.root) return t.size == 0;
  korat::set<tree_node*> visited;
  korat::queue<tree_node*> work;
  visited.insert(t.root);
  work.push(t.root);
  while (!work.empty()) {
    tree_node* const n = work.front();
    work.pop();
    if (tree_node* const l = n->left) {
      if (!visited.insert(l).second) return false;
      work.push(l);
    }
    if (tree_node* const r = n->right) {
      if (!visited.insert(r).second) return false;
      work.push(r);
    }
  }
  return static_cast<int>(visited.size()) == t.size;
}

bool is_tree_from(tree_node* n, korat::set<tree_node*>& visited) {
  return n == nullptr ||
         (visited.insert(n).second && is_tree_from(n->left, visited) && is_tree_from(n->right, visited));
}
bool is_tree_by_recursion(const tree& t) {
  korat::set<tree_node*> visited;
  return is_tree_from(t.root, visited) && static_cast<int>(visited.size()) == t.size;
}

bool is_ordered(const tree_node* n, int low, int high) {
  return n == nullptr ||
         (n->key > low && n->key < high && is_ordered(n->left, low, n->key) && is_ordered(n->right, n->key, high));
}
bool is_search_tree(const tree& t) { return is_tree_by_queue(t) && is_ordered(t.root, -1, 1000); }

// By a stack that holds what is left to do, and an explicit count, with goto: no container is iterated, no call nested.
bool is_tree_by_stack(const tree& t) {
  korat::stack<tree_node*> todo;
  korat::map<tree_node*, int> visits;
  int count = 0;
  if (t.root) todo.push(t.root);
again:
  if (todo.empty()) return count == t.size;
  tree_node* const n = todo.top();
  todo.pop();
  if (++visits[n], visits[n] > 1) return false;
  ++count;
  for (tree_node* const child : {n->right.get(), n->left.get()})
    if (child) todo.push(child);
  goto again;
}

struct list_node {
  korat::field<list_node*> next, previous;
  korat::field<int> key;
};
struct list {
  korat::field<list_node*> head;
  korat::field<int> size;
};

korat::finitization<list> list_bounds(int nodes) {
  korat::finitization<list> bounds("list");
  auto set = bounds.objects<list_node>(nodes);
  bounds.set<&list::head>(set)
      .set<&list::size>(between(0, nodes))
      .set<&list_node::next>(set)
      .set<&list_node::previous>(set)
      .set<&list_node::key>(between(0, 1));
  return bounds;
}

// previous and key stay unread: completion finds them, and fresh objects behind them.
bool is_acyclic_list(const list& l) {
  korat::vector<const list_node*> met;
  for (const list_node* n = l.head; n; n = n->next) {
    if (std::ranges::find(met, n) != met.end()) return false;
    met.push_back(n);
  }
  return static_cast<int>(met.size()) == l.size;
}

bool is_ring(const list& l) {
  if (!l.head) return l.size == 0;
  int count = 0;
  const list_node* n = l.head;
  do {
    if (!n->next || n->next->previous != n || ++count > 3) return false;
    if (n->next != l.head && n->next->key < n->key) return false;
    n = n->next;
  } while (n != l.head);
  return count == l.size;
}

struct heap {
  korat::field<int> size;
  korat::array<int> keys;
};
bool is_heap(const heap& h) {
  if (h.size > h.keys.size()) return false;
  for (std::int32_t i = 0; i < h.size; ++i)
    if (h.keys[i] == -1 || (i > 0 && h.keys[i] > h.keys[(i - 1) / 2])) return false;
  for (std::int32_t i = h.size; i < h.keys.size(); ++i)
    if (h.keys[i] != -1) return false;
  return true;
}
korat::finitization<heap> heap_bounds(int size) {
  korat::finitization<heap> bounds("heap");
  bounds.set<&heap::size>(between(0, size))
      .set<&heap::keys>(korat::array_of(between(-1, size)).with_length(between(0, size)));
  return bounds;
}
// Elements from the back, before the length is known, and some behind it.
bool is_sorted_backwards(const heap& h) {
  for (std::int32_t i = 2; i > 0; --i)
    if (h.keys[i] < h.keys[i - 1]) return false;
  return h.keys.size() <= h.size;
}

// Several classes behind one base; virtual calls.
struct expression {
  virtual ~expression() = default;
  virtual bool well_formed(korat::set<const expression*>& seen, int depth) const = 0;
  korat::field<expression*> note;  // never read
};
struct constant : expression {
  korat::field<int> value;
  bool well_formed(korat::set<const expression*>&, int) const override { return value != 1; }
};
struct addition : expression {
  korat::field<expression*> a, b;
  bool well_formed(korat::set<const expression*>& seen, int depth) const override {
    return depth < 3 && seen.insert(this).second && a && b && a->well_formed(seen, depth + 1) &&
           b->well_formed(seen, depth + 1);
  }
};
struct formula {
  korat::field<expression*> top;
};
bool is_formula(const formula& f) {
  korat::set<const expression*> seen;
  return f.top && f.top->well_formed(seen, 0);
}
korat::finitization<formula> formula_bounds() {
  korat::finitization<formula> bounds("formula");
  auto additions = bounds.objects<addition>(2);
  auto constants = bounds.objects<constant>(2, {.null = korat::null_value::excluded});
  const auto any = korat::any_of(additions, constants);
  bounds.set<&formula::top>(any).set<&addition::a>(any).set<&addition::b>(
      korat::any_of(constants, additions.without_null()));
  bounds.set<&constant::value>(between(0, 2)).set<&expression::note>(constants.with_null());
  return bounds;
}

enum class mood { calm, angry };
struct person {
  korat::field<std::string> name;
  korat::field<std::string_view> nick;
  korat::field<mood> feels;
  korat::field<double> weight;
  korat::field<person*> friend_;
  bool loud = false;
};
struct party {
  std::array<korat::field<person*>, 2> guests;
  bool rep_ok() const {
    const person* const a = guests[1];
    const person* const b = guests[0];
    if (a == b || !a || !b) return false;
    if (a->name >= b->name || b->nick == "zed") return false;
    if (korat::read(a->loud) != (a->feels == mood::angry)) return false;
    return a->friend_ == b && a->weight + b->weight < 3.0;
  }
};
korat::finitization<party> party_bounds() {
  korat::finitization<party> bounds("party");
  auto people = bounds.objects<person>(so_many(3, 2));
  bounds.set<&party::guests>(people)
      .set<&person::name>(korat::one_of("ann", "a person with a name that needs memory of its own", "bob"))
      .set<&person::nick>(korat::one_of("zed", "x"))
      .set<&person::feels>(korat::enumerators<mood::calm, mood::angry>)
      .set<&person::weight>(korat::one_of(0.5, 2.5))
      .set<&person::friend_>(people)
      .set<&person::loud>(korat::any_bool);
  return bounds;
}

// A graph of objects told apart, with fixed arrays of edges.
struct vertex {
  korat::field<vertex*> edges[2];
  korat::field<bool> marked;
};
struct graph {
  korat::field<vertex*> start;
};
bool reaches_marked(const vertex* v, korat::set<const vertex*>& seen) {
  if (!v || !seen.insert(v).second) return false;
  if (v->marked) return true;
  return std::ranges::any_of(v->edges, [&](const vertex* to) { return reaches_marked(to, seen); });
}
korat::finitization<graph> graph_bounds(korat::isomorphism symmetry) {
  korat::finitization<graph> bounds("graph");
  auto vertices = bounds.objects<vertex>(2, {.symmetry = symmetry});
  bounds.set<&graph::start>(vertices.without_null())
      .set<&vertex::edges>(vertices)
      .set<&vertex::marked>(korat::any_bool);
  return bounds;
}

// Almost nothing is read; unread references reach fresh objects, whose unread references reach more.
struct chain {
  korat::field<chain*> a, b;
  korat::field<bool> read_me;
};

struct empty_root {};
struct flags {
  korat::field<bool> bits[4];
};

korat::finitization<flags> flag_bounds() {
  korat::finitization<flags> bounds("flags");
  bounds.set<&flags::bits>(korat::any_bool);
  return bounds;
}

struct fixed_root {
  korat::field<list_node*> only;
  korat::field<int> one;
};

}  // namespace

sample binary_tree(int nodes) { return make_sample("binary_tree", tree_bounds(nodes, false), is_tree_by_queue); }

std::vector<sample> lockstep_samples() {
  const auto low_root = [](const tree& t) { return !t.root || t.root->key < 2; };
  const auto bounds = tree_bounds(so_many(4, 3), true);
  return {
      make_sample("lockstep_with_unread_keys", bounds, korat::all_of(is_tree_by_queue, low_root)),
      make_sample("early_lockstep_with_unread_keys", bounds, korat::all_of(is_tree_by_queue, korat::early(low_root)))};
}

std::vector<sample> plain_samples() {
  std::vector<sample> all;
  all.push_back(make_sample("tree_by_queue", tree_bounds(3, false), is_tree_by_queue, 63, 5));
  all.push_back(make_sample("tree_by_recursion", tree_bounds(3, false), is_tree_by_recursion, 0, 5));
  all.push_back(make_sample("tree_by_stack", tree_bounds(3, false), is_tree_by_stack, 0, 5));
  all.push_back(make_sample("tree_with_unread_keys", tree_bounds(3, true), is_tree_by_queue, 0, 5 * 27));
  all.push_back(make_sample("search_tree", tree_bounds(3, true), is_search_tree, 0, 5));
  all.push_back(make_sample("acyclic_list_with_unread_fields", list_bounds(2), is_acyclic_list));
  all.push_back(make_sample("ring", list_bounds(3), is_ring));
  all.push_back(make_sample("heap_array", heap_bounds(3), is_heap));
  all.push_back(make_sample("array_read_backwards", heap_bounds(3), is_sorted_backwards));
  all.push_back(make_sample("expressions_of_several_classes", formula_bounds(), is_formula));
  all.push_back(make_sample("strings_enums_doubles_plain_members", party_bounds(), &party::rep_ok));
  all.push_back(make_sample("graph", graph_bounds(korat::isomorphism::broken), [](const graph& g) {
    korat::set<const vertex*> seen;
    return reaches_marked(g.start, seen);
  }));
  all.push_back(make_sample("graph_told_apart", graph_bounds(korat::isomorphism::kept), [](const graph& g) {
    korat::set<const vertex*> seen;
    return reaches_marked(g.start, seen);
  }));
  {
    korat::finitization<chain> bounds("chain");
    auto links = bounds.objects<chain>(so_many(3, 2));
    bounds.set<&chain::a>(links).set<&chain::b>(links.without_null()).set<&chain::read_me>(korat::any_bool);
    all.push_back(make_sample("unread_references_to_fresh_objects", bounds,
                              [](const chain& c) { return c.read_me || c.b->read_me; }));
  }
  all.push_back(make_sample(
      "everything_is_valid", flag_bounds(), [](const flags&) { return true; }, 16, 16));
  all.push_back(make_sample(
      "nothing_is_valid", flag_bounds(), [](const flags&) { return false; }, 1, 0));
  all.push_back(make_sample(
      "all_fields_read_nothing_valid", flag_bounds(),
      [](const flags& f) {
        int sum = 0;
        for (const bool b : f.bits) sum += b ? 1 : 0;
        return sum > 4;
      },
      16, 0));
  all.push_back(make_sample(
      "root_without_fields_valid", korat::finitization<empty_root>("empty"), [](const empty_root&) { return true; }, 1,
      1));
  all.push_back(make_sample(
      "root_without_fields_invalid", korat::finitization<empty_root>("empty"), [](const empty_root&) { return false; },
      1, 0));
  all.push_back(make_sample("no_objects", list_bounds(0), is_acyclic_list, 1, 1));
  {
    korat::finitization<fixed_root> bounds("fixed");
    auto nodes = bounds.objects<list_node>(1, {.null = korat::null_value::excluded});
    bounds.set<&fixed_root::only>(nodes)
        .set<&fixed_root::one>(exactly(7))
        .set<&list_node::next>(nodes)
        .set<&list_node::key>(between(0, 1));
    all.push_back(make_sample(
        "single_valued_domains", bounds,
        [](const fixed_root& f) { return f.one == 7 && f.only->next == f.only && f.only->key == 1; }, 2, 1));
  }
  return all;
}

}  // namespace korat_test
