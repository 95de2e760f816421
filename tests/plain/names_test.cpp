// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A member that is read and has no domain is told by its name, where the file has debug information.

#include <gtest/gtest.h>

#include <string>

#include "korat/korat.hpp"

namespace {

struct links {
  struct named_node* previous = nullptr;
  struct named_node* next = nullptr;
};
struct weighed {
  int weight = 7;
};
struct named_node : weighed {
  int key = 0;
  links to;
};
struct named_list {
  named_node* first = nullptr;
  const char* label = nullptr;
};

korat::finitization<named_list> bounds() {
  korat::finitization<named_list> result;
  const auto nodes = result.objects<named_node>(3);
  result.set<&named_list::first>(nodes).set<&named_node::key>(korat::between(0, 2));
  return result;
}

template <class Predicate>
std::string said(Predicate predicate) try {
  korat::search<named_list> search(bounds(), predicate);
  while (search.next_valid()) continue;
  return search.engine_note().value_or("");
} catch (const korat::predicate_error& e) {
  return std::string(korat::name_of(e.why().kind)) + ": " + e.why().reason;
}

TEST(MemberNames, OfAReferenceWithoutADomain) {
  const auto text = said([](const named_list& l) {
    int nodes = 0;
    for (const named_node* n = l.first; n != nullptr; n = n->to.next)
      if (++nodes > 3 || n->key == 2) return false;
    return true;
  });
  EXPECT_EQ(
      text,
      "unbound-read: named_node::to.next is read but has no domain: it refers to objects of class named_node, and "
      "always holds 0 or null");
}

TEST(MemberNames, OfANumberInABase) {
  const auto text = said([](const named_list& l) { return l.first != nullptr && l.first->weight > l.first->key; });
  EXPECT_NE(text.find("named_node::weight is read but has no domain and always holds 7"), std::string::npos) << text;
}

}  // namespace
