// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A search whose predicate allocates in both ways.

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "korat/korat.hpp"

struct node {
  korat::field<node*> left, right;
  korat::field<bool> marked;
};
struct tree {
  korat::field<node*> root;

  static int count(const node* n, korat::set<const node*>& met) {
    if (n == nullptr) return 0;
    if (!met.insert(n).second || n->marked) return 100;
    return 1 + count(n->left, met) + count(n->right, met);
  }
  bool rep_ok() const {
    const std::unique_ptr<void, decltype(&std::free)> block(std::malloc(100), &std::free);
    const auto wanted = std::make_unique<int>(5);
    korat::set<const node*> met;
    return block != nullptr && count(root, met) == *wanted;
  }
};

int main() {
  korat::finitization<tree> bounds;
  const auto nodes = bounds.objects<node>(5);
  bounds.set<&tree::root>(nodes).set<&node::left>(nodes).set<&node::right>(nodes).set<&node::marked>(korat::any_bool);
  korat::search<tree> search(bounds, &tree::rep_ok);
  while (search.next_valid()) continue;
  const auto note = search.engine_note();
  std::printf("%d binary trees%s%s\n", static_cast<int>(search.statistics().valid), note ? "; " : "",
              note.value_or("").c_str());
}
