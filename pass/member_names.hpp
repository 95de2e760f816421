// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// C++ does not tell a member's name from its address; debug information does. A file that has any leaves the names of
// its classes' members in the program, for messages (src/search/member_names.hpp reads them).

#pragma once

#include <llvm/IR/Module.h>

namespace korat::pass {

void leave_member_names(llvm::Module&);

}  // namespace korat::pass
