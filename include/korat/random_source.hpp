// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <concepts>
#include <cstdint>

namespace korat {

/// Refers to a generator of random numbers that has 64 bits at a time, as std::mt19937_64 does, so that this library's
/// headers need not include <random>. Where one is taken, pass the generator; it must outlive the call.
class random_source {
 public:
  template <class Generator>
  requires(!std::same_as<Generator, random_source> && Generator::min() == 0 && Generator::max() == ~std::uint64_t{0})
      random_source(Generator& generator)
  noexcept
      : generator_(&generator), draw_([](void* from) -> std::uint64_t { return (*static_cast<Generator*>(from))(); }) {}

  // It is such a generator itself.
  using result_type = std::uint64_t;
  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return ~result_type{0}; }
  result_type operator()() const { return draw_(generator_); }

 private:
  void* generator_;
  result_type (*draw_)(void*);
};

}  // namespace korat
