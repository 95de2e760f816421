// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cases.hpp"

namespace hostile {

std::span<const hostile_case> kept_state(), late_state(), writes(), unnoticed_reads(), containers(), values(),
    exceptions(), frames(), machine(), memory(), objects(), addresses(), outside(), order(), coroutines(), crashes(),
    x86_64(), harness();

std::span<const family> families() {
  static const family all[] = {
      {"kept-state", kept_state()}, {"late-state", late_state()},
      {"writes", writes()},         {"unnoticed-reads", unnoticed_reads()},
      {"containers", containers()}, {"values", values()},
      {"exceptions", exceptions()}, {"frames", frames()},
      {"machine", machine()},       {"memory", memory()},
      {"objects", objects()},       {"addresses", addresses()},
      {"outside", outside()},       {"order", order()},
      {"coroutines", coroutines()}, {"crashes", crashes()},
      {"x86-64", x86_64()},         {"harness", harness(), runs::by_name_only},
  };
  return all;
}

}  // namespace hostile
