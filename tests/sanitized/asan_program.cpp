// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What AddressSanitizer must not object to, in a program whose library it does not look into: operations that release
// objects of a search, predicates that throw and catch, that crash, and that are left in the middle.

#include <cstdlib>
#include <iostream>
#include <stdexcept>

#include "../space/freeing.hpp"

namespace {

using namespace korat_test;

int failures = 0;

template <class T>
void expect(const char* what, T got, T expected) {
  if (got == expected) return;
  std::cout << what << ": " << got << " instead of " << expected << '\n';
  ++failures;
}

// Frames with arrays, which the sanitizer fences, abandoned by an exception.
void throw_from(int depth) {
  volatile char frame[64];
  frame[depth] = 1;
  if (depth == 0) throw std::runtime_error("from below");
  throw_from(depth - 1);
  frame[0] = frame[depth];
}

bool throws_and_catches(const in_c::list& l) {
  volatile char frame[200];
  for (int i = 0; i < 200; ++i) frame[i] = 1;
  try {
    throw_from(20);
  } catch (const std::exception&) {
    frame[3] = 2;
  }
  volatile char later[2'000];
  for (int i = 0; i < 2'000; ++i) later[i] = 1;
  return frame[3] == 2 && later[7] == 1 && l.rep_ok();
}

bool aborts(const in_c::list& l) {
  volatile char frame[200];
  frame[5] = 1;
  if (static_cast<in_c::node*>(l.head) != nullptr) std::abort();
  return frame[5] == 1;
}

std::uint64_t lists_that(bool (*predicate)(const in_c::list&)) {
  return korat::for_each(in_c::bounds(), predicate, [](const in_c::list&) {}).valid;
}

}  // namespace

int main() {
  expect("lists emptied", owning::emptied_in_a_visitor(), 10);
  expect("first nodes removed", owning::first_removed_by_cursor(), 9);
  owning::left_deleted();
  expect("nodes destroyed", owning::destroyed, owning::made);
  expect("trees emptied", unique::emptied(), 5);
  expect("nodes of trees destroyed", unique::destroyed, unique::made);
  expect("lists in C emptied", in_c::emptied(), 10);
  expect("nodes in C grown", in_c::first_grown(), 9);
  expect("lists by a predicate that catches", lists_that(throws_and_catches), std::uint64_t{10});
  try {
    lists_that(aborts);
    expect("abort reported", false, true);
  } catch (const korat::predicate_error& e) {
    expect("abort reported", e.why().kind == korat::misbehaviour::crashed, true);
  }
  expect("lists afterwards", lists_that(throws_and_catches), std::uint64_t{10});
  return failures == 0 ? 0 : 1;
}
