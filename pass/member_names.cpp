// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "member_names.hpp"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <string>

namespace korat::pass {
namespace {

using namespace llvm;

/// Typedefs and qualifiers do not matter.
const DICompositeType* class_of(const DIType* type) {
  while (const auto* const derived = dyn_cast_or_null<DIDerivedType>(type)) {
    const auto tag = derived->getTag();
    if (tag != dwarf::DW_TAG_typedef && tag != dwarf::DW_TAG_const_type && tag != dwarf::DW_TAG_volatile_type)
      return nullptr;
    type = derived->getBaseType();
  }
  const auto* const composite = dyn_cast_or_null<DICompositeType>(type);
  if (composite == nullptr || composite->isForwardDecl()) return nullptr;
  const auto tag = composite->getTag();
  const bool is_class =
      tag == dwarf::DW_TAG_structure_type || tag == dwarf::DW_TAG_class_type || tag == dwarf::DW_TAG_union_type;
  return is_class ? composite : nullptr;
}

/// Of a library whose members mean nothing to its users.
bool of_a_library(const DIScope* scope) {
  for (; scope != nullptr; scope = scope->getScope())
    if (isa<DINamespace>(scope) &&
        (scope->getName() == "std" || scope->getName() == "__gnu_cxx" || scope->getName() == "korat"))
      return true;
  return false;
}

/// A line for each member: class, its size, offset, size and name of the member. Members of bases and of members are
/// the class's own.
void add_members(const DICompositeType& of, std::uint64_t begin, const std::string& class_and_size,
                 const std::string& path, std::string& lines) {
  for (const auto* const element : of.getElements()) {
    const auto* const part = dyn_cast<DIDerivedType>(element);
    if (part == nullptr || part->isStaticMember() || part->isVirtual() || part->isBitField()) continue;
    const bool base = part->getTag() == dwarf::DW_TAG_inheritance;
    if (!base && part->getTag() != dwarf::DW_TAG_member) continue;
    const auto offset = begin + part->getOffsetInBits() / 8;
    const auto* const inner = class_of(part->getBaseType());
    const std::string name = base || part->getName().empty() ? path : path + part->getName().str();
    if (inner != nullptr && !of_a_library(inner))
      add_members(*inner, offset, class_and_size, base || part->getName().empty() ? path : name + ".", lines);
    else if (!base && !part->isArtificial())
      lines += class_and_size + std::to_string(offset) + "\t" + std::to_string(part->getSizeInBits() / 8) + "\t" +
               name + "\n";
  }
}

}  // namespace

void leave_member_names(Module& module) {
  DebugInfoFinder found;
  found.processModule(module);
  std::string lines;
  for (const auto* const type : found.types())
    if (const auto* const c = class_of(type); c == type && c != nullptr && !c->getName().empty() && !of_a_library(c))
      add_members(*c, 0, c->getName().str() + "\t" + std::to_string(c->getSizeInBits() / 8) + "\t", "", lines);
  if (lines.empty()) return;
  auto* const text = ConstantDataArray::getString(module.getContext(), lines, false);
  auto* const names =
      new GlobalVariable(module, text->getType(), true, GlobalValue::PrivateLinkage, text, "korat.members");
  names->setSection("korat_members");
  names->setAlignment(Align(1));
  appendToUsed(module, {names});
}

}  // namespace korat::pass
