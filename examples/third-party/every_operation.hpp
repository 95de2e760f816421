// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Bounded-exhaustive testing of a library's container: on every structure that a search finds, every operation, each on
// the structure as it was found.

#pragma once

#include <functional>
#include <iostream>
#include <korat/korat.hpp>
#include <string>
#include <vector>

template <class Root>
struct operation {
  std::string name;
  std::function<std::string(Root&)> run;  // what it left wrong; empty: nothing
};

struct tally {
  std::uint64_t structures = 0, operations = 0, faults = 0;
};

/// `operations_on`: the operations for the structure at hand.
template <class Root, class OperationsOn>
tally run_every_operation(korat::search<Root> search, const OperationsOn& operations_on) {
  tally done;
  while (search.next_valid()) {
    ++done.structures;
    for (const operation<Root>& o : operations_on(search.structure())) {
      const auto fault = o.run(search.structure_to_change());
      search.restore();
      ++done.operations;
      if (!fault.empty() && ++done.faults == 1)
        std::cout << o.name << ": " << fault << "\n" << to_text(search.snapshot());
    }
  }
  return done;
}

/// One line; and whether the count is the one known from elsewhere and no operation left a fault.
inline bool report(const char* what, int n, const tally& done, std::uint64_t expected) {
  std::cout << what << " of " << n << ": " << done.structures << " structures, " << done.operations << " operations, "
            << done.faults << " faults\n";
  if (done.structures != expected) std::cout << "but there are " << expected << " of them\n";
  return done.structures == expected && done.faults == 0;
}
