// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Lists as Table 2 of the paper counts them: nothing but links, so that there is one list of each size, and the least
// size is a field of one value. (The subjects of the same names have elements, of which there are far too many ways to
// fill a long list.)

#pragma once

#include <cstddef>
#include <memory>

#include "korat/korat.hpp"

namespace korat::bench {

struct singly_linked {
  struct node {
    field<node*> next;
  };
  field<node*> header;
  field<std::size_t> min_size;  // one value: the paper's counts show that it is a field

  bool rep_ok() const {
    korat::set<const node*> visited;
    for (const node* n = header; n; n = n->next)
      if (!visited.insert(n).second) return false;
    return visited.size() >= min_size;
  }

  static finitization<singly_linked> bounds(std::int64_t min_size, std::int64_t max_size) {
    finitization<singly_linked> space("singly-linked");
    const auto nodes = space.objects<node>(max_size);
    space.set<&singly_linked::header>(nodes).set<&singly_linked::min_size>(exactly(min_size));
    space.set<&node::next>(nodes);
    return space;
  }
};

/// A ring.
struct doubly_linked {
  struct node {
    field<node*> next, previous;
  };
  field<node*> header;
  field<std::size_t> min_size;

  bool rep_ok() const {
    if (!header) return min_size == 0;
    korat::set<const node*> visited;
    const node* current = header;
    while (visited.insert(current).second) {
      const node* const next = current->next;
      if (!next || next->previous != current) return false;
      current = next;
    }
    return current == header && visited.size() >= min_size;
  }

  static finitization<doubly_linked> bounds(std::int64_t min_size, std::int64_t max_size) {
    finitization<doubly_linked> space("doubly-linked");
    const auto nodes = space.objects<node>(max_size);
    space.set<&doubly_linked::header>(nodes).set<&doubly_linked::min_size>(exactly(min_size));
    space.set<&node::next>(nodes).set<&node::previous>(nodes);
    return space;
  }
};

/// Lists of min_size to max_size nodes.
template <class List>
std::unique_ptr<basic_search> start_lists(std::int64_t min_size, std::int64_t max_size, search_options options) {
  return std::make_unique<search<List>>(List::bounds(min_size, max_size), &List::rep_ok, std::move(options));
}

}  // namespace korat::bench
