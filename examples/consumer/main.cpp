// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The ways to choose four of eight. The predicate allocates in both ways that a program can, so the search resumes
// saved states only if this program was linked as the package says.

#include <cstdlib>
#include <iostream>
#include <korat/korat.hpp>
#include <memory>
#include <set>

struct choice {
  korat::field<bool> chosen[8];

  bool four() const {
    const std::unique_ptr<void, decltype(&std::free)> block(std::malloc(100), &std::free);
    std::set<int> numbers;
    for (int i = 0; i < 8; ++i)
      if (chosen[i]) numbers.insert(i);
    return block != nullptr && numbers.size() == 4;
  }
};

int main() {
  korat::finitization<choice> bounds;
  bounds.set<&choice::chosen>(korat::any_bool);
  korat::search search(bounds, &choice::four, {.self_checks = 0});  // or so short a search is not resumed
  while (search.next_valid()) continue;
  const auto counts = search.statistics();
  std::cout << counts.valid << " of " << counts.explored << ", "
            << (counts.checkpoints > 0 ? "resumed" : "not resumed: " + search.engine_note().value_or("")) << '\n';
  return counts.valid == 70 && counts.explored == 256 ? 0 : 1;
}
