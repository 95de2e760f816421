// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Trees: of words, by priority, with intervals, with several keys in a node, of text.

#include <algorithm>
#include <limits>
#include <utility>

#include "kind.hpp"

namespace korat::bench::survey {
namespace {

/// Words over four letters; every node knows how many words are below it.
struct trie {
  static constexpr int letters = 4;
  struct node {
    field<node*> child[letters];
    field<bool> is_word;
    field<int> words;
  };
  field<node*> root;
  field<int> size;

  static int count(const node* n, korat::set<const node*>& met) {
    if (!met.insert(n).second) return -1;
    int words = n->is_word ? 1 : 0;
    for (const auto& c : n->child)
      if (c) {
        const int more = count(c, met);
        if (more < 0) return -1;
        words += more;
      }
    return words > 0 && n->words == words ? words : -1;
  }
  bool rep_ok() const {
    korat::set<const node*> met;
    return root ? count(root, met) == size : size == 0;
  }
  int insert(arena& owner, random_numbers& random, int longest) {
    std::vector<node*> path;
    int made = 0;
    field<node*>* place = &root;
    for (int length = 1 + below(longest, random); length >= 0; --length) {
      if (!*place) {
        *place = owner.make<node>();
        (*place)->is_word = false;
        (*place)->words = 0;
        ++made;
      }
      path.push_back(*place);
      place = &(*place)->child[below(letters, random)];
    }
    if (!path.back()->is_word) {
      path.back()->is_word = true;
      for (auto* const n : path) n->words = n->words + 1;
      size = size + 1;
    }
    return made;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    size = 0;
    for (int objects = 0; objects < n;) objects += insert(owner, random, 8);
  }
  static finitization<trie> bounds() {
    finitization<trie> space("trie");
    const auto nodes = space.objects<node>(1);
    space.set<&trie::root>(nodes).set<&trie::size>(numbers());
    space.set<&node::child>(nodes).set<&node::is_word>(any_bool).set<&node::words>(numbers());
    return space;
  }
};

/// A search tree by key that is a heap by priority.
struct treap {
  struct node {
    field<node*> left, right;
    field<int> key, priority;
  };
  field<node*> root;
  field<int> size;

  static bool is_treap(const node* n, std::int64_t low, std::int64_t high, int priority, int& left) {
    if (!n) return true;
    if (--left < 0 || n->priority > priority || n->key <= low || n->key >= high) return false;
    return is_treap(n->left, low, n->key, n->priority, left) && is_treap(n->right, n->key, high, n->priority, left);
  }
  bool rep_ok() const {
    int left = size;
    return is_treap(root, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(),
                    std::numeric_limits<int>::max(), left) &&
           left == 0;
  }
  static void split(node* n, int key, field<node*>& low, field<node*>& high) {
    if (!n) {
      low = high = nullptr;
    } else if (n->key < key) {
      low = n;
      split(n->right, key, n->right, high);
    } else {
      high = n;
      split(n->left, key, low, n->left);
    }
  }
  void insert(node* added) {
    field<node*>* place = &root;
    while (*place && (*place)->priority >= added->priority)
      place = added->key < (*place)->key ? &(*place)->left : &(*place)->right;
    split(*place, added->key, added->left, added->right);
    *place = added;
    size = size + 1;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    size = 0;
    for (const int key : shuffled(n, random)) {
      auto* const added = owner.make<node>();
      added->key = 4 * key;
      added->priority = below(1'000'000, random);
      insert(added);
    }
  }
  static finitization<treap> bounds() {
    finitization<treap> space("treap");
    const auto nodes = space.objects<node>(1);
    space.set<&treap::root>(nodes).set<&treap::size>(numbers());
    space.set<&node::left>(nodes).set<&node::right>(nodes);
    space.set<&node::key>(numbers()).set<&node::priority>(numbers());
    return space;
  }
};

/// A heap whose left sides are no shorter than the right ones.
struct leftist_heap {
  struct node {
    field<node*> left, right;
    field<int> value, rank;
  };
  field<node*> root;
  field<int> size;

