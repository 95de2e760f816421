// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

#include "korat/detail/each_in_parallel.hpp"

namespace korat::detail {

void each_in_parallel(std::size_t count, unsigned threads, const function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto take_turns = [&] {
    for (auto i = next++; i < count; i = next++) work(i);
  };
  const std::size_t wanted = threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> others;
  others.reserve(wanted);
  try {
    while (others.size() + 1 < std::min(wanted, count)) others.emplace_back(take_turns);
  } catch (const std::system_error&) {  // no more threads: those that are there do all
  }
  take_turns();
  for (auto& one : others) one.join();
}

}  // namespace korat::detail
