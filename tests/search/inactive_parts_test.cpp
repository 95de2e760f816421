// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Variants and unions: of their parts only one means something. Those that do not are either no fields, or refused, or
// counted, and left alone if that is asked for. Never is a number wrong.

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "korat/korat.hpp"

namespace korat_test::inactive_parts_test {
namespace {

constexpr korat::engine both_engines[] = {korat::engine::reexecute, korat::engine::checkpoint};

// --- std::variant

struct box {
  std::variant<int, float> content;
};
int& as_int(box& b) { return std::get<int>(b.content); }
float& as_float(box& b) { return std::get<float>(b.content); }
float& over_the_int(box& b) { return *reinterpret_cast<float*>(&std::get<int>(b.content)); }

korat::finitization<box> boxes() {
  korat::finitization<box> bounds("boxes");
  bounds.set<&as_int>(korat::between(0, 3));
  return bounds;
}

std::string refusal(const korat::finitization<box>& bounds) {
  try {
    const korat::search<box> search(bounds, [](const box&) { return true; });
  } catch (const korat::finitization_error& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Variant, HasThePartThatItIsMadeWith) {
  for (const auto kind : both_engines) {
    korat::search<box> search(boxes(), [](const box& b) { return korat::read(std::get<int>(b.content)) != 2; },
                              {.engine = kind});
    while (search.next_valid()) EXPECT_EQ(search.structure().content.index(), 0u);
    EXPECT_EQ(search.statistics().valid, 3u);
  }
}

TEST(Variant, HasNoOther) {
  korat::finitization<box> bounds("boxes");
  bounds.set<&as_float>(korat::one_of(0.5F));
  const auto why = refusal(bounds);
  EXPECT_NE(why.find("box::as_float: the function that names it threw"), std::string::npos) << why;
}

TEST(Variant, CannotHaveTwoAtATime) {
  auto bounds = boxes();
  bounds.set<&over_the_int>(korat::one_of(0.5F));
  const auto why = refusal(bounds);
  EXPECT_NE(why.find("box::over_the_int: it shares its memory with box::as_int"), std::string::npos) << why;
}

TEST(Variant, CanBeAValueAsAWhole) {
  using content = std::variant<int, std::string>;
  struct crate {
    korat::field<content> inside;
  };
  korat::finitization<crate> bounds("crates");
  bounds.set<&crate::inside>(
      korat::one_of(content(1), content(2), content(std::string(50, 'x')), content(std::string())));
  for (const auto kind : both_engines) {
    korat::search<crate> search(bounds, [](const crate& c) { return c.inside.get() != content(1); }, {.engine = kind});
    std::size_t letters = 0;
    while (search.next_valid())
      if (const auto* const text = std::get_if<std::string>(&search.structure().inside.get())) letters += text->size();
    EXPECT_EQ(search.statistics().valid, 3u);
    EXPECT_EQ(letters, 50u);
  }
}

// --- a union

/// A number, or a reference: `is_number` tells.
struct cell_of_a_list {
  korat::field<bool> is_number;
  union {
    int number;
    cell_of_a_list* next;
  };
  cell_of_a_list() : number(0) {}
};
struct list_of_cells {
  korat::field<cell_of_a_list*> first;
};

TEST(Union, CannotHaveTwoPartsAtATime) {
  korat::finitization<list_of_cells> bounds("cells");
  const auto cells = bounds.objects<cell_of_a_list>(2);
  bounds.set<&list_of_cells::first>(cells).set<&cell_of_a_list::is_number>(korat::any_bool);
  bounds.set<&cell_of_a_list::number>(korat::between(0, 1)).set<&cell_of_a_list::next>(cells);
  EXPECT_THROW(korat::search<list_of_cells>(bounds, [](const list_of_cells&) { return true; }),
               korat::finitization_error);
}

// --- a variant by hand, whose parts have memory of their own

struct expression {
  korat::field<bool> is_leaf;
  korat::field<int> value;                // of a leaf
  korat::field<expression*> left, right;  // of others
};
struct formula {
  korat::field<expression*> top;
};
constexpr int leaves = 3, all_expressions = 2 * leaves - 1;
constexpr std::uint64_t shapes = 2;  // Catalan's number

korat::finitization<formula> formulas() {
  korat::finitization<formula> bounds("formulas");
  const auto any = bounds.objects<expression>(all_expressions);
  bounds.set<&formula::top>(any)
      .set<&expression::is_leaf>(korat::any_bool)
      .set<&expression::value>(korat::between(0, 1));
  bounds.set<&expression::left>(any).set<&expression::right>(any);
  return bounds;
}

bool is_tree(const expression* e, korat::set<const expression*>& seen) {
  if (!e || !seen.insert(e).second) return false;
  if (e->is_leaf) return e->value >= 0;
  return is_tree(e->left, seen) && is_tree(e->right, seen);
}
bool is_formula(const formula& f) {
  korat::set<const expression*> seen;
  return is_tree(f.top, seen) && seen.size() == all_expressions;
}

TEST(VariantByHand, MultipliesStructuresAndTheStatisticsTell) {
  // Each leaf refers to nothing or to one of all expressions, twice; each other expression has a value.
  constexpr auto references = (all_expressions + 1) * (all_expressions + 1);
  constexpr std::uint64_t all = shapes * 8 * 4 * references * references * references;
  for (const auto kind : both_engines) {
    korat::search<formula> search(formulas(), is_formula, {.engine = kind});
    while (search.next_valid()) {
    }
    const auto s = search.statistics();
    EXPECT_EQ(s.valid, all);
    EXPECT_EQ(s.valid - (s.explored - s.executions), shapes * 8) << "one for each run that accepted";
  }
}

TEST(VariantByHand, HasOnePartWhereTheOthersAreLeftUnread) {
  auto bounds = formulas();
  bounds.leave_unread<&expression::value>().leave_unread<&expression::left>().leave_unread<&expression::right>();
  for (const auto kind : both_engines) {
    korat::search<formula> search(bounds, is_formula, {.engine = kind});
    while (search.next_valid()) {
    }
    EXPECT_EQ(search.statistics().valid, shapes * 8);
    EXPECT_EQ(search.statistics().explored, search.statistics().executions);
  }
}

}  // namespace
}  // namespace korat_test::inactive_parts_test