  static int rank_of(const node* n) { return n ? static_cast<int>(n->rank) : 0; }
  static bool is_heap(const node* n, int least, korat::set<const node*>& met) {
    if (!n) return true;
    if (!met.insert(n).second || n->value < least) return false;
    if (!is_heap(n->left, n->value, met) || !is_heap(n->right, n->value, met)) return false;
    return rank_of(n->left) >= rank_of(n->right) && n->rank == rank_of(n->right) + 1;
  }
  bool rep_ok() const {
    korat::set<const node*> met;
    return is_heap(root, std::numeric_limits<int>::min(), met) && static_cast<int>(met.size()) == size;
  }
  static node* merge(node* a, node* b) {
    if (!a || !b) return a ? a : b;
    if (b->value < a->value) std::swap(a, b);
    a->right = merge(a->right, b);
    if (rank_of(a->left) < rank_of(a->right)) {
      node* const left = a->left;
      a->left = a->right;
      a->right = left;
    }
    a->rank = rank_of(a->right) + 1;
    return a;
  }
  // Small heaps are merged two by two, so that no side grows too long for the stack.
  void grow(int n, arena& owner, random_numbers& random) {
    std::vector<node*> heaps;
    for (int i = 0; i < n; ++i) {
      heaps.push_back(owner.make<node>());
      heaps.back()->value = below(10 * n, random);
      heaps.back()->rank = 1;
    }
    for (std::size_t i = 0; i + 1 < heaps.size(); i += 2) heaps.push_back(merge(heaps[i], heaps[i + 1]));
    if (n > 0) root = heaps.back();
    size = n;
  }
  static finitization<leftist_heap> bounds() {
    finitization<leftist_heap> space("leftist-heap");
    const auto nodes = space.objects<node>(1);
    space.set<&leftist_heap::root>(nodes).set<&leftist_heap::size>(numbers());
    space.set<&node::left>(nodes).set<&node::right>(nodes);
    space.set<&node::value>(numbers()).set<&node::rank>(numbers());
    return space;
  }
};

/// Intervals in the order of their beginnings; every node knows the last end below it, and its parent.
struct intervals {
  struct node {
    field<node*> left, right, parent;
    field<int> begin, end, last;
  };
  field<node*> root;

  static bool is_tree(const node* n, const node* parent, std::int64_t low, std::int64_t high,
                      korat::set<const node*>& met) {
    if (!n) return true;
    if (!met.insert(n).second || n->parent != parent || n->begin < low || n->begin > high || n->end < n->begin)
      return false;
    if (!is_tree(n->left, n, low, n->begin, met) || !is_tree(n->right, n, n->begin, high, met)) return false;
    int last = n->end;
    if (n->left) last = std::max<int>(last, n->left->last);
    if (n->right) last = std::max<int>(last, n->right->last);
    return n->last == last;
  }
  bool rep_ok() const {
    korat::set<const node*> met;
    return is_tree(root, nullptr, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(),
                   met);
  }
  void insert(node* added) {
    field<node*>* place = &root;
    node* parent = nullptr;
    while (*place) {
      parent = *place;
      parent->last = std::max<int>(parent->last, added->end);
      place = added->begin < parent->begin ? &parent->left : &parent->right;
    }
    added->parent = parent;
    *place = added;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    for (const int begin : shuffled(n, random)) {
      auto* const added = owner.make<node>();
      added->begin = 3 * begin;
      added->end = 3 * begin + below(50, random);
      added->last = added->end;
      insert(added);
    }
  }
  static finitization<intervals> bounds() {
    finitization<intervals> space("intervals");
    const auto nodes = space.objects<node>(1);
    space.set<&intervals::root>(nodes).set<&node::left>(nodes).set<&node::right>(nodes).set<&node::parent>(nodes);
    space.set<&node::begin>(numbers()).set<&node::end>(numbers()).set<&node::last>(numbers());
    return space;
  }
};

/// One or two keys in a node, all leaves at the same depth.
struct two_three_tree {
  struct node {
    field<int> used;
    field<int> keys[2];
    field<node*> child[3];
  };
  field<node*> root;
  field<int> size;

