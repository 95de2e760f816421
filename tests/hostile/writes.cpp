// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Predicates that write to the structure they are asked about.

#include <algorithm>
#include <utility>

#include "cases.hpp"

namespace hostile {

namespace {

using enum expected;

template <class T>
T& changeable(const T& object) {
  return const_cast<T&>(object);
}

/// Reverses from `first` on and returns the new first.
item* reverse(item* first) {
  item* before = nullptr;
  while (first != nullptr) {
    item* const next = first->next;
    first->next = before;
    before = std::exchange(first, next);
  }
  return before;
}

const hostile_case cases[] = {
    {"a number written and left", answer_or_refusal,
     [](const numbers& n) {
       if (n.a == n.b) changeable(n).c = 1;
       return n.c == 1 && n.d == 2;
     }},
    {"a number written and restored", answer_or_refusal,
     [](const numbers& n) {
       const int c = n.c;
       changeable(n).c = 7;
       const bool valid = n.a + n.b + n.d == 5;
       changeable(n).c = c;
       return valid && c == 2;
     }},
    {"a number written before it is read", answer_or_refusal,
     [](const numbers& n) {
       changeable(n).e = 2;
       return n.a + n.e == 4;
     }},
    {"the same value written", answer_or_refusal,
     [](const numbers& n) {
       const int a = n.a;
       changeable(n).a = a;
       return a == n.f;
     }},
    {"numbers swapped and swapped back", answer_or_refusal,
     [](const numbers& n) {
       int a = n.a, f = n.f;
       changeable(n).a = f, changeable(n).f = a;
       const bool valid = n.a < n.b && n.b < n.f;
       changeable(n).a = a, changeable(n).f = f;
       return valid;
     }},
    {"swapped back only if valid", answer_or_refusal,
     [](const numbers& n) {
       const int a = n.a, b = n.b;
       if (a <= b) return a + b + n.c == 4;
       changeable(n).a = b, changeable(n).b = a;
       return false;
     }},
    {"a list reversed twice", answer_or_refusal,
     [](const list& l) {
       if (!walk(l, [](const item&) {})) return false;
       auto& changed = changeable(l);
       changed.first = reverse(l.first);
       int previous = 2, falls = 1;
       walk(l, [&](const item& i) { falls &= i.value <= previous, previous = i.value; });
       changed.first = reverse(l.first);
       return falls == 1;
     }},
    {"a list reversed once", answer_or_refusal,
     [](const list& l) {
       if (!walk(l, [](const item&) {})) return false;
       changeable(l).first = reverse(l.first);
       const item* const i = l.first;
       return i != nullptr && i->value == 1;
     }},
    {"nodes marked by negative keys", answer_or_refusal,
     [](const tree& t) {
       const auto visit = [](const auto& self, const node* n) -> int {
         if (n == nullptr) return 0;
         if (n->key < 0) return -100;  // met before
         const int key = n->key;
         changeable(*n).key = -1 - key;
         const int count = 1 + self(self, n->left) + self(self, n->right);
         changeable(*n).key = key;
         return count;
       };
       return visit(visit, t.root) == 3;
     }},
    {"links threaded and cut again", answer_or_refusal,
     [](const tree& t) {
       node* const root = t.root;
       if (root == nullptr || root->left == nullptr || root->right != nullptr) return false;
       changeable(*root).right = root->left;
       const bool valid = root->right->key == 1;
       changeable(*root).right = nullptr;
       return valid;
     }},
    {"written through a pointer to the member", answer_or_refusal,
     [](const numbers& n) {
       auto* const d = reinterpret_cast<int*>(const_cast<field<int>*>(&n.d));
       const int before = n.d;
       *d = 3;
       const bool valid = n.a == n.d;
       *d = before;
       return valid && before == 1;
     }},
    {"sorted in place", answer_or_refusal,
     [](const numbers& n) {
       int a = n.a, b = n.b, c = n.c;
       const int* all[] = {&a, &b, &c};
       std::sort(std::begin(all), std::end(all), [](const int* x, const int* y) { return *x < *y; });
       changeable(n).a = opaque(*all[0]), changeable(n).b = opaque(*all[1]), changeable(n).c = opaque(*all[2]);
       return n.b == 1;
     }},
};

}  // namespace

std::span<const hostile_case> writes() { return cases; }

}  // namespace hostile
