// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Diagrams on disk: what is read is what was written, and nothing else is taken for a diagram.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "korat/diagram.hpp"
#include "korat/error.hpp"
#include "subjects/subject.hpp"
#include "undo/has_context.h"

#if KORAT_HAS_CONTEXT

namespace korat_test::diagram_file_test {
namespace {

namespace subjects = korat::subjects;
using korat::basic_diagram;

korat::description described(const std::string& name, const subjects::arguments& a) {
  for (const auto& s : subjects::all())
    if (s.name == name) return s.describe(a);
  throw std::invalid_argument(name);
}

struct DiagramFile : testing::Test {
  std::string path =
      testing::TempDir() + "korat-" + testing::UnitTest::GetInstance()->current_test_info()->name() + ".diagram";
  ~DiagramFile() override { std::remove(path.c_str()); }

  std::string bytes() const {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& content) const { std::ofstream(path, std::ios::binary) << content; }
};

TEST_F(DiagramFile, ComesBackAsItWas) {
  for (const auto& [name, a] : std::vector<std::pair<std::string, subjects::arguments>>{{"binary-tree", {6}},
                                                                                        {"heap-array", {4}},
                                                                                        {"singly-linked-list", {5}},
                                                                                        {"red-black-tree", {5}},
                                                                                        {"sorted-list", {4}}}) {
    SCOPED_TRACE(name);
    basic_diagram built(described(name, a));
    built.save(path, "what it is");
    EXPECT_EQ(basic_diagram::description_in(path), "what it is");
    basic_diagram loaded(described(name, a), path);
    EXPECT_EQ(loaded.count(), built.count());
    EXPECT_EQ(loaded.explored(), built.explored());
    EXPECT_EQ(loaded.field_initializations(), built.field_initializations());
    EXPECT_EQ(loaded.field_initializations(korat::engine::reexecute),
              built.field_initializations(korat::engine::reexecute));
    EXPECT_EQ(loaded.summary().runs, 0u);
    while (built.next()) {
      ASSERT_TRUE(loaded.next());
      ASSERT_EQ(loaded.vector(), built.vector());
      ASSERT_EQ(loaded.snapshot(), built.snapshot());
      ASSERT_EQ(loaded.index(), built.index());
    }
    EXPECT_FALSE(loaded.next());
    std::mt19937_64 one(1), other(1);
    built.to_random(one), loaded.to_random(other);
    EXPECT_EQ(loaded.rank(built.vector()), built.index());
  }
}

TEST_F(DiagramFile, IsRefusedWithOtherBounds) {
  basic_diagram(described("binary-tree", {4})).save(path);
  EXPECT_THROW(basic_diagram(described("binary-tree", {5}), path), korat::file_error);
  EXPECT_THROW(basic_diagram(described("ternary-tree", {4}), path), korat::file_error);
}

TEST_F(DiagramFile, IsRefusedWhereverItIsDamaged) {
  basic_diagram(described("binary-tree", {3})).save(path);
  const auto whole = bytes();
  const auto load = [&] { basic_diagram(described("binary-tree", {3}), path); };
  for (std::size_t i = 0; i < whole.size(); ++i) {
    auto damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 4);
    write(damaged);
    ASSERT_THROW(load(), korat::file_error) << i;
    write(whole.substr(0, i));
    ASSERT_THROW(load(), korat::file_error) << i;
  }
  write(whole + "x");
  EXPECT_THROW(load(), korat::file_error);
  write(whole);
  EXPECT_NO_THROW(load());
}

TEST_F(DiagramFile, SaysThatItCannotBeWritten) {
  const basic_diagram trees(described("binary-tree", {3}));
  EXPECT_THROW(trees.save("/nowhere/at/all.diagram"), korat::write_error);
  EXPECT_THROW(basic_diagram(described("binary-tree", {3}), path), korat::file_error);  // there is none
}

}  // namespace

}  // namespace korat_test::diagram_file_test

#endif
