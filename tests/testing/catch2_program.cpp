// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Properties as matchers of Catch2; check_catch2.py runs them and looks at what they say.

#define CATCH_CONFIG_MAIN
#include "korat/catch2.hpp"

#include <stdexcept>

#include "trees.hpp"

using namespace korat_test::removal;
using forgets = search_tree::forgets;

namespace {

template <forgets What>
bool removes(search_tree& tree, int key) {
  auto expected = keys_below(tree.root);
  expected.erase(key);
  tree.remove(key, What);
  return tree.rep_ok() && keys_below(tree.root) == expected;
}

}  // namespace

TEST_CASE("right") {
  CHECK_THAT(bounds(4),
             korat::catch2::every_structure(&search_tree::rep_ok, &removes<forgets::nothing>, korat::between(0, 3)));
}

TEST_CASE("wrong") {
  CHECK_THAT(bounds(5), korat::catch2::every_structure(&search_tree::rep_ok, &removes<forgets::right_subtree>,
                                                       korat::between(0, 4)));
}

TEST_CASE("stops") {
  CHECK_THAT(bounds(4), korat::catch2::every_structure(
                            &search_tree::rep_ok, [](const search_tree& t) { return t.rep_ok(); },
                            korat::property_options{.search = {.max_valid = 7}}));
}

namespace {

int runs = 0;

template <forgets What>
void removes_in_sections(search_tree& tree, int key) {
  auto expected = keys_below(tree.root);
  expected.erase(key);
  tree.remove(key, What);
  SECTION("order") { CHECK(tree.rep_ok()); }
  SECTION("keys") {
    INFO("key " << key);
    SECTION("the key") { REQUIRE(!keys_below(tree.root).contains(key)); }
    SECTION("the others") { REQUIRE(keys_below(tree.root) == expected); }
  }
}

}  // namespace

TEST_CASE("sections") {
  ++runs;
  korat::catch2::for_every_structure(bounds(4), &search_tree::rep_ok, &removes_in_sections<forgets::nothing>,
                                     korat::between(0, 3));
}

TEST_CASE("sections were run once each") { CHECK(runs == 3); }

TEST_CASE("wrong sections") {
  korat::catch2::for_every_structure(bounds(5), &search_tree::rep_ok, &removes_in_sections<forgets::right_subtree>,
                                     korat::between(0, 4));
}

TEST_CASE("throws") {
  korat::catch2::for_every_structure(bounds(2), &search_tree::rep_ok, [](const search_tree& tree) {
    CHECK_THROWS(tree.root ? throw 1 : throw 2);
    if (tree.root) throw std::runtime_error("there is a root");
  });
}
