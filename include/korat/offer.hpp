// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a header offers to the command-line program: a finitization and a predicate, under a name.
//
//   // my_tree.hpp
//   korat::finitization<tree> trees(int nodes);
//   const korat::offer offered("tree", trees, &tree::rep_ok);
//
//   $ korat generate my_tree.hpp 5
//
// The parameters of the finitization's function are the integers of the command line. A header may offer as much as it
// likes: 'korat generate my_tree.hpp:heap 5' says which. Offers of one name that take different numbers of parameters
// are the ways to call one subject.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "korat/function.hpp"
#include "korat/search.hpp"

namespace korat {

struct offer_options {
  std::string summary = "offered by the header";  ///< one line, for 'korat list'
  std::vector<std::string> parameters = {};       ///< their names; without, they are called n, or n1, n2, ...
};

namespace detail {

/// An offer, with its types erased.
struct offered {
  std::string name;
  std::string summary;
  std::vector<std::string> parameters;
  function<description(std::span<const std::int64_t>)> describe;
};

void register_offer(offered);
/// In the order in which they were made.
const std::vector<offered>& all_offers();
[[noreturn]] void reject_argument(const std::string& offer, std::size_t index, std::int64_t value);
std::vector<std::string> parameter_names(const std::string& offer, std::vector<std::string> given, std::size_t count);

/// A function from integers to a finitization.
template <class Function>
struct bounds_traits : bounds_traits<decltype(&Function::operator())> {};
template <class Root, class... Integers>
struct bounds_traits<finitization<Root> (*)(Integers...)> {
  static_assert((std::is_integral_v<Integers> && ...), "the parameters of an offered finitization are integers");
  using root = Root;
  using integers = std::tuple<Integers...>;
};
template <class Class, class Root, class... Integers>
struct bounds_traits<finitization<Root> (Class::*)(Integers...) const>
    : bounds_traits<finitization<Root> (*)(Integers...)> {};

template <class Integer>
Integer argument(const std::string& offer, std::span<const std::int64_t> given, std::size_t index) {
  if (!std::in_range<Integer>(given[index])) reject_argument(offer, index, given[index]);
  return static_cast<Integer>(given[index]);
}

}  // namespace detail

class offer {
 public:
  template <class Bounds, class Predicate>
  offer(std::string name, Bounds bounds, Predicate predicate, offer_options options = {}) {
    using traits = detail::bounds_traits<Bounds>;
    using integers = typename traits::integers;
    constexpr auto count = std::tuple_size_v<integers>;
    auto parameters = detail::parameter_names(name, std::move(options.parameters), count);
    const auto described = [name, bounds, predicate](std::span<const std::int64_t> given) {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return describe(bounds(detail::argument<std::tuple_element_t<I, integers>>(name, given, I)...), predicate);
      }
      (std::make_index_sequence<count>());
    };
    detail::register_offer({std::move(name), std::move(options.summary), std::move(parameters), described});
  }
};

}  // namespace korat
