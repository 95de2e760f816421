// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: objects are referred to by pointers: T*, std::unique_ptr or std::shared_ptr

#include <korat/finitization.hpp>
#include <memory>

struct node {
  std::weak_ptr<node> parent;
  std::shared_ptr<node> next;
};

void bound(korat::finitization<node>& bounds) {
  const auto nodes = bounds.objects<node>(2);
#ifdef KORAT_WRONG
  bounds.set<&node::parent>(nodes);
#else
  bounds.set<&node::next>(nodes);
#endif
}