  /// The height, or -1.
  static int height(const node* n, std::int64_t low, std::int64_t high, int& left) {
    if (!n) return 0;
    const int used = n->used;
    if (used < 1 || used > 2 || (left -= used) < 0) return -1;
    const std::int64_t first = n->keys[0], second = used == 2 ? static_cast<std::int64_t>(n->keys[1]) : high;
    if (first <= low || first >= second || (used == 2 && second >= high)) return -1;
    const int one = height(n->child[0], low, first, left);
    if (one < 0 || height(n->child[1], first, second, left) != one) return -1;
    if (used == 1 ? n->child[2] != nullptr : height(n->child[2], second, high, left) != one) return -1;
    return one + 1;
  }
  bool rep_ok() const {
    int left = size;
    return height(root, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(), left) >=
               0 &&
           left == 0;
  }
  /// A node that was split: its middle key, and the right one of its halves.
  struct split {
    int key = 0;
    node* right = nullptr;
  };
  static split insert(node* n, int key, arena& owner) {
    int place = 0;
    while (place < n->used && n->keys[place] < key) ++place;
    split below{key, nullptr};
    if (n->child[place]) {
      below = insert(n->child[place], key, owner);
      if (!below.right) return {};
    }
    std::vector<int> keys(n->keys, n->keys + n->used);
    std::vector<node*> children(n->child, n->child + n->used + 1);
    keys.insert(keys.begin() + place, below.key);
    children.insert(children.begin() + place + 1, below.right);
    if (keys.size() <= 2) {
      fill(n, keys, children);
      return {};
    }
    auto* const right = owner.make<node>();
    fill(n, {keys[0]}, {children[0], children[1]});
    fill(right, {keys[2]}, {children[2], children[3]});
    return {keys[1], right};
  }
  static void fill(node* n, const std::vector<int>& keys, const std::vector<node*>& children) {
    n->used = static_cast<int>(keys.size());
    for (std::size_t i = 0; i < 2; ++i) n->keys[i] = i < keys.size() ? keys[i] : 0;
    for (std::size_t i = 0; i < 3; ++i) n->child[i] = i < children.size() ? children[i] : nullptr;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    size = 0;
    for (const int key : shuffled(3 * n / 2, random)) {
      size = size + 1;
      if (!root) {
        root = owner.make<node>();
        fill(root, {5 * key}, {});
      } else if (const auto over = insert(root, 5 * key, owner); over.right) {
        auto* const top = owner.make<node>();
        fill(top, {over.key}, {root, over.right});
        root = top;
      }
    }
  }
  static finitization<two_three_tree> bounds() {
    finitization<two_three_tree> space("two-three-tree");
    const auto nodes = space.objects<node>(1);
    space.set<&two_three_tree::root>(nodes).set<&two_three_tree::size>(numbers());
    space.set<&node::used>(between(1, 2)).set<&node::keys>(numbers()).set<&node::child>(nodes);
    return space;
  }
};

/// A search tree balanced by levels (Andersson 1993).
struct aa_tree {
  struct node {
    field<node*> left, right;
    field<int> key, level;
  };
  field<node*> root;
  field<int> size;

