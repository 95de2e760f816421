// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A set of a union-find structure, kept as a linked list: the first element represents the set, every element refers to
// it (finding is one step), and the links in both directions let two lists be joined.
//
// The ISSTA 2008 tables have "disjoint sets" without giving the predicate. (n + 1)! valid structures of n elements are
// the ways to give the elements of the one possible list different members out of n + 1, and the candidates for 7, 8
// and 9, which are 202,832, 2,085,332 and 23,458,671, are exactly
//
//   n * (sum of (n + 1)! / j! for j = 2, ..., n + 1)     members, each tried with n + 1 values and compared at once
//   + 3 * n * (n + 3) / 2                                links: three references in each element
//
// which for 6 is 21,801 (the table has 31,801). The predicate below explores one candidate less. The table's numbers of
// field initializations are larger than ours, so it is not the same predicate.

#pragma once

#include "subjects/check.hpp"

namespace korat::subjects::linked_disj_set {

struct element {
  field<element*> representative, previous, next;
  field<int> member;
};

struct disjoint_set {
  field<element*> head;
  field<int> size;

  /// The links first, then the members. A reference is checked when few elements have been met: it can then refer to
  /// few.
  bool rep_ok() const { return links_ok() && members_differ(); }

 private:
  bool links_ok() const {
    const element* const first = head;
    const element* before = nullptr;
    korat::set<const element*> visited;
    for (const element* current = first; current; before = current, current = current->next) {
      if (!visited.insert(current).second) return false;
      if (current->representative != first || current->previous != before) return false;
    }
    return static_cast<int>(visited.size()) == size;
  }

  bool members_differ() const {
    korat::set<int> members;
    for (const element* current = head; current; current = current->next)
      if (!members.insert(current->member).second) return false;
    return true;
  }
};

/// Sets of exactly n members out of n + 1.
inline finitization<disjoint_set> bounds(std::int64_t n) {
  expect("linked-disj-set", "n", n, 0);
  finitization<disjoint_set> space("linked-disj-set");
  const auto any_element = space.objects<element>(n);
  space.set<&disjoint_set::head>(any_element).set<&disjoint_set::size>(exactly(n));
  space.set<&element::representative>(any_element).set<&element::previous>(any_element);
  space.set<&element::next>(any_element).set<&element::member>(between(0, n));
  return space;
}

inline subject describe() {
  return checked({
      .name = "linked-disj-set",
      .summary = "a set of union-find as a linked list: n different members, each knowing the first",
      .forms = {{"n"}},
      .known = {{{6}, 0, 5'040}, {{7}, 0, 40'320}, {{8}, 0, 362'880}, {{9}, 0, 3'628'800}},
      .describe = [](const arguments& a) { return described(bounds(a[0])); },
  });
}

}  // namespace korat::subjects::linked_disj_set
