// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "code.hpp"

#include <vector>

#include "korat/detail/notice.hpp"

namespace korat::pass {

using namespace llvm;

Function* code::inline_function(const std::string& name, Type* result, ArrayRef<Type*> parameters) {
  auto* const type = FunctionType::get(result, parameters, false);
  auto* const f = Function::Create(type, GlobalValue::InternalLinkage, name, module_);
  f->addFnAttr(Attribute::AlwaysInline);
  f->addFnAttr(Attribute::NoUnwind);
  return f;
}

void code::ask_for_region(Function& f, BasicBlock* inside, BasicBlock* outside) {
  IRBuilder<> build(BasicBlock::Create(context_, "", &f, &f.getEntryBlock()));
  auto* const number = build.CreatePtrToInt(f.getArg(0), build.getInt64Ty());
  auto* const region = build.getInt64(detail::region_begin >> detail::region_bits);
  build.CreateCondBr(build.CreateICmpEQ(build.CreateLShr(number, detail::region_bits), region), inside, outside);
}

Value* code::shadow(IRBuilder<>& build, Value* address, unsigned size) {
  auto* const word = build.getIntNTy(8 * size);
  // By way of a number: a pointer so far from its object would be one to nowhere, as far as LLVM is concerned.
  auto* const number = build.CreatePtrToInt(address, build.getInt64Ty());
  auto* const place = build.CreateAdd(number, build.getInt64(detail::shadow_distance));
  auto* const state = build.CreateAlignedLoad(word, build.CreateIntToPtr(place, PointerType::get(word, 0)), Align(1));
  state->setMetadata("nosanitize", MDNode::get(context_, {}));
  return state;
}

Value* code::call_ours(IRBuilder<>& build, StringRef name, Type* result, ArrayRef<Value*> arguments) {
  std::vector<Type*> types;
  for (const auto* a : arguments) types.push_back(a->getType());
  auto* const call =
      build.CreateCall(module_.getOrInsertFunction(name, FunctionType::get(result, types, false)), arguments);
  call->addFnAttr(Attribute::NoUnwind);
  return call;
}

}  // namespace korat::pass
