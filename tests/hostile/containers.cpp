// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Every container of the standard library, held across reads: its memory must come back with the state.

#include <algorithm>
#include <array>
#include <bitset>
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>
#include <map>
#include <memory_resource>
#include <numeric>
#include <queue>
#include <set>
#include <stack>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <vector>

#include "cases.hpp"

namespace hostile {

namespace {

using enum expected;

bool visits_each_once(const node* n, std::unordered_set<const node*>& seen) {
  return n == nullptr || (seen.insert(n).second && visits_each_once(n->left, seen) && visits_each_once(n->right, seen));
}

const hostile_case cases[] = {
    {"vector", answer,
     [](const numbers& n) {
       std::vector<int> v;
       each(n, [&](int x) { v.push_back(x); });
       return std::is_sorted(v.begin(), v.end());
     }},
    {"vector of bool", answer,
     [](const numbers& n) {
       std::vector<bool> v;
       each(n, [&](int x) { v.insert(v.end(), static_cast<std::size_t>(x * 9), x % 2 != 0); });
       return std::count(v.begin(), v.end(), true) == 54;
     }},
    {"vector of vectors", answer,
     [](const numbers& n) {
       std::vector<std::vector<int>> v(4);
       each(n, [&](int x) { v[static_cast<std::size_t>(x)].push_back(static_cast<int>(v[0].size())); });
       return v[1].size() == 2 && v[1][0] == 1;
     }},
    {"vector that shrinks", answer,
     [](const numbers& n) {
       std::vector<int> v(64, 1);
       each(n, [&](int x) {
         v.resize(v.size() / (static_cast<std::size_t>(x) + 1));
         v.shrink_to_fit();
       });
       return v.size() == 1;
     }},
    {"deque at both ends", answer,
     [](const numbers& n) {
       std::deque<int> d;
       each(n, [&](int x) { x % 2 != 0 ? d.push_front(x) : d.push_back(x); });
       return d.front() == 3 && d.back() == 2;
     }},
    {"deque of many blocks", answer,
     [](const numbers& n) {
       std::deque<std::array<char, 200>> d;
       each(n,
            [&](int x) { d.resize(d.size() + static_cast<std::size_t>(x)), !d.empty() ? d.back()[0] = char(x) : 0; });
       return d.size() == 9 && d.back()[0] == 2;
     }},
    {"list spliced", answer,
     [](const numbers& n) {
       std::list<int> odd, even;
       each(n, [&](int x) { (x % 2 != 0 ? odd : even).push_back(x); });
       odd.splice(odd.begin(), even);
       return odd.front() == 2 && odd.back() == 1;
     }},
    {"forward_list", answer,
     [](const numbers& n) {
       std::forward_list<int> all;
       each(n, [&](int x) { all.push_front(x), all.remove(x - 1); });
       return std::distance(all.begin(), all.end()) == 3;
     }},
    {"set", answer,
     [](const numbers& n) {
       std::set<int> seen;
       each(n, [&](int x) { seen.insert(x); });
       return seen.size() == 4;
     }},
    {"multiset with erasures", answer,
     [](const numbers& n) {
       std::multiset<int> all;
       each(n, [&](int x) { all.count(x) == 2 ? all.erase(x) : (all.insert(x), 0u); });
       return all.size() == 3;
     }},
    {"map", answer,
     [](const numbers& n) {
       std::map<int, int> counts;
       each(n, [&](int x) { ++counts[x]; });
       return std::all_of(counts.begin(), counts.end(), [](const auto& c) { return c.second == 2; });
     }},
    {"multimap", answer,
     [](const numbers& n) {
       std::multimap<int, int> all;
       int place = 0;
       each(n, [&](int x) { all.emplace(x, place++); });
       return all.count(0) == 2 && all.find(0)->second == 1;
     }},
    {"unordered_set of nodes", answer,
     [](const tree& t) {
       std::unordered_set<const node*> seen;
       return visits_each_once(t.root, seen) && seen.size() == 3 && t.root->key == 1;
     }},
    {"unordered_map that rehashes", answer,
     [](const numbers& n) {
       std::unordered_map<int, int> counts;
       each(n, [&](int x) {
         for (int i = 0; i < 8 * x; ++i) ++counts[i * 7];
       });
       return counts.size() == 16 && counts[0] == 3;
     }},
    {"unordered_multiset", answer,
     [](const numbers& n) {
       std::unordered_multiset<int> all;
       each(n, [&](int x) { all.insert(x); });
       return all.count(2) == 3;
     }},
    {"stack", answer,
     [](const numbers& n) {
       std::stack<int> open;
       bool balanced = true;
       each(n, [&](int x) {
         if (x < 2)
           open.push(x);
         else if (open.empty() || open.top() != x - 2)
           balanced = false;
         else
           open.pop();
       });
       return balanced && open.empty();
     }},
    {"queue", answer,
     [](const numbers& n) {
       std::queue<int> waiting;
       int served = 0;
       each(n, [&](int x) {
         waiting.push(x);
         if (x == 0 && waiting.size() > 1) served += waiting.front(), waiting.pop();
       });
       return served == 3;
     }},
    {"priority_queue", answer,
     [](const numbers& n) {
       std::priority_queue<int> best;
       int taken = 0;
       each(n, [&](int x) {
         best.push(x);
         if (best.size() > 3) taken += best.top(), best.pop();
       });
       return taken == 5;
     }},
    {"array and bitset", answer,
     [](const numbers& n) {
       std::array<std::bitset<70>, 2> bits;
       each(n, [&](int x) {
         bits[static_cast<std::size_t>(x) % 2].set(static_cast<std::size_t>(x) * 20 + bits[0].count());
       });
       return bits[0].count() == 2 && bits[1].count() == 3;
     }},
    {"valarray", answer,
     [](const numbers& n) {
       std::valarray<int> v(6);
       std::size_t i = 0;
       each(n, [&](int x) { v[i++] = x; });
       return (v * v).sum() == 18;
     }},
    {"polymorphic memory", answer,
     [](const numbers& n) {
       std::array<std::byte, 256> buffer;
       std::pmr::monotonic_buffer_resource memory(buffer.data(), buffer.size());
       std::pmr::vector<int> v(&memory);
       each(n, [&](int x) { v.insert(v.end(), static_cast<std::size_t>(x) + 1, x); });
       return v.size() == 14 && v[3] == 1;
     }},
    {"a pool of polymorphic memory", answer,
     [](const numbers& n) {
       std::pmr::unsynchronized_pool_resource memory;
       std::pmr::map<int, std::pmr::list<int>> m(&memory);
       each(n, [&](int x) { m[x % 3].push_back(x); });
       return m[0].size() == 4 && m[0].back() == 3;
     }},
    {"iterators held across reads", answer,
     [](const numbers& n) {
       std::list<int> all{0, 1, 2, 3};
       auto at = all.begin();
       each(n, [&](int x) {
         std::advance(at, x - *at);
         if (x == 2 && all.size() < 6) all.insert(at, x);
       });
       return all.size() == 6 && *at == 3;
     }},
    {"references held across reads", answer,
     [](const numbers& n) {
       std::map<int, int> m;
       int& total = m[0];
       each(n, [&](int x) { m[x] += x, total += x; });
       return total == 10 && m.size() == 4;
     }},
    {"an element moved between containers", answer,
     [](const numbers& n) {
       std::map<int, int> from{{0, 1}, {1, 1}, {2, 1}, {3, 1}}, to;
       each(n, [&](int x) {
         if (auto element = from.extract(x))
           to.insert(std::move(element));
         else
           from.insert(to.extract(x));
       });
       return to.size() == 2 && to.contains(3);
     }},
};

}  // namespace

std::span<const hostile_case> containers() { return cases; }

}  // namespace hostile
