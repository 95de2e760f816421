// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <numeric>

#include "kind.hpp"

namespace korat::bench::survey {

std::vector<int> shuffled(int n, random_numbers& random) {
  std::vector<int> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  std::shuffle(all.begin(), all.end(), random);
  return all;
}

std::vector<kind> all_kinds() {
  std::vector<kind> all;
  for (auto&& some : {lists(), trees(), arrays(), graphs(), records(), subject_kinds()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace korat::bench::survey
