// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: the deleter of a searched unique_ptr has no state

#include <korat/finitization.hpp>
#include <memory>

struct node {
  std::unique_ptr<node, void (*)(node*)> next{nullptr, nullptr};
  std::unique_ptr<node> other;
};

void bound(korat::finitization<node>& bounds) {
  const auto nodes = bounds.objects<node>(2);
#ifdef KORAT_WRONG
  bounds.set<&node::next>(nodes);
#else
  bounds.set<&node::other>(nodes);
#endif
}
