// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The sets of letters that have 'a' in them. The predicate allocates in both ways that a program can, so
// that the search resumes saved states only if this program was linked as the package says.

#include <cstdlib>
#include <iostream>
#include <korat/korat.hpp>
#include <memory>
#include <set>

struct letters {
  korat::field<bool> a, b, c;

  bool has_a() const {
    const std::unique_ptr<void, decltype(&std::free)> block(std::malloc(100), &std::free);
    std::set<char> chosen;
    if (a) chosen.insert('a');
    if (b) chosen.insert('b');
    if (c) chosen.insert('c');
    return block != nullptr && chosen.contains('a');
  }
};

int main() {
  korat::finitization<letters> bounds;
  bounds.set<&letters::a>(korat::any_bool).set<&letters::b>(korat::any_bool).set<&letters::c>(korat::any_bool);
  korat::search<letters> search(bounds, &letters::has_a);
  while (search.next_valid()) continue;
  const auto counts = search.statistics();
  std::cout << counts.valid << " of " << counts.explored << ", "
            << (search.engine_used() == korat::engine::checkpoint ? "checkpoint" : search.engine_note()) << '\n';
  return counts.valid == 4 && counts.explored == 8 ? 0 : 1;
}
