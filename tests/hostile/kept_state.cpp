// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// State kept outside of what a saved state holds, from the first run on. Some begin afresh at each run, so they have an
// answer; some remember the last run, and their answer is the one of a fresh process.

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "cases.hpp"

namespace hostile {

namespace {

using enum expected;

int sum;
int places[4];
thread_local int sum_of_thread;
std::vector<int> scratch;
thread_local std::vector<int> scratch_of_thread;
std::set<const node*> visited;
const item* last_item;
int* kept_block;
struct {
  unsigned odd : 4, even : 4;
} bits;

bool is_tree(const node* n) {
  return n == nullptr || (visited.insert(n).second && is_tree(n->left) && is_tree(n->right));
}

int increasing_so_far(int value) {
  static int largest = -1;
  if (value < 0) return largest = -1;
  const bool rises = value >= largest;
  largest = value;
  return rises;
}

const hostile_case cases[] = {
    {"a global sum", answer_or_refusal,
     [](const numbers& n) {
       sum = 0;
       each(n, [](int x) { sum += x; });
       return sum == 9;
     }},
    {"a global array of counts", answer_or_refusal,
     [](const numbers& n) {
       std::memset(places, 0, sizeof places);
       each(n, [](int x) { ++places[x]; });
       return places[0] == 2 && places[3] == 2;
     }},
    {"a static local maximum", answer_or_refusal,
     [](const numbers& n) {
       increasing_so_far(-1);
       bool rises = true;
       each(n, [&](int x) { rises = increasing_so_far(x) && rises; });
       return rises;
     }},
    {"a thread-local sum", answer_or_refusal,
     [](const numbers& n) {
       sum_of_thread = 0;
       each(n, [](int x) { sum_of_thread += x * x; });
       return sum_of_thread % 7 == 3;
     }},
    {"bit-fields of a global", answer_or_refusal,
     [](const numbers& n) {
       bits = {};
       each(n, [](int x) {
         if (x % 2 != 0)
           ++bits.odd;
         else
           ++bits.even;
       });
       return bits.odd == bits.even;
     }},
    {"a global vector, cleared", answer_or_refusal,
     [](const numbers& n) {
       scratch.clear();
       each(n, [](int x) { scratch.push_back(x); });
       return scratch.front() == scratch.back() && scratch[1] != scratch[4];
     }},
    {"a global vector, freed at the end", answer_or_refusal,
     [](const numbers& n) {
       std::vector<int>().swap(scratch);
       each(n, [](int x) { scratch.push_back(x); });
       const bool valid = scratch[0] + scratch[5] == scratch[2];
       std::vector<int>().swap(scratch);
       return valid;
     }},
    {"a thread-local vector", answer_or_refusal,
     [](const numbers& n) {
       scratch_of_thread.clear();
       each(n, [](int x) { scratch_of_thread.insert(scratch_of_thread.begin(), x); });
       return scratch_of_thread[0] < scratch_of_thread[5];
     }},
    {"a global set of nodes", answer_or_refusal,
     [](const tree& t) {
       visited.clear();
       return is_tree(t.root) && visited.size() == 3;
     }},
    {"a global pointer to the last item", answer_or_refusal,
     [](const list& l) {
       last_item = nullptr;
       const bool right = walk(l, [](const item& i) { last_item = &i; });
       return right && last_item != nullptr && last_item->value == 2;
     }},
    {"errno as a variable", answer_or_refusal,
     [](const numbers& n) {
       errno = 0;
       each(n, [](int x) { errno += x; });
       return errno == 11;
     }},
    {"strtok over what was read", answer_or_refusal,
     [](const numbers& n) {
       char text[] = "0,1,2,3,0,1";
       int hits = 0;
       char* word = std::strtok(text, ",");
       each(n, [&](int x) {
         hits += *word - '0' == x;
         word = std::strtok(nullptr, ",");
       });
       return hits == 4;
     }},
    {"rand seeded at each run", answer_or_refusal,
     [](const numbers& n) {
       std::srand(7);
       int hits = 0;
       each(n, [&](int x) { hits += std::rand() % 4 == x; });
       return hits == 3;
     }},
    {"a heap block behind a global pointer", answer_or_refusal,
     [](const numbers& n) {
       if (kept_block == nullptr) kept_block = new int[1];
       *kept_block = 0;
       each(n, [](int x) { *kept_block = *kept_block * 3 + x; });
       return *kept_block % 5 == 1;
     }},
    {"a heap block behind a static shared_ptr", answer_or_refusal,
     [](const numbers& n) {
       static const auto total = std::make_shared<int>();
       *total = 0;
       each(n, [](int x) { *total ^= x; });
       return *total == 3;
     }},
    {"a cache of answers by key", answer_or_refusal,
     [](const numbers& n) {
       static std::map<int, bool> known;
       const int key = n.a * 16 + n.b * 4 + n.c;
       const auto found = known.find(key);
       if (found != known.end()) return found->second;
       return known[key] = n.d + n.e == n.f;  // wrong from the second structure of a key on
     }},
    {"a cache of squares, right", answer_or_refusal,
     [](const numbers& n) {
       static int squares[4];
       static bool known[4];
       int total = 0;
       each(n, [&](int x) {
         if (!known[x]) squares[x] = x * x, known[x] = true;
         total += squares[x];
       });
       return total == 20;
     }},
    {"every other call answers no", answer_or_refusal,
     [](const numbers& n) {
       static bool turn = false;
       turn = !turn;
       return turn && n.a == n.f;
     }},
    {"the first call is special", answer_or_refusal,
     [](const numbers& n) {
       static bool first = true;
       const bool was_first = first;
       first = false;
       return was_first ? n.a + n.b < 3 : n.a + n.b == 4;
     }},
    {"a static made at the first run by what it reads", answer_or_refusal,
     [](const numbers& n) {
       static const int base = n.a;
       return n.b + n.c == base + 1;
     }},
    {"an environment variable", answer_or_refusal,
     [](const numbers& n) {
       setenv("HOSTILE", "", 1);
       each(n, [](int x) {
         if (x == 3) setenv("HOSTILE", "three", 1);
       });
       return std::strcmp(std::getenv("HOSTILE"), "three") != 0;
     }},
};

}  // namespace

std::span<const hostile_case> kept_state() { return cases; }

}  // namespace hostile
