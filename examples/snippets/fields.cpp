// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The code of docs/fields.md.

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "korat/korat.hpp"

namespace {

struct node {
  korat::field<node*> next;
  korat::field<int> key;
  korat::field<std::string> name;
  korat::field<std::vector<int>> marks;
};

void like_a_value(node& n, std::ostream& out) {
  n.key = 3;
  n.key += 4;
  ++n.key;
  n.name = std::string("a");
  if (n.key > 2 && n.name == "a" && !n.next) out << n.key << ' ' << n.name << '\n';
  switch (n.key) {
    case 8: out << "eight\n";
  }
  out << n.name + "bc" << ' ' << n.name.size() << ' ' << n.name->substr(0, 1) << '\n';
  for (const int mark : n.marks) out << mark << '\n';
  out << (n.marks.empty() ? "no marks" : "marks") << '\n';
}

void with_a_word_more(const node& n, bool known, std::ostream& out) {
  out << (known ? n.key.get() : 0) << '\n';  // not: known ? n.key : 0
  out << std::max<int>(n.key, 5) << '\n';    // not: std::max(n.key, 5)
  const int key = n.key;                     // not: auto key = n.key, which is another field
  out << key << '\n';
}

}  // namespace

int main() {
  node n;
  like_a_value(n, std::cout);
  with_a_word_more(n, true, std::cout);
}
