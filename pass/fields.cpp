// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "fields.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "versions.hpp"

namespace korat::pass {

using namespace llvm;

namespace {

/// A shadow byte, which field<T> asks itself: korat::detail::shadow_of().
bool is_shadow(const Value* object) {
  const auto* const call = dyn_cast<CallBase>(object);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         begins_with(call->getCalledFunction()->getName(), "_ZN5korat6detail9shadow_of");
}

/// What field<T> and read() load behind a question of their own: korat::detail::field_memory.
bool has_asked(const Function& f) { return begins_with(f.getName(), "_ZN5korat6detail12field_memory"); }

}  // namespace

bool may_be_a_field(const Value* address) {
  const Value* const object = getUnderlyingObject(address, 0);
  if (is_shadow(object)) return false;
  if (isa<AllocaInst>(object) || isa<GlobalValue>(object) || isa<ConstantPointerNull>(object)) return false;
  const auto* const argument = dyn_cast<Argument>(object);
  return argument == nullptr || !(argument->hasByValAttr() || argument->hasStructRetAttr());
}

bool is_container(StringRef function) {
  if (!function.consume_front("_ZNK5korat") && !function.consume_front("_ZN5korat")) return false;
  if (!function.consume_front("6detail")) function.consume_front("4undo");
  for (const auto* name : {"3setI", "3mapI", "5queueI", "5stackI", "6vectorI", "5dequeI", "10hash_tableI", "8sequenceI",
                           "14entry_iteratorI", "14element_memory", "11temporaries"})
    if (begins_with(function, name)) return true;
  return false;
}

namespace {

/// As the source has it: a result that is returned in memory comes before it.
const Argument* first_parameter(const Function& f) {
  for (const auto& parameter : f.args())
    if (!parameter.hasStructRetAttr()) return &parameter;
  return nullptr;
}

/// The parameter whose value the address is: it is loaded from the variable that the parameter is kept in.
const Argument* parameter_behind(const Value* address) {
  const auto* const load = dyn_cast<LoadInst>(getUnderlyingObject(address, 0));
  if (load == nullptr) return nullptr;
  const Value* const variable = load->getPointerOperand();
  for (const auto* user : variable->users())
    if (const auto* const store = dyn_cast<StoreInst>(user); store != nullptr && store->getPointerOperand() == variable)
      if (const auto* const parameter = dyn_cast<Argument>(store->getValueOperand())) return parameter;
  return nullptr;
}

/// As in "f(int)::'lambda'(a::b)": a quote before the last list of parameters.
bool ends_with_lambda(StringRef scope) {
  if (scope.empty() || scope.back() != ')') return false;
  int open = 0;
  for (auto i = scope.size(); i-- > 1;) {
    open += scope[i] == ')' ? 1 : scope[i] == '(' ? -1 : 0;
    if (open == 0) return scope[i - 1] == '\'';
  }
  return false;
}

/// Whether it is the call of a lambda itself, and not of something declared inside one.
bool is_lambda(const std::string& function) {
  ItaniumPartialDemangler name;
  if (function.find("_cl") == std::string::npos || name.partialDemangle(function.c_str())) return false;
  const std::unique_ptr<char, decltype(&std::free)> scope(name.getFunctionDeclContextName(nullptr, nullptr),
                                                          &std::free);
  return scope != nullptr && ends_with_lambda(scope.get());
}

}  // namespace

bool is_own_memory(const Function& f, const Value* address) {
  if (has_asked(f)) return true;
  if (!isa<LoadInst>(getUnderlyingObject(address, 0))) return false;  // unoptimised code keeps pointers in variables
  const auto* const parameter = parameter_behind(address);
  if (parameter == nullptr) return is_container(f.getName());
  return parameter == first_parameter(f) && (is_container(f.getName()) || is_lambda(f.getName().str()));
}

}  // namespace korat::pass
