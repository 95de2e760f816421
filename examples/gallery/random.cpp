// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Random sequences of operations, from an empty structure, by the generators of RapidCheck; RUNS runs, each with a seed
// of its own, each until a failure or until SECONDS of the processor are over. Prints how many runs have failed. A
// crash or an operation that does not end is a failure too, so every run is a process.

#include <rapidcheck.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <iostream>
#include <utility>

#include "operations.hpp"

namespace {

using step = std::pair<int, int>;  // operation, argument

rc::Gen<std::vector<step>> sequences() {
  const auto any_step = rc::gen::mapcat(rc::gen::inRange(0, static_cast<int>(operations.size())), [](int o) {
    const int arguments = operations[static_cast<std::size_t>(o)].arguments(last_size);
    return rc::gen::pair(rc::gen::just(o), rc::gen::inRange(0, arguments));
  });
  return rc::gen::container<std::vector<step>>(any_step);
}

bool holds(const std::vector<step>& sequence) {
  structure s;
  for (const auto& [o, argument] : sequence)
    if (!does_right(s, operations[static_cast<std::size_t>(o)], argument)) return false;
  return true;
}

/// As RapidCheck does it: sizes from 0 to 100, over and over.
bool finds_failure(unsigned seed, double seconds) {
  const auto generator = sequences();
  rc::Random random(seed);
  for (int size = 0;; size = (size + 1) % 101) {
    if (static_cast<double>(std::clock()) / CLOCKS_PER_SEC > seconds) return false;
    if (!holds(generator(random.split(), size).value())) return true;
  }
}

}  // namespace

int main(int, char** arguments) {
  const int runs = std::atoi(arguments[1]);
  const double seconds = std::atof(arguments[2]);
  int found = 0;
  for (int run = 0; run < runs; ++run) {
    if (fork() == 0) {
      const auto too_long = static_cast<rlim_t>(seconds) + 2;
      const rlimit limit{too_long, too_long};
      setrlimit(RLIMIT_CPU, &limit);
      _exit(finds_failure(static_cast<unsigned>(run) + 1, seconds) ? 1 : 0);
    }
    int status = 0;
    wait(&status);
    found += status != 0;
  }
  std::cout << found << '\n';
}
