// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What LLVM 14 to 19 call differently.

#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Attributes.h>

namespace korat::pass {

inline bool begins_with(llvm::StringRef text, llvm::StringRef beginning) {
  return text.take_front(beginning.size()) == beginning;
}

/// Promises that a function, or a call, makes about what it reads and writes.
inline constexpr llvm::Attribute::AttrKind promises_about_memory[] = {
#if LLVM_VERSION_MAJOR >= 16
    llvm::Attribute::Memory,
#else
    llvm::Attribute::ReadNone,
    llvm::Attribute::ReadOnly,
    llvm::Attribute::ArgMemOnly,
#endif
};

}  // namespace korat::pass
