// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What all large structures are made of: objects taken from memory in a random order, so that nobody can tell by an
// object's address what its place in the structure was. All random numbers are taken modulo something: the standard
// library's distributions differ from one library to another, and a seed must not.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "subjects/check.hpp"

namespace korat::subjects::large {

/// From `low` to `high`.
inline std::int64_t between(std::mt19937_64& random, std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
}

template <class T>
void shuffle(std::vector<T>& values, std::mt19937_64& random) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random() % i]);
}

/// 0, ..., count - 1 in a random order.
inline std::vector<int> shuffled_numbers(std::int64_t count, std::mt19937_64& random) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i);
  shuffle(numbers, random);
  return numbers;
}

/// `count` objects, each given out once.
template <class T>
class object_pool {
 public:
  object_pool(std::int64_t count, std::mt19937_64& random)
      : objects_(std::make_unique<T[]>(static_cast<std::size_t>(count))), order_(shuffled_numbers(count, random)) {}

  T* take() { return &objects_[static_cast<std::size_t>(order_[taken_++])]; }
  std::vector<T*> take_all() {
    std::vector<T*> all;
    all.reserve(order_.size());
    while (taken_ < order_.size()) all.push_back(take());
    return all;
  }

 private:
  std::unique_ptr<T[]> objects_;
  std::vector<int> order_;
  std::size_t taken_ = 0;
};

/// The root and the pools, kept together.
template <class Root, class... Classes>
struct kept {
  Root root;
  std::tuple<object_pool<Classes>...> pools;

  template <class... Count>
  explicit kept(std::mt19937_64& random, Count... counts) : pools{object_pool<Classes>(counts, random)...} {}

  template <class T>
  object_pool<T>& pool() {
    return std::get<object_pool<T>>(pools);
  }
};

template <class Kept>
grown as_grown(const std::shared_ptr<Kept>& all, arguments fitting) {
  return {all, &all->root, std::move(fitting), {}};
}

}  // namespace korat::subjects::large
