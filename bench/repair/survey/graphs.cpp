// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Graphs: by lists of edges, by half-edges, of tasks that wait for others; and a matrix of rows and columns.

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "kind.hpp"

namespace korat::bench::survey {
namespace {

/// Vertices with lists of edges, and how many leave and enter them.
struct digraph {
  struct edge;
  struct vertex {
    field<vertex*> next;
    field<edge*> edges;
    field<int> leaving, entering;
  };
  struct edge {
    field<edge*> next;
    field<vertex*> to;
    field<int> length;
  };
  field<vertex*> first;
  field<int> vertices, edges;

  bool rep_ok() const {
    korat::map<const vertex*, int> entering;
    korat::set<const edge*> met;
    for (const vertex* v = first; v; v = v->next)
      if (!entering.insert({v, 0}).second) return false;
    if (static_cast<int>(entering.size()) != vertices) return false;
    for (const vertex* v = first; v; v = v->next) {
      int count = 0;
      for (const edge* e = v->edges; e; e = e->next, ++count) {
        if (!met.insert(e).second || e->length < 0) return false;
        const auto to = entering.find(e->to);
        if (to == entering.end()) return false;
        entering.insert_or_assign(e->to, to->second + 1);
      }
      if (count != v->leaving) return false;
    }
    for (const vertex* v = first; v; v = v->next)
      if (entering.find(v)->second != v->entering) return false;
    return static_cast<int>(met.size()) == edges;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    std::vector<vertex*> all;
    vertices = edges = 0;
    for (int i = 0; i < std::max(1, n / 3); ++i) {
      auto* const added = owner.make<vertex>();
      added->leaving = added->entering = 0;
      added->next = std::exchange(first, added);
      all.push_back(added);
      vertices = vertices + 1;
    }
    for (int i = 0; i < n - vertices; ++i) {
      auto* const from = all[random() % all.size()];
      auto* const to = all[random() % all.size()];
      auto* const added = owner.make<edge>();
      added->to = to;
      added->length = below(100, random);
      added->next = std::exchange(from->edges, added);
      from->leaving = from->leaving + 1;
      to->entering = to->entering + 1;
      edges = edges + 1;
    }
  }
  static finitization<digraph> bounds() {
    finitization<digraph> space("digraph");
    const auto points = space.objects<vertex>(1);
    const auto lines = space.objects<edge>(1);
    space.set<&digraph::first>(points).set<&digraph::vertices>(numbers()).set<&digraph::edges>(numbers());
    space.set<&vertex::next>(points).set<&vertex::edges>(lines);
    space.set<&vertex::leaving>(numbers()).set<&vertex::entering>(numbers());
    space.set<&edge::next>(lines).set<&edge::to>(points).set<&edge::length>(numbers());
    return space;
  }
};

/// Every edge is two half-edges, one at each end; those at a vertex are in a ring around it.
struct half_edges {
  struct side;
  struct vertex {
    field<vertex*> next;
    field<side*> any;
  };
  struct side {
    field<side*> twin, around;
    field<vertex*> origin;
  };
  field<vertex*> first;
  field<int> edges;

  bool rep_ok() const {
    korat::set<const vertex*> vertices;
    korat::set<const side*> met;
    for (const vertex* v = first; v; v = v->next) {
      if (!vertices.insert(v).second || !v->any) return false;
      const side* s = v->any;
      do {
        if (!met.insert(s).second || s->origin != v) return false;
        if (!s->twin || s->twin == s || s->twin->twin != s || s->twin->origin == v || !s->around) return false;
        s = s->around;
      } while (s != v->any);
    }
    return static_cast<int>(met.size()) == 2 * edges;
  }
  static void attach(side* s, vertex* v) {
    s->origin = v;
    if (!v->any) {
      v->any = s->around = s;
    } else {
      s->around = v->any->around;
      v->any->around = s;
    }
  }
  void connect(vertex* a, vertex* b, arena& owner) {
    auto* const one = owner.make<side>();
    auto* const other = owner.make<side>();
    one->twin = other;
    other->twin = one;
    attach(one, a);
    attach(other, b);
    edges = edges + 1;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    std::vector<vertex*> all;
    edges = 0;
    for (int objects = 0; objects < n || all.size() < 2; objects += 3) {
      auto* const added = owner.make<vertex>();
      added->next = std::exchange(first, added);
      if (!all.empty()) connect(all[random() % all.size()], added, owner);
      all.push_back(added);
      if (all.size() < 4 || below(3, random) != 0) continue;
      auto* const one = all[random() % all.size()];
      auto* const other = all[random() % all.size()];
      if (one != other) connect(one, other, owner), objects += 2;
    }
  }
  static finitization<half_edges> bounds() {
    finitization<half_edges> space("half-edges");
    const auto vertices = space.objects<vertex>(1);
    const auto sides = space.objects<side>(1);
    space.set<&half_edges::first>(vertices).set<&half_edges::edges>(numbers());
    space.set<&vertex::next>(vertices).set<&vertex::any>(sides);
    space.set<&side::twin>(sides).set<&side::around>(sides).set<&side::origin>(vertices);
    return space;
  }
};

/// Tasks that wait for up to three others; each one's level is one more than the highest of these.
struct tasks {
  static constexpr int most = 3;
  struct task {
    field<task*> next;
    field<task*> waits_for[most];
    field<int> level, id;
  };
  field<task*> first;
  field<int> count;