  static int level_of(const node* n) { return n ? static_cast<int>(n->level) : 0; }
  static bool is_tree(const node* n, std::int64_t low, std::int64_t high, korat::set<const node*>& met) {
    if (!n) return true;
    if (!met.insert(n).second || n->key <= low || n->key >= high) return false;
    if (n->level != level_of(n->left) + 1) return false;
    const int below = n->level - level_of(n->right);
    if (below < 0 || below > 1 || (n->right && level_of(n->right->right) >= n->level)) return false;
    return is_tree(n->left, low, n->key, met) && is_tree(n->right, n->key, high, met);
  }
  bool rep_ok() const {
    korat::set<const node*> met;
    return is_tree(root, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(), met) &&
           static_cast<int>(met.size()) == size;
  }
  static node* skew(node* n) {
    if (!n->left || n->left->level != n->level) return n;
    node* const left = n->left;
    n->left = left->right;
    left->right = n;
    return left;
  }
  static node* split(node* n) {
    if (!n->right || level_of(n->right->right) != n->level) return n;
    node* const right = n->right;
    n->right = right->left;
    right->left = n;
    right->level = right->level + 1;
    return right;
  }
  static node* insert(node* n, node* added) {
    if (!n) return added;
    auto& side = added->key < n->key ? n->left : n->right;
    side = insert(side, added);
    return split(skew(n));
  }
  void grow(int n, arena& owner, random_numbers& random) {
    for (const int key : shuffled(n, random)) {
      auto* const added = owner.make<node>();
      added->key = 6 * key;
      added->level = 1;
      root = insert(root, added);
    }
    size = n;
  }
  static finitization<aa_tree> bounds() {
    finitization<aa_tree> space("aa-tree");
    const auto nodes = space.objects<node>(1);
    space.set<&aa_tree::root>(nodes).set<&aa_tree::size>(numbers());
    space.set<&node::left>(nodes).set<&node::right>(nodes);
    space.set<&node::key>(numbers()).set<&node::level>(numbers());
    return space;
  }
};

/// A heap of nodes with lists of children; each knows the sibling, or the parent, before it.
struct pairing_heap {
  struct node {
    field<node*> child, sibling, before;
    field<int> value;
  };
  field<node*> root;
  field<int> size;

  static bool is_heap(const node* top, korat::set<const node*>& met) {
    const node* before = top;
    for (const node* c = top->child; c; before = c, c = c->sibling)
      if (!met.insert(c).second || c->before != before || c->value < top->value || !is_heap(c, met)) return false;
    return true;
  }
  bool rep_ok() const {
    if (!root) return size == 0;
    korat::set<const node*> met;
    met.insert(root);
    return !root->sibling && !root->before && is_heap(root, met) && static_cast<int>(met.size()) == size;
  }
  static node* meld(node* a, node* b) {
    if (b->value < a->value) std::swap(a, b);
    b->sibling = a->child;
    if (b->sibling) b->sibling->before = b;
    b->before = a;
    a->child = b;
    return a;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    std::vector<node*> heaps;
    for (int i = 0; i < n; ++i) {
      heaps.push_back(owner.make<node>());
      heaps.back()->value = below(10 * n, random);
    }
    while (heaps.size() > 1) {
      std::swap(heaps[random() % heaps.size()], heaps.back());
      auto* const one = heaps.back();
      heaps.pop_back();
      auto& other = heaps[random() % heaps.size()];
      other = meld(other, one);
    }
    if (n > 0) root = heaps[0];
    size = n;
  }
  static finitization<pairing_heap> bounds() {
    finitization<pairing_heap> space("pairing-heap");
    const auto nodes = space.objects<node>(1);
    space.set<&pairing_heap::root>(nodes).set<&pairing_heap::size>(numbers());
    space.set<&node::child>(nodes).set<&node::sibling>(nodes).set<&node::before>(nodes);
    space.set<&node::value>(numbers());
    return space;
  }
};

/// Text in leaves; an inner node knows how much of it is on its left.
struct rope {
  struct node {
    field<node*> left, right;
    field<int> weight;  // of a leaf: its length
  };
  field<node*> root;
  field<int> length;

