// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A property over all structures as one test of GoogleTest:
//
//   KORAT_TEST(SearchTree, RemoveKeepsOrder, (search_tree& tree, int key), bounds(4), &search_tree::rep_ok,
//              korat::between(0, 3)) {
//     tree.remove(key);
//     EXPECT_TRUE(tree.rep_ok());
//   }
//
// After the parameters come the bounds, the predicate, korat::property_options where they are wanted, and a domain for
// each further parameter. property.hpp and docs/testing.md have the rest.

#pragma once

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <exception>
#include <iostream>
#include <string>
#include <tuple>
#include <utility>

#include "korat/property.hpp"

namespace korat::gtest {

/// Takes the failures of a body away from GoogleTest while structures are tried: only that of the smallest is shown.
template <class Body, class Parameters = typename detail::parameters_of<Body>::type>
struct judged;
template <class Body, class... Parameters>
struct judged<Body, std::tuple<Parameters...>> {
  Body body;
  testing::TestPartResultArray* failures;
  bool operator()(Parameters... parameters) const {
    int i = failures->size();
    body(std::forward<Parameters>(parameters)...);
    for (; i < failures->size(); ++i)
      if (failures->GetTestPartResult(i).failed()) return false;
    return true;
  }
};

/// Where a property stands, and how it declares its parameters.
struct place {
  const char* file;
  int line;
  const char* parameters;
};

/// The test that builds the structure of a failure and does to it what the property does.
inline regression_test regression_test_for(const property_failure& failure, const place& at) {
  const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string suite = test->test_suite_name(), name = test->name();
  return {"TEST(" + suite + ", " + name + "_" + failure.id + ")", detail::body_of_test(at.file, suite, name)};
}

template <class Property>
void run(Property& property, const std::string& name, testing::TestPartResultArray& failures, const place& at) {
  property_result result;
  {
    const testing::ScopedFakeTestPartResultReporter taken(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ALL_THREADS, &failures);
    result = property.check();
  }
  testing::Test::RecordProperty("korat_structures", std::to_string(result.structures));
  if (result.other_id) GTEST_SKIP() << "the id to replay is of another property";
  if (result.failed) {
    const testing::ScopedTrace trace(at.file, at.line,
                                     explain(*result.failed, regression_test_for(*result.failed, at)));
    bool threw = true;
    try {
      property.check(*result.failed);
      threw = false;
    } catch (const std::exception& e) {
      ADD_FAILURE() << "the body threw an exception: " << e.what();
    } catch (...) {
      ADD_FAILURE() << "the body threw something that is no std::exception";
    }
    if (!threw && !testing::Test::HasFailure())
      ADD_FAILURE()
          << "the body failed, and did not when it ran again: it depends on more than its arguments; it said\n"
          << (failures.size() == 0 ? "nothing" : failures.GetTestPartResult(failures.size() - 1).message());
    return;
  }
  if (result.complete()) return;
  testing::Test::RecordProperty("korat_incomplete", describe_coverage(result));
  if (incomplete_fails(property.options()))
    ADD_FAILURE_AT(at.file, at.line) << name << " " << describe_coverage(result);
  else
    std::cout << "[  KORAT   ] " << name << " " << describe_coverage(result) << '\n';
}

template <class Body, class Root, class Predicate, class... Domains>
void check(const place& at, Body body, const finitization<Root>& bounds, Predicate predicate, property_options options,
           Domains... domains) {
  const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string name = std::string(test->test_suite_name()) + "." + test->name();
  testing::TestPartResultArray failures;
  property p(name, bounds, predicate, judged<Body>{body, &failures}, std::move(options), std::move(domains)...);
  p.name_parameters(at.parameters);
  run(p, name, failures, at);
}
template <class Body, class Root, class Predicate, class... Domains>
void check(const place& at, Body body, const finitization<Root>& bounds, Predicate predicate, Domains... domains) {
  check(at, body, bounds, std::move(predicate), property_options(), std::move(domains)...);
}

}  // namespace korat::gtest

#define KORAT_PROPERTY_NAME_(suite, name) korat_property_of_##suite##_##name

#define KORAT_TEST(suite, name, parameters, ...)                                                               \
  static void KORAT_PROPERTY_NAME_(suite, name) parameters;                                                    \
  TEST(suite, name) {                                                                                          \
    ::korat::gtest::check({__FILE__, __LINE__, #parameters}, &KORAT_PROPERTY_NAME_(suite, name), __VA_ARGS__); \
  }                                                                                                            \
  static void KORAT_PROPERTY_NAME_(suite, name) parameters