  bool rep_ok() const {
    korat::set<const task*> met;
    korat::set<int> ids;
    for (const task* t = first; t; t = t->next)
      if (!met.insert(t).second || !ids.insert(t->id).second) return false;
    if (static_cast<int>(met.size()) != count) return false;
    for (const task* t = first; t; t = t->next) {
      int highest = -1;
      for (const auto& other : t->waits_for) {
        if (!other) continue;
        if (!met.contains(other)) return false;
        highest = std::max<int>(highest, other->level);
      }
      if (t->level != highest + 1) return false;
    }
    return true;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    std::vector<task*> all;
    for (int i = 0; i < n; ++i) {
      auto* const added = owner.make<task>();
      added->id = 100 + 7 * i;
      added->level = 0;
      for (int k = 0; i > 0 && k < below(most + 1, random); ++k) {
        auto* const other = all[static_cast<std::size_t>(std::max(0, i - 1 - below(40, random)))];
        added->waits_for[k] = other;
        added->level = std::max<int>(added->level, other->level + 1);
      }
      added->next = std::exchange(first, added);
      all.push_back(added);
    }
    count = n;
  }
  static finitization<tasks> bounds() {
    finitization<tasks> space("tasks");
    const auto all = space.objects<task>(1);
    space.set<&tasks::first>(all).set<&tasks::count>(numbers());
    space.set<&task::next>(all).set<&task::waits_for>(all).set<&task::level>(numbers()).set<&task::id>(numbers());
    return space;
  }
};

/// The elements that are not zero, in lists by row and by column.
struct matrix {
  struct element {
    field<element*> right, down;
    field<int> row, column, value;
  };
  array<element*> rows, columns;
  field<int> count;

  bool rep_ok() const {
    korat::set<const element*> met;
    for (int r = 0; r < rows.size(); ++r) {
      int last = -1;
      for (const element* e = rows[r]; e; e = e->right) {
        if (!met.insert(e).second || e->row != r || e->column <= last || e->column >= columns.size()) return false;
        if (e->value == 0) return false;
        last = e->column;
      }
    }
    if (static_cast<int>(met.size()) != count) return false;
    int found = 0;
    for (int c = 0; c < columns.size(); ++c) {
      int last = -1;
      for (const element* e = columns[c]; e; e = e->down, ++found) {
        if (!met.contains(e) || e->column != c || e->row <= last) return false;
        last = e->row;
      }
    }
    return found == count;
  }
  void insert(element* added) {
    auto* place = &rows[added->row];
    while (*place && (*place)->column < added->column) place = &(*place)->right;
    added->right = *place;
    *place = added;
    place = &columns[added->column];
    while (*place && (*place)->row < added->row) place = &(*place)->down;
    added->down = *place;
    *place = added;
    count = count + 1;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    const int side = std::max(2, n / 4);
    rows.resize(side);
    columns.resize(side);
    count = 0;
    std::set<std::pair<int, int>> taken;
    while (count < n && count < side * side) {
      const int row = below(side, random), column = below(side, random);
      if (!taken.insert({row, column}).second) continue;
      auto* const added = owner.make<element>();
      added->row = row;
      added->column = column;
      added->value = 1 + below(9, random);
      insert(added);
    }
  }
  static finitization<matrix> bounds(int n) {
    finitization<matrix> space("matrix");
    const auto elements = space.objects<element>(1);
    space.set<&matrix::rows>(array_of(elements).with_length(between(1, n)));
    space.set<&matrix::columns>(array_of(elements).with_length(between(1, n)));
    space.set<&matrix::count>(numbers()).set<&element::right>(elements).set<&element::down>(elements);
    space.set<&element::row>(numbers()).set<&element::column>(numbers()).set<&element::value>(numbers());
    return space;
  }
};

}  // namespace

std::vector<kind> graphs() {
  return {kind_of<digraph>("digraph", half::development), kind_of<half_edges>("half-edges", half::reported),
          kind_of<tasks>("tasks", half::development), kind_of<matrix>("matrix", half::reported)};
}

}  // namespace korat::bench::survey
