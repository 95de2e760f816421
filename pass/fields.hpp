// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Which reads may be of a field: all but those of variables, and of the memory that containers and lambdas call their
// own.

#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace korat::pass {

/// Local and global variables are no objects of a search, and shadow bytes are none of its fields.
bool may_be_a_field(const llvm::Value* address);

/// Korat's own containers, whose memory is in no search's objects. What they read of others comes as a parameter.
bool is_container(llvm::StringRef function);

/// What functions of containers and lambdas read of themselves, or a container through its members; and what is read
/// behind a question that the source has asked.
bool is_own_memory(const llvm::Function&, const llvm::Value* address);

}  // namespace korat::pass
