// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A kind of structure that is repaired in the survey: a class such as users write, with its predicate, its finitization
// and the code that inserts into it. None of them is a subject. They were divided into two halves before anything was
// measured: what is learnt from one half is reported on the other.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "faults/renumber.hpp"
#include "image/live.hpp"
#include "korat/korat.hpp"
#include "korat/repair.hpp"
#include "korat/structure.hpp"

namespace korat::bench::survey {

using random_numbers = std::mt19937_64;

enum class half { development, reported, subjects };

/// An intact structure, as data.
struct sample {
  description what;
  structure intact;
};

struct kind {
  std::string name;
  survey::half half;
  std::function<sample(int objects, random_numbers&)> grow;
};

std::vector<kind> lists();
std::vector<kind> trees();
std::vector<kind> arrays();
std::vector<kind> graphs();
std::vector<kind> records();
std::vector<kind> subject_kinds();
std::vector<kind> all_kinds();

/// Owns the objects of a structure while it grows.
class arena {
 public:
  template <class T>
  T* make() {
    auto made = std::make_shared<T>();
    owned_.push_back(made);
    return made.get();
  }

 private:
  std::vector<std::shared_ptr<void>> owned_;
};

inline int below(int bound, random_numbers& random) {
  return static_cast<int>(random() % static_cast<std::uint64_t>(bound));
}

/// Numbers 0 to n - 1 in random order.
std::vector<int> shuffled(int n, random_numbers&);

inline constexpr std::int64_t any_number = 1'000'000'000;
inline auto numbers() { return between(-any_number, any_number); }

/// Of a class with `rep_ok()`, `grow(int, arena&, random_numbers&)`, and `bounds()`, or `bounds(int)` where it has
/// arrays.
template <class Root>
kind kind_of(std::string name, half h) {
  return {std::move(name), h, [](int objects, random_numbers& random) {
            arena owner;
            Root root;
            root.grow(objects, owner, random);
            const auto bounds = [objects] {
              if constexpr (requires { Root::bounds(); })
                return Root::bounds();
              else
                return Root::bounds(objects);
            };
            sample made{describe(bounds(), &Root::rep_ok), {}};
            const auto shuffled = faults::renumbered(detail::read_live(made.what, &root, {}), {}, random);
            made.intact =
                basic_repair(made.what, shuffled, {.max_fresh = 0}).before();  // set by set, as after a repair
            return made;
          }};
}

}  // namespace korat::bench::survey
