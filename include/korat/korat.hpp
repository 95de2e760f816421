// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Korat for C++: every structure that satisfies a predicate, within a bound.
//
//   #include <korat/korat.hpp>
//   #include <iostream>
//
//   struct node { korat::field<node*> left, right; };
//   struct tree {
//     korat::field<node*> root;
//     korat::field<int> size;
//
//     bool rep_ok() const {
//       korat::set<node*> visited;
//       return acyclic(root, visited) && size == static_cast<int>(visited.size());
//     }
//     static bool acyclic(node* n, korat::set<node*>& visited) {
//       return !n || (visited.insert(n).second && acyclic(n->left, visited) && acyclic(n->right, visited));
//     }
//   };
//
//   int main() {
//     korat::finitization<tree> bounds;
//     auto nodes = bounds.objects<node>(5);
//     bounds.set<&tree::root>(nodes).set<&tree::size>(korat::exactly(5))
//           .set<&node::left>(nodes).set<&node::right>(nodes);
//     int trees = 0;
//     for (const tree& t : korat::generate(bounds, &tree::rep_ok)) trees += t.size == 5;
//     std::cout << trees << " binary trees of 5 nodes\n";   // 42
//   }

#pragma once

#include "korat/detail/same_library.hpp"
#if !defined(KORAT_CANNOT_BE_COMPILED)

#include "korat/all_of.hpp"
#include "korat/array.hpp"
#include "korat/big_integer.hpp"
#include "korat/choose.hpp"
#include "korat/coverage.hpp"
#include "korat/diagnosis.hpp"
#include "korat/diagram.hpp"
#include "korat/diagram_drawing.hpp"
#include "korat/diagram_summary.hpp"
#include "korat/domain.hpp"
#include "korat/ensure.hpp"
#include "korat/error.hpp"
#include "korat/field.hpp"
#include "korat/field_value.hpp"
#include "korat/finitization.hpp"
#include "korat/function.hpp"
#include "korat/generate.hpp"
#include "korat/listener.hpp"
#include "korat/object_factory.hpp"
#include "korat/offer.hpp"
#include "korat/open_range.hpp"
#include "korat/options.hpp"
#include "korat/owned.hpp"
#include "korat/parallel.hpp"
#include "korat/position.hpp"
#include "korat/print.hpp"
#include "korat/private_member.hpp"
#include "korat/probe.hpp"
#include "korat/random_source.hpp"
#include "korat/repair.hpp"
#include "korat/repair_all.hpp"
#include "korat/reporter.hpp"
#include "korat/search.hpp"
#include "korat/smt.hpp"
#include "korat/statistics.hpp"
#include "korat/structure.hpp"
#include "korat/symbolic.hpp"
#include "korat/time_span.hpp"
#include "korat/undo/deque.hpp"
#include "korat/undo/list.hpp"
#include "korat/undo/map.hpp"
#include "korat/undo/ordered_map.hpp"
#include "korat/undo/ordered_set.hpp"
#include "korat/undo/priority_queue.hpp"
#include "korat/undo/queue.hpp"
#include "korat/undo/set.hpp"
#include "korat/undo/vector.hpp"
#include "korat/walk.hpp"

#endif
