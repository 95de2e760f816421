// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The ways to choose four of eight again, with a plain member: right only if this file was compiled through the pass.

#include <algorithm>
#include <iostream>
#include <korat/korat.hpp>

struct choice {
  bool chosen[8];
  bool four() const { return std::count(chosen, chosen + 8, true) == 4; }
};

int main() {
  korat::finitization<choice> bounds;
  bounds.set<&choice::chosen>(korat::any_bool);
  korat::search search(bounds, &choice::four);
  while (search.next_valid()) continue;
  std::cout << search.statistics().valid << " of " << search.statistics().explored << ", plain\n";
  return search.statistics().valid == 70 && search.statistics().explored == 256 ? 0 : 1;
}
