// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A property over all structures in a test case of Catch2, version 2 or 3. Its body may have assertions and sections:
//
//   TEST_CASE("remove") {
//     korat::catch2::for_every_structure(bounds(4), &search_tree::rep_ok, [](search_tree& tree, int key) {
//       tree.remove(key);
//       SECTION("keeps the order") { REQUIRE(tree.rep_ok()); }
//       SECTION("removes the key") { REQUIRE(!tree.contains(key)); }
//     }, korat::between(0, 3));
//   }
//
// or return whether the property holds, which is a matcher:
//
//   TEST_CASE("remove keeps the order") {
//     CHECK_THAT(bounds(4), korat::catch2::every_structure(&search_tree::rep_ok, [](search_tree& tree, int key) {
//       tree.remove(key);
//       return tree.rep_ok();
//     }, korat::between(0, 3)));
//   }
//
// Behind the body come korat::property_options where they are wanted, and a domain
// for each further parameter. Catch2 knows no options but its own: an id is replayed by KORAT_REPLAY in the
// environment.

#pragma once

#include "korat/detail/catch2_recorder.hpp"  // first: it includes Catch2
#if KORAT_CATCH2_VERSION == 3
#include <catch2/catch_tostring.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#endif

#include <exception>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "korat/property.hpp"

namespace korat::catch2 {

#if KORAT_CATCH2_VERSION == 3
template <class T>
using matcher_of = Catch::Matchers::MatcherBase<T>;
#else
template <class T>
using matcher_of = Catch::MatcherBase<T>;
#endif

/// The test case that builds the structure of a failure.
inline regression_test regression_test_for(const property_failure& f) {
  return {"TEST_CASE(\"" + f.property + ", " + f.id + "\")", {}};
}

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
      description_ = explain(*result.failed, regression_test_for(*result.failed));
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
  static_assert(std::is_same_v<typename detail::parameters_of<Body>::result, bool>,
                "the body returns whether the property holds");
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

/// A body that asserts, in the form of one that returns whether the property holds.
template <class Body, class Parameters = typename detail::parameters_of<Body>::type>
struct asserting;
template <class Body, class... Parameters>
struct asserting<Body, std::tuple<Parameters...>> {
  Body body;
  recorder* assertions;
  bool operator()(Parameters... parameters) const {
    assertions->begin();
    body(std::forward<Parameters>(parameters)...);
    return !assertions->failure();
  }
};

/// One assertion for Catch2 to count and report.
inline void report(const Catch::SourceLineInfo& where, Catch::ResultWas::OfType result, std::string text) {
  Catch::AssertionHandler handler("korat::catch2::for_every_structure", where, Catch::StringRef(),
                                  Catch::ResultDisposition::ContinueOnFailure);
#if KORAT_CATCH2_VERSION == 3
  handler.handleMessage(result, std::move(text));
#else
  handler.handleMessage(result, text);
#endif
  handler.complete();
}

/// What the assertions of the body say about the structure of a failure.
template <class Property>
failed_assertion failure_of(Property& p, const property_failure& failure, const recorder& assertions,
                            const Catch::SourceLineInfo& otherwise) {
  std::string thrown;
  try {
    p.check(failure);
  } catch (const std::exception& e) {
    thrown = std::string("due to unexpected exception with message: ") + e.what() + '\n';
  } catch (...) {  // also what a failed REQUIRE throws
    thrown = "due to an unexpected exception\n";
  }
  if (assertions.failure()) return *assertions.failure();
  return {otherwise, thrown.empty()
                         ? "the body failed, and did not when it ran again: it depends on more than its arguments\n"
                         : thrown};
}

/// Runs the body on every structure. Catch2 runs the test case once for each leaf of its sections; each time, all
/// structures go through that leaf. Of all failures, that of the smallest structure is reported.
template <class Root, class Predicate, class Body, class... Domains>
void for_every_structure(const finitization<Root>& bounds, Predicate predicate, Body body, property_options options,
                         Domains... domains) {
  const std::string name(Catch::getResultCapture().getCurrentTestName());
  const Catch::SourceLineInfo here("korat/catch2.hpp", 0);
  property_result result;
  std::optional<failed_assertion> failed;
  {
    recorder assertions;
    property p(name, bounds, std::move(predicate), asserting<Body>{std::move(body), &assertions}, options,
               std::move(domains)...);
    result = p.check();
    if (result.failed) failed = failure_of(p, *result.failed, assertions, here);
  }
  if (failed)
    return report(failed->where, Catch::ResultWas::ExplicitFailure,
                  failed->text + explain(*result.failed, regression_test_for(*result.failed)));
  const bool whole = result.complete() || result.other_id;
  if (!whole && incomplete_fails(options))
    return report(here, Catch::ResultWas::ExplicitFailure, name + " " + describe_coverage(result));
  if (!whole) std::cout << "korat: " << name << " " << describe_coverage(result) << '\n';
  report(here, Catch::ResultWas::Ok, std::to_string(result.structures) + " structures");
}
template <class Root, class Predicate, class Body, class... Domains>
void for_every_structure(const finitization<Root>& bounds, Predicate predicate, Body body, Domains... domains) {
  for_every_structure(bounds, std::move(predicate), std::move(body), property_options(), std::move(domains)...);
}

}  // namespace korat::catch2

namespace Catch {

template <class Root>
struct StringMaker<korat::finitization<Root>> {
  static std::string convert(const korat::finitization<Root>& bounds) {
    return "bounds of " + korat::detail::erasure::of(bounds).name;
  }
};

}  // namespace Catch
