// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Every operation, with every argument, on every structure of every size, smallest first, up to the size that is given
// or the last of the description. Prints one line of JSON; its seconds are those of the processor.

#include <cstdlib>
#include <ctime>
#include <iostream>
#include <korat/property.hpp>
#include <nlohmann/json.hpp>

#include "operations.hpp"

int main(int count, char** arguments) {
  const int last = count > 1 ? std::min(std::atoi(arguments[1]), last_size) : last_size;
  const auto start = std::clock();
  nlohmann::json told = {{"found", false}};
  std::uint64_t structures = 0, calls = 0;
  for (int n = 0; n <= last && !told["found"]; ++n)
    for (const auto& o : operations) {
      korat::property property(
          o.name, bounds(n), [n](const structure& s) { return has_size(s, n); },
          [&o](structure& s, int argument) { return does_right(s, o, argument); }, {.second_look = 0},
          korat::between(0, o.arguments(n) - 1));
      const auto result = property.check();
      structures += result.structures, calls += result.calls;
      if (!result.failed) continue;
      told = {{"found", true},
              {"size", n},
              {"operation", o.name},
              {"argument", result.failed->values},
              {"drawing", result.failed->drawing}};
      break;
    }
  told["structures"] = structures, told["calls"] = calls;
  told["seconds"] = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::cout << told << '\n';
}
