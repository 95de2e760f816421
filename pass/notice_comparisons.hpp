// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Comparisons of integers that come from fields are announced with both operands: a repair learns from a check that
// failed which values would have passed it.
//
// An operand is traced back to the loads it is made of, by sums, products and conversions, through local variables that
// are assigned once and functions that return a member. A load is a term if its field is one that the repair has left
// open, and a plain value otherwise; so are parameters, results of other calls and variables that change.

#pragma once

#include <llvm/IR/Module.h>

namespace korat::pass {

void notice_comparisons(llvm::Module&);

}  // namespace korat::pass
