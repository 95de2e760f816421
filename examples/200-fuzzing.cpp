// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Bytes to structures: a fuzzer's input becomes a valid structure, and then calls of its operations. Here main()
// chooses the bytes. To let libFuzzer do it: clang++ -std=c++20 -D LET_LIBFUZZER_CHOOSE -fsanitize=fuzzer,address, and
// link with korat::korat as usual.

#include "korat/fuzz.hpp"

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <set>
#include <vector>

#include "korat/owned.hpp"

struct node {
  korat::field<node*> next;
  korat::field<int> key;
};

struct sorted_list {
  korat::field<node*> head;

  bool rep_ok() const {
    for (const node* n = head; n != nullptr && n->next; n = n->next)
      if (n->key >= n->next->key) return false;  // no cycle is sorted
    return true;
  }
  void remove(int key) {
    for (korat::field<node*>* place = &head; *place; place = &(*place)->next)
      if ((*place)->key == key) return static_cast<void>(*place = (*place)->next);
  }
  static korat::finitization<sorted_list> bounds(int nodes) {
    korat::finitization<sorted_list> b;
    const auto all = b.objects<node>(nodes);
    b.set<&sorted_list::head>(all).set<&node::next>(all).set<&node::key>(korat::between(0, nodes - 1));
    return b;
  }
};

std::size_t length(const sorted_list& list) {
  std::size_t count = 0;
  for (const node* n = list.head; n != nullptr; n = n->next) ++count;
  return count;
}

/// How many keys were removed, or that the list is broken.
int test_one_input(const std::uint8_t* data, std::size_t size) {
  static auto lists = korat::structures(sorted_list::bounds(12), &sorted_list::rep_ok);
  korat::byte_source bytes({data, size});
  const auto list = korat::copy(korat::take_structure(lists, bytes));
  const auto before = length(*list);
  while (!bytes.empty()) list->remove(static_cast<int>(bytes.take(12)));
  return list->rep_ok() ? static_cast<int>(before - length(*list)) : -1;
}

#ifdef LET_LIBFUZZER_CHOOSE
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (test_one_input(data, size) < 0) std::abort();
  return 0;
}
#else
int main() {
  std::mt19937_64 random(1);
  std::set<int> removed;
  for (int input = 0; input < 1000; ++input) {
    std::vector<std::uint8_t> bytes(random() % 16);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(random());
    removed.insert(test_one_input(bytes.data(), bytes.size()));
  }
  std::cout << (removed.contains(-1) ? "a list was broken" : "no list was broken") << "; up to " << *removed.rbegin()
            << " keys were removed\n";
}
#endif
