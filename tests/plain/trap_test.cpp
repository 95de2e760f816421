// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The linker's choice of an inline function's copy does not decide whether its reads are noticed; and reads in a file
// that was not compiled through the pass are an error that says so.

#include "trap.hpp"

#include <gtest/gtest.h>

#include "korat/korat.hpp"

namespace {

int& value_of(trap::box& b) { return b.content.value; }

korat::finitization<trap::box> bounds() {
  korat::finitization<trap::box> space;
  space.set<&value_of>(korat::between(0, 3)).set<&trap::box::extra>(korat::between(0, 3));
  return space;
}

TEST(LinkerTrap, DoesNotCatchFunctionsCompiledThroughThePass) {
  EXPECT_EQ(trap::use_everything(trap::box()), 0);  // so that the other file's copies are linked
  for (const auto engine : {korat::engine::checkpoint, korat::engine::reexecute}) {
    korat::search search(bounds(), trap::rep_ok, {.engine = engine});
    while (search.next_valid()) continue;
    EXPECT_EQ(search.statistics().valid, 4U);
    EXPECT_EQ(search.statistics().explored, 16U);
  }
}

TEST(LinkerTrap, IsReportedForFunctionsCompiledWithoutThePass) {
  korat::search search(bounds(), trap::rep_ok_elsewhere);
  try {
    while (search.next()) continue;
    FAIL() << "nobody noticed";
  } catch (const korat::predicate_error& e) {
    EXPECT_EQ(e.why().kind, korat::misbehaviour::missed_read);
    EXPECT_NE(e.why().reason.find("box.extra"), std::string::npos) << e.what();
    EXPECT_NE(e.why().advice.find("was not compiled through the pass"), std::string::npos) << e.what();
  }
}

}  // namespace
