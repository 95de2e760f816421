// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What both kinds of instrumentation write: small functions that are always inlined, so that no block is split and no
// optimisation comes between; the question whether an address is an object's; calls of the library.

#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>

namespace korat::pass {

class code {
 public:
  explicit code(llvm::Module& module) : module_(module), context_(module.getContext()) {}

  /// Of this module alone, still without a body.
  llvm::Function* inline_function(const std::string& name, llvm::Type* result, llvm::ArrayRef<llvm::Type*> parameters);
  /// The beginning of a function: is its first argument in the region?
  void ask_for_region(llvm::Function&, llvm::BasicBlock* inside, llvm::BasicBlock* outside);
  /// The shadow of so many bytes.
  llvm::Value* shadow(llvm::IRBuilder<>&, llvm::Value* address, unsigned size);
  llvm::Value* call_ours(llvm::IRBuilder<>&, llvm::StringRef name, llvm::Type* result,
                         llvm::ArrayRef<llvm::Value*> arguments);

  llvm::Type* pointer() const { return llvm::PointerType::get(llvm::Type::getInt8Ty(context_), 0); }
  llvm::Type* nothing() const { return llvm::Type::getVoidTy(context_); }
  std::uint64_t size_of(llvm::Type* type) const {
    return module_.getDataLayout().getTypeStoreSize(type).getFixedValue();
  }
  llvm::Module& module() const { return module_; }
  llvm::LLVMContext& context() const { return context_; }

 private:
  llvm::Module& module_;
  llvm::LLVMContext& context_;
};

}  // namespace korat::pass
