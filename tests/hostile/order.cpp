// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// In which order fields are read, how often, and whether at all.

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <vector>

#include "cases.hpp"

namespace hostile {

namespace {

using enum expected;

int length(const item* i) {
  int n = 0;
  for (; i != nullptr && n <= 4; i = i->next) ++n;
  return n;
}

/// Floyd's two pointers.
bool is_circular(const list& l) {
  const item *slow = l.first, *fast = l.first;
  while (fast != nullptr && fast->next != nullptr) {
    slow = slow->next, fast = fast->next->next;
    if (slow == fast) return true;
  }
  return false;
}

bool ordered(const node* n, int low, int high, int fuel) {
  return n == nullptr || (fuel > 0 && n->key >= low && n->key <= high && ordered(n->left, low, n->key - 1, fuel - 1) &&
                          ordered(n->right, n->key + 1, high, fuel - 1));
}

const hostile_case cases[] = {
    {"nothing is read, all are valid", answer, [](const list&) { return true; }},
    {"nothing is read, none is valid", answer, [](const tree&) { return false; }},
    {"one field is read, for nothing", answer,
     [](const numbers& n) {
       (void)static_cast<int>(n.d);
       return true;
     }},
    {"everything is read", answer, [](const numbers& n) { return n.a + n.b + n.c + n.d + n.e + n.f == 9; }},
    {"everything is read for nothing", answer,
     [](const words& w) {
       return static_cast<const std::string&>(w.first).size() + static_cast<const std::string&>(w.second).size() <
                  1000 &&
              w.letter != '?' && w.real != 3 && (w.flag || !w.flag) && w.wide != 5;
     }},
    {"from the last to the first", answer,
     [](const numbers& n) { return n.f < n.e && n.e < n.d && n.d + n.c + n.b == n.a; }},
    {"in an order that depends on values", answer,
     [](const numbers& n) {
       if (n.c == 0) return n.f == 1;
       if (n.c == 1) return n.a == n.e && n.e != 2;
       return n.c == 2 ? n.b + n.d == 3 : n.d == n.e;
     }},
    {"an index that is read", answer,
     [](const numbers& n) {
       const field<int>* const all[] = {&n.b, &n.c, &n.d, &n.e};
       int at = n.a;
       for (int i = 0; i < 5; ++i) at = *all[at];
       return at == 2;
     }},
    {"read again in phases", answer,
     [](const numbers& n) {
       if (n.a + n.b > 4) return false;
       if (n.b + n.c > 4 || n.a > n.c) return false;
       if (n.a + n.b + n.c + n.d != 6) return false;
       return n.a * n.d == n.b * n.c;
     }},
    {"read again ten thousand times", answer,
     [](const uneven& u) {
       int total = 0;
       for (int i = 0; i < 10'000; ++i) total += (u.two + u.three) ^ i;
       return total % 2 == 0 && u.five == u.six;
     }},
    {"a circle found by two pointers", answer, [](const list& l) { return is_circular(l) && l.size == 0; }},
    {"a search tree", answer, [](const tree& t) { return ordered(t.root, 0, 2, 3); }},
    {"a palindrome", answer,
     [](const list& l) {
       if (length(l.first) > 4 || length(l.first) != l.size) return false;
       std::vector<int> v;
       for (const item* i = l.first; i != nullptr; i = i->next) v.push_back(i->value);
       return std::equal(v.begin(), v.end(), v.rbegin());
     }},
    {"items sorted by their values", answer,
     [](const list& l) {
       std::vector<const item*> all;
       if (!walk(l, [&](const item& i) { all.push_back(&i); })) return false;
       std::stable_sort(all.begin(), all.end(), [](const item* p, const item* q) { return p->value < q->value; });
       return all.size() == 4 && all[0]->value == all[1]->value && all[1]->value < all[3]->value;
     }},
    {"numbers sorted through pointers", answer,
     [](const numbers& n) {
       std::array all{&n.a, &n.b, &n.c, &n.d, &n.e, &n.f};
       std::sort(all.begin(), all.end(), [](const auto* p, const auto* q) { return *p < *q; });
       return *all[2] == 1 && *all[3] == 2;
     }},
    {"a heap over fields", answer,
     [](const numbers& n) {
       std::array all{std::cref(n.a), std::cref(n.b), std::cref(n.c), std::cref(n.d), std::cref(n.e), std::cref(n.f)};
       return std::is_heap(all.begin(), all.end(), [](const field<int>& p, const field<int>& q) { return p < q; });
     }},
    {"next_permutation over copies", answer,
     [](const uneven& u) {
       std::array v{static_cast<int>(u.two), static_cast<int>(u.three), static_cast<int>(u.five),
                    static_cast<int>(u.six)};
       std::sort(v.begin(), v.end());
       int count = 0;
       do ++count;
       while (std::next_permutation(v.begin(), v.end()));
       return count == 12;
     }},
    {"exits from the middle of loops", answer,
     [](const numbers& n) {
       for (int i = 0; i < 3; ++i) {
         if (n.a == i) break;
         for (int k = 0; k < 3; ++k) {
           if (n.b == k) continue;
           if (n.c + k == i + 2) return n.d == k;
         }
       }
       return n.e < n.f;
     }},
    {"logic without branches", answer,
     [](const numbers& n) {
       return ((static_cast<int>(n.a == 1) | static_cast<int>(n.b == 2)) &
               (static_cast<int>(n.c == 3) ^ static_cast<int>(n.d == 0))) != 0;
     }},
};

}  // namespace

std::span<const hostile_case> order() { return cases; }

}  // namespace hostile