  /// The length, or -1.
  static int length_of(const node* n, korat::set<const node*>& met) {
    if (!met.insert(n).second || n->weight <= 0) return -1;
    if (!n->left && !n->right) return n->weight;
    if (!n->left || !n->right) return -1;
    const int left = length_of(n->left, met);
    if (left != n->weight) return -1;
    const int right = length_of(n->right, met);
    return right < 0 ? -1 : left + right;
  }
  bool rep_ok() const {
    korat::set<const node*> met;
    return root ? length_of(root, met) == length : length == 0;
  }
  static int total(const node* n) { return n->right ? n->weight + total(n->right) : static_cast<int>(n->weight); }
  void grow(int n, arena& owner, random_numbers& random) {
    std::vector<node*> parts;
    for (int i = 0; i < (n + 1) / 2; ++i) {
      parts.push_back(owner.make<node>());
      parts.back()->weight = 1 + below(20, random);
    }
    for (; parts.size() > 1;) {
      const auto at = random() % (parts.size() - 1);
      auto* const joined = owner.make<node>();
      joined->left = parts[at];
      joined->right = parts[at + 1];
      joined->weight = total(parts[at]);
      parts[at] = joined;
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }
    root = parts.front();
    length = total(root);
  }
  static finitization<rope> bounds() {
    finitization<rope> space("rope");
    const auto nodes = space.objects<node>(1);
    space.set<&rope::root>(nodes).set<&rope::length>(numbers());
    space.set<&node::left>(nodes).set<&node::right>(nodes).set<&node::weight>(numbers());
    return space;
  }
};

/// Windows in windows, and those that take the focus in the order in which it goes around.
struct desktop {
  struct window {
    field<window*> outer, first, beside, next_focus;
    field<int> handle, order;
    field<bool> takes_focus;
  };
  field<window*> screen, focus;
  field<int> windows;

  static bool is_tree(const window* w, korat::set<int>& handles, korat::set<const window*>& taking) {
    if (!handles.insert(w->handle).second) return false;
    if (w->takes_focus) taking.insert(w);
    for (const window* inner = w->first; inner; inner = inner->beside)
      if (inner->outer != w || !is_tree(inner, handles, taking)) return false;
    return true;
  }
  bool rep_ok() const {
    korat::set<int> handles;
    korat::set<const window*> taking;
    if (!screen || screen->outer || screen->beside || !is_tree(screen, handles, taking)) return false;
    if (static_cast<int>(handles.size()) != windows) return false;
    std::size_t met = 0;
    for (const window* w = focus; w; w = w->next_focus, ++met) {
      if (met >= taking.size() || !taking.contains(w)) return false;
      if (w->next_focus && w->order >= w->next_focus->order) return false;
    }
    return met == taking.size();
  }
  void grow(int n, arena& owner, random_numbers& random) {
    std::vector<window*> all;
    for (int i = 0; i < n; ++i) {
      auto* const added = owner.make<window>();
      added->handle = 7 * i + below(7, random);
      added->order = 2 * i + below(2, random);
      added->takes_focus = below(3, random) == 0;
      if (i > 0) {
        auto* const outer = all[random() % all.size()];
        added->outer = outer;
        field<window*>* place = &outer->first;
        for (int steps = below(3, random); steps > 0 && *place; --steps) place = &(*place)->beside;
        added->beside = std::exchange(*place, added);
      }
      all.push_back(added);
    }
    for (auto w = all.rbegin(); w != all.rend(); ++w)
      if ((*w)->takes_focus) (*w)->next_focus = std::exchange(focus, *w);
    screen = all.front();
    windows = n;
  }
  static finitization<desktop> bounds() {
    finitization<desktop> space("desktop");
    const auto all = space.objects<window>(1);
    space.set<&desktop::screen>(all).set<&desktop::focus>(all).set<&desktop::windows>(numbers());
    space.set<&window::outer>(all).set<&window::first>(all).set<&window::beside>(all).set<&window::next_focus>(all);
    space.set<&window::handle>(numbers()).set<&window::order>(numbers()).set<&window::takes_focus>(any_bool);
    return space;
  }
};

}  // namespace

std::vector<kind> trees() {
  return {kind_of<trie>("trie", half::development),
          kind_of<treap>("treap", half::reported),
          kind_of<leftist_heap>("leftist-heap", half::development),
          kind_of<intervals>("intervals", half::reported),
          kind_of<two_three_tree>("two-three-tree", half::development),
          kind_of<aa_tree>("aa-tree", half::reported),
          kind_of<pairing_heap>("pairing-heap", half::reported),
          kind_of<rope>("rope", half::development),
          kind_of<desktop>("desktop", half::development)};
}

}  // namespace korat::bench::survey
