// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Structures as a domain for a further parameter of a property: every structure of the first bounds with every one of
// the second.
//
//   KORAT_TEST(List, Appends, (list& a, const list& b), bounds(3), &list::rep_ok,
//              korat::structures(bounds(3), &list::rep_ok)) {
//     a.append(b);
//   }
//
// Each comes from a search of its own, so the two share no object, also when they are of one class. For structures that
// are to share objects, bound a class that holds both. The parameter is a `const Root&`, a `Root&` that is put back, or
// an `owned_structure<Root>`.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "korat/detail/regression.hpp"
#include "korat/owned.hpp"
#include "korat/print.hpp"

namespace korat {

template <class Root>
struct structures_domain {
  std::shared_ptr<korat::search<Root>> search;
  std::vector<candidate_vector> vectors;
};

/// All that a search finds; their candidate vectors are kept.
template <class Root, class Predicate>
structures_domain<Root> structures(const finitization<Root>& bounds, Predicate predicate, search_options options = {}) {
  structures_domain<Root> all{std::make_shared<korat::search<Root>>(bounds, std::move(predicate), std::move(options)),
                              {}};
  while (all.search->next_valid()) all.vectors.push_back(all.search->vector());
  return all;
}

namespace detail {

/// The values of such a parameter. The search goes to the one that is asked for.
template <class Root>
class structure_values {
 public:
  explicit structure_values(structures_domain<Root> all)
      : search_(std::move(all.search)), vectors_(std::move(all.vectors)) {}
  std::size_t size() const noexcept { return vectors_.size(); }

  template <class Parameter>
  decltype(auto) get(std::uint32_t index) {
    to(index);
    if constexpr (std::is_same_v<std::remove_cvref_t<Parameter>, owned_structure<Root>>) {
      return korat::copy(search_->structure());
    } else if constexpr (std::is_same_v<Parameter, Root&>) {
      changed_ = true;
      return search_->structure_to_change();
    } else {
      static_assert(std::is_same_v<Parameter, const Root&>,
                    "a parameter of structures() is a const Root&, a Root& or an owned_structure<Root>");
      return search_->structure();
    }
  }
  std::string show(std::uint32_t index) {
    to(index);
    return "\n" + to_text(search_->snapshot());
  }
  /// For a parameter of this name.
  template <class Parameter>
  detail::code code(std::uint32_t index, const std::string& name) {
    to(index);
    const bool copied = std::is_same_v<std::remove_cvref_t<Parameter>, owned_structure<Root>>;
    return code_of(*search_, {.name = name, .by_pointer = copied, .prefix = name + "_"});
  }

 private:
  void to(std::uint32_t index) {
    if (changed_) search_->restore();
    changed_ = false;
    if (at_ != index) search_->seek(vectors_[index]);
    at_ = index;
  }

  std::shared_ptr<korat::search<Root>> search_;
  std::vector<candidate_vector> vectors_;
  std::uint32_t at_ = 0xffff'ffff;
  bool changed_ = false;
};

template <class Root>
structure_values<Root> values_of(const structures_domain<Root>& all) {
  return structure_values<Root>(all);
}

}  // namespace detail
}  // namespace korat
