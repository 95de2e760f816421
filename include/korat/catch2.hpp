// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A property over all structures as a matcher of Catch2, version 2 or 3:
//
//   TEST_CASE("remove keeps the order") {
//     CHECK_THAT(bounds(4), korat::catch2::every_structure(&search_tree::rep_ok, [](search_tree& tree, int key) {
//       tree.remove(key);
//       return tree.rep_ok();
//     }, korat::between(0, 3)));
//   }
//
// The body returns whether the property holds. Behind it come korat::property_options where they are wanted, and a domain
// for each further parameter. Catch2 knows no options but its own: an id is replayed by KORAT_REPLAY in the environment.

#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_test_macros.hpp>
#include <catch2/interfaces/catch_interfaces_capture.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <functional>
#include <iostream>
#include <string>
#include <utility>

#include "korat/property.hpp"

namespace korat::catch2 {

#if __has_include(<catch2/catch_all.hpp>)
template <class T>
using matcher_of = Catch::Matchers::MatcherBase<T>;
#else
template <class T>
using matcher_of = Catch::MatcherBase<T>;
#endif

/// Of bounds: the property holds on all structures.
template <class Root>
class structure_matcher : public matcher_of<finitization<Root>> {
 public:
  using check = std::function<property_result(const std::string& name, const finitization<Root>&)>;
  structure_matcher(check all, bool incomplete_fails) : check_(std::move(all)), incomplete_fails_(incomplete_fails) {}

  bool match(const finitization<Root>& bounds) const override {
    const std::string name(Catch::getResultCapture().getCurrentTestName());
    const auto result = check_(name, bounds);
    if (result.failed) {
      description_ = explain(*result.failed);
      return false;
    }
    if (result.complete() || result.other_id) return true;
    description_ = name + " " + describe_coverage(result);
    if (!incomplete_fails_) std::cout << "korat: " << description_ << '\n';
    return !incomplete_fails_;
  }
  std::string describe() const override { return "holds on every structure\n" + description_; }

 private:
  check check_;
  bool incomplete_fails_;
  mutable std::string description_;
};

template <class Predicate, class Body, class... Domains>
auto every_structure(Predicate predicate, Body body, property_options options, Domains... domains) {
  using parameters = typename detail::parameters_of<Body>::type;
  using root = typename detail::root_of<std::tuple_element_t<0, parameters>>::type;
  static_assert(std::is_same_v<typename detail::parameters_of<Body>::result, bool>, "the body returns whether the property holds");
  const bool fails = incomplete_fails(options);
  return structure_matcher<root>(
      [=](const std::string& name, const finitization<root>& bounds) {
        return property<root, Body, Domains...>(name, bounds, predicate, body, options, domains...).check();
      },
      fails);
}
template <class Predicate, class Body, class... Domains>
auto every_structure(Predicate predicate, Body body, Domains... domains) {
  return every_structure(std::move(predicate), std::move(body), property_options(), std::move(domains)...);
}

}  // namespace korat::catch2

namespace Catch {

template <class Root>
struct StringMaker<korat::finitization<Root>> {
  static std::string convert(const korat::finitization<Root>& bounds) { return "bounds of " + bounds.erased().name; }
};

}  // namespace Catch
