// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Predicates that look at addresses: they sort, hash and compare pointers. Where the answer is the same for isomorphic
// structures there is one right count.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "cases.hpp"

namespace hostile {

namespace {

using enum expected;

void collect(const node* n, std::vector<const node*>& all) {
  if (n == nullptr || all.size() > 20) return;
  all.push_back(n);
  collect(n->left, all);
  collect(n->right, all);
}

const hostile_case cases[] = {
    {"pointers sorted to find two of a kind", answer,
     [](const tree& t) {
       std::vector<const node*> all;
       collect(t.root, all);
       std::sort(all.begin(), all.end());
       return all.size() == 3 && std::adjacent_find(all.begin(), all.end()) == all.end();
     }},
    {"a map from nodes to depths", answer,
     [](const tree& t) {
       std::map<const node*, int> depths;
       const auto visit = [&](const auto& self, const node* n, int depth) -> bool {
         return n == nullptr ||
                (depths.emplace(n, depth).second && self(self, n->left, depth + 1) && self(self, n->right, depth + 1));
       };
       if (!visit(visit, t.root, 1)) return false;
       int sum = 0;
       for (const auto& [n, depth] : depths) sum += depth * n->key;
       return sum == 4;
     }},
    {"an unordered map keyed by items", answer,
     [](const list& l) {
       std::unordered_map<const item*, int> places;
       int place = 0;
       for (const item* i = l.first; i != nullptr && places.emplace(i, place).second; i = i->next) ++place;
       int sum = 0;
       for (const auto& [i, at] : places) sum += at * i->value;
       return sum == 4 && l.size == place;
     }},
    {"hashes of pointers summed", answer,
     [](const list& l) {
       std::size_t forward = 0, backward = 0;
       std::vector<const item*> all;
       if (!walk(l, [&](const item& i) { all.push_back(&i), forward += std::hash<const item*>()(&i); })) return false;
       std::for_each(all.rbegin(), all.rend(), [&](const item* i) { backward += std::hash<const item*>()(i); });
       return forward == backward && all.size() == 3 && all[1]->value == 1;
     }},
    {"items in the order of their addresses", answer,
     [](const list& l) {
       // They are taken in order, so a list whose items are met for the first time has them ascending.
       const item* before = nullptr;
       bool ascending = true;
       return walk(l, [&](const item& i) { ascending = ascending && std::less<>()(before, &i), before = &i; }) &&
              ascending && l.size > 2;
     }},
    {"pointers as numbers with tags", answer,
     [](const list& l) {
       std::vector<std::uintptr_t> tagged;
       if (!walk(l, [&](const item& i) {
             tagged.push_back(reinterpret_cast<std::uintptr_t>(&i) | static_cast<std::uintptr_t>(i.value & 1));
           }))
         return false;
       int sum = 0;
       for (const auto p : tagged) sum += (p & 1) != 0 ? 1 : reinterpret_cast<const item*>(p)->value + 0;
       return sum == 5;
     }},
    {"pointers hidden by exclusive or", answer,
     [](const list& l) {
       std::uintptr_t hidden = 0;
       const item* last = nullptr;
       if (!walk(l, [&](const item& i) { hidden ^= reinterpret_cast<std::uintptr_t>(&i), last = &i; }) ||
           last == nullptr)
         return false;
       for (const item* i = l.first; i != last; i = i->next) hidden ^= reinterpret_cast<std::uintptr_t>(i);
       return reinterpret_cast<const item*>(hidden)->value == 2;
     }},
    {"the address of a local", answer_or_refusal,
     [](const numbers& n) {
       static std::uintptr_t first = 0;
       int local = n.a;
       if (first == 0) first = reinterpret_cast<std::uintptr_t>(opaque(&local));
       return first == reinterpret_cast<std::uintptr_t>(opaque(&local)) && n.b == local;
     }},
    {"the address of an allocated block", answer,
     [](const numbers& n) {
       std::set<const void*> addresses;
       std::vector<int*> all;
       each(n, [&](int x) { all.push_back(new int(x)), addresses.insert(all.back()); });
       int sum = 0;
       for (int* const p : all) sum += *p, delete p;
       return addresses.size() == 6 && sum == 4;
     }},
    {"freed addresses met again", answer_or_refusal,
     [](const numbers& n) {
       int again = 0;
       std::uintptr_t before = 0;
       each(n, [&](int x) {
         int* const p = opaque(new int(x));
         again += reinterpret_cast<std::uintptr_t>(p) == before;
         before = reinterpret_cast<std::uintptr_t>(p);
         delete p;
       });
       return again >= 0 && n.a == n.c;
     }},
    {"members told apart by their addresses", answer,
     [](const numbers& n) {
       const auto* const first = reinterpret_cast<const char*>(&n.a);
       const field<int>* best = &n.a;
       for (const auto* f : {&n.b, &n.c, &n.d})
         if (*f > *best) best = f;
       return reinterpret_cast<const char*>(best) - first == 8;
     }},
    {"a set of unordered sets", answer,
     [](const tree& t) {
       std::unordered_set<const node*> left, right;
       const auto reach = [](const auto& self, const node* n, std::unordered_set<const node*>& into) -> void {
         if (n != nullptr && into.insert(n).second) self(self, n->left, into), self(self, n->right, into);
       };
       const node* const root = t.root;
       if (root == nullptr) return false;
       reach(reach, root->left, left), reach(reach, root->right, right);
       return left == right && left.size() == 2;
     }},
};

}  // namespace

std::span<const hostile_case> addresses() { return cases; }

}  // namespace hostile
