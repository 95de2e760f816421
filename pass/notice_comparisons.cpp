// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "notice_comparisons.hpp"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>
#include <string>
#include <vector>

#include "code.hpp"
#include "fields.hpp"
#include "korat/detail/decide.hpp"
#include "versions.hpp"

namespace korat::pass {
namespace {

using namespace llvm;
using detail::number_type;
using detail::operation;
using detail::relation;

constexpr int deepest = 4;  // operations in one operand

bool is_number(const Type* type) {
  return type->isIntegerTy(8) || type->isIntegerTy(16) || type->isIntegerTy(32) || type->isIntegerTy(64);
}

relation relation_of(CmpInst::Predicate p) {
  switch (p) {
    case CmpInst::ICMP_EQ: return relation::equal;
    case CmpInst::ICMP_NE: return relation::unequal;
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_ULT: return relation::less;
    case CmpInst::ICMP_SLE:
    case CmpInst::ICMP_ULE: return relation::less_or_equal;
    case CmpInst::ICMP_SGT:
    case CmpInst::ICMP_UGT: return relation::greater;
    default: return relation::greater_or_equal;
  }
}

/// A sum, a difference or a product of two numbers.
struct arithmetic {
  operation what;
  bool is_signed;  // unsigned numbers go round
  Value* left;
  Value* right;
};

std::optional<operation> operation_of(unsigned code) {
  switch (code) {
    case Instruction::Add: return operation::add;
    case Instruction::Sub: return operation::subtract;
    case Instruction::Mul: return operation::multiply;
    default: return std::nullopt;
  }
}

std::optional<arithmetic> arithmetic_in(const Value* v) {
  if (const auto* const i = dyn_cast<BinaryOperator>(v))
    if (const auto what = operation_of(i->getOpcode()))
      return arithmetic{*what, i->hasNoSignedWrap(), i->getOperand(0), i->getOperand(1)};
  // A sanitizer asks whether it overflows.
  if (const auto* const part = dyn_cast<ExtractValueInst>(v); part != nullptr && part->getIndices()[0] == 0)
    if (const auto* const i = dyn_cast<WithOverflowInst>(part->getAggregateOperand()))
      if (const auto what = operation_of(i->getBinaryOp()))
        return arithmetic{*what, i->isSigned(), i->getLHS(), i->getRHS()};
  return std::nullopt;
}

/// The comparisons of one function.
class announcer {
 public:
  announcer(code& c, Function& f) : code_(c), function_(f), order_(f) {}

  void announce(ICmpInst& question) {
    Value* const left = question.getOperand(0);
    Value* const right = question.getOperand(1);
    if (!is_number(left->getType()) || (!comes_from_field(left, question) && !comes_from_field(right, question)))
      return;
    // Of numbers that are only asked to be equal, either sign will do: the library takes that of the field.
    const number_type type{bits_of(left), question.isSigned() || question.isEquality()};
    IRBuilder<> build(&question);
    Value* const a = term(build, left, question);
    Value* const b = term(build, right, question);
    const auto kind = kind_of(relation_of(question.getPredicate()), type);
    build.CreateCall(compared(), {a, pattern(build, left, type), b, pattern(build, right, type), build.getInt32(kind)});
  }

 private:
  static std::uint8_t bits_of(const Value* v) { return static_cast<std::uint8_t>(v->getType()->getIntegerBitWidth()); }

  /// Where a field lies that may be open.
  struct place {
    Value* object;
    std::int64_t offset;
    unsigned size;
  };

  std::optional<place> field_behind(const Value* v, const Instruction& at) const {
    const auto* const i = dyn_cast<Instruction>(v);
    if (i == nullptr || !is_number(i->getType()) || !order_.dominates(i, &at)) return std::nullopt;
    const auto size = static_cast<unsigned>(code_.size_of(i->getType()));
    if (const auto* const load = dyn_cast<LoadInst>(i)) {
      auto* const address = const_cast<Value*>(load->getPointerOperand());
      if (address->getType()->getPointerAddressSpace() != 0 || !may_be_a_field(address)) return std::nullopt;
      if (is_own_memory(function_, address)) return std::nullopt;
      return place{address, 0, size};
    }
    const auto* const call = dyn_cast<CallBase>(i);
    const auto* const member = call != nullptr ? member_returned(*call) : nullptr;
    if (member == nullptr) return std::nullopt;
    APInt offset(64, 0);
    const auto* const base = member->stripAndAccumulateConstantOffsets(code_.module().getDataLayout(), offset, true);
    const auto* const parameter = dyn_cast_or_null<Argument>(value_of_variable(base));
    if (parameter == nullptr || parameter->getArgNo() >= call->arg_size()) return std::nullopt;
    return place{call->getArgOperand(parameter->getArgNo()), offset.getSExtValue(), size};
  }

  /// Where the value lies that a function returns without further ado.
  static const Value* member_returned(const CallBase& call) {
    const Function* const f = call.getCalledFunction();
    if (f == nullptr || f->isDeclaration()) return nullptr;
    const Value* member = nullptr;
    for (const auto& block : *f) {
      const auto* const end = dyn_cast<ReturnInst>(block.getTerminator());
      if (end == nullptr) continue;  // a sanitizer's complaint
      const auto* const load = dyn_cast_or_null<LoadInst>(end->getReturnValue());
      if (load == nullptr || member != nullptr) return nullptr;
      member = load->getPointerOperand();
    }
    return member;
  }

  /// Of a local variable that is assigned once; null for all else.
  static const Value* value_of_variable(const Value* v) {
    const auto* const load = dyn_cast<LoadInst>(v);
    return load != nullptr && isa<AllocaInst>(load->getPointerOperand()) ? assigned_to(*load->getPointerOperand())
                                                                         : nullptr;
  }

  /// What a value is, where it comes by way of variables. There may be rings of them.
  Value* origin(Value* v, const Instruction& at) const {
    for (int steps = 0; steps < deepest; ++steps) {
      const auto* const assigned = dyn_cast_or_null<Instruction>(value_of_variable(v));
      if (assigned == nullptr || !order_.dominates(assigned, &at)) break;
      v = const_cast<Instruction*>(assigned);
    }
    return v;
  }

  /// What a local variable is assigned, if that happens in one place and its address goes nowhere.
  static const Value* assigned_to(const Value& variable) {
    const Value* value = nullptr;
    for (const auto* user : variable.users()) {
      if (isa<LoadInst>(user)) continue;
      const auto* const store = dyn_cast<StoreInst>(user);
      if (store != nullptr && store->getPointerOperand() == &variable && value == nullptr)
        value = store->getValueOperand();
      else if (!is_mark(user))
        return nullptr;
    }
    return value;
  }

  /// Of the beginning or the end of a variable's life.
  static bool is_mark(const User* user) {
    if (const auto* const cast = dyn_cast<BitCastInst>(user)) return all_of(cast->users(), is_mark);
    const auto* const intrinsic = dyn_cast<IntrinsicInst>(user);
    return intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd();
  }

  bool comes_from_field(Value* given, const Instruction& at, int depth = 0) const {
    if (depth == deepest) return false;
    Value* const v = origin(given, at);
    if (field_behind(v, at)) return true;
    const auto* const i = dyn_cast<Instruction>(v);
    if (i == nullptr || !is_number(i->getType())) return false;
    if (isa<SExtInst>(i) || isa<ZExtInst>(i) || isa<TruncInst>(i)) {
      return is_number(i->getOperand(0)->getType()) && comes_from_field(i->getOperand(0), at, depth + 1);
    }
    const auto sum = arithmetic_in(v);
    return sum && (comes_from_field(sum->left, at, depth + 1) || comes_from_field(sum->right, at, depth + 1));
  }

  /// 0 for what is none, when the program runs too.
  Value* term(IRBuilder<>& build, Value* given, const Instruction& at, int depth = 0) {
    if (!comes_from_field(given, at, depth)) return build.getInt32(0);
    Value* const v = origin(given, at);
    if (const auto field = field_behind(v, at)) {
      Value* const object = build.CreatePointerCast(field->object, code_.pointer());
      Value* const address =
          build.CreateGEP(build.getInt8Ty(), object, build.getInt64(static_cast<std::uint64_t>(field->offset)));
      return build.CreateCall(term_function(field->size), {address});
    }
    if (const auto sum = arithmetic_in(v)) {
      const number_type type{bits_of(v), sum->is_signed};
      Value* const left = term(build, sum->left, at, depth + 1);
      Value* const right = term(build, sum->right, at, depth + 1);
      return operate(build, left, pattern(build, sum->left, type), right, pattern(build, sum->right, type),
                     kind_of(sum->what, type, type));
    }
    auto& i = *cast<Instruction>(v);
    Value* const from = term(build, i.getOperand(0), at, depth + 1);
    const bool is_signed = !isa<ZExtInst>(i);
    Value* const none = build.getInt64(0);
    return operate(build, from, none, build.getInt32(0), none,
                   kind_of(operation::convert, {bits_of(v), is_signed}, {bits_of(i.getOperand(0)), is_signed}));
  }

  Value* operate(IRBuilder<>& build, Value* left, Value* left_bits, Value* right, Value* right_bits, unsigned kind) {
    return code_.call_ours(build, "korat_plain_operate", build.getInt32Ty(),
                           {left, left_bits, right, right_bits, build.getInt32(kind)});
  }

  static Value* pattern(IRBuilder<>& build, Value* v, number_type type) {
    return build.CreateIntCast(v, build.getInt64Ty(), type.is_signed);
  }

  /// int korat.term.N(address): the term of the field there, if it is open.
  Function* term_function(unsigned size) {
    const auto name = "korat.term." + std::to_string(size);
    if (auto* known = code_.module().getFunction(name)) return known;
    auto* const number = Type::getInt32Ty(code_.context());
    auto* const f = code_.inline_function(name, number, {code_.pointer()});
    auto* const inside = BasicBlock::Create(code_.context(), "inside", f);
    auto* const open = BasicBlock::Create(code_.context(), "open", f);
    auto* const plain = BasicBlock::Create(code_.context(), "plain", f);
    code_.ask_for_region(*f, inside, plain);
    IRBuilder<> build(inside);
    build.CreateCondBr(build.CreateICmpUGE(code_.shadow(build, f->getArg(0), 1), build.getInt8(detail::symbol_shadow)),
                       open, plain);
    build.SetInsertPoint(open);
    build.CreateRet(code_.call_ours(build, "korat_plain_term", number, {f->getArg(0), build.getInt64(size)}));
    IRBuilder<>(plain).CreateRet(build.getInt32(0));
    return f;
  }

  /// void korat.compared(left term, left, right term, right, kind): the library is told, if one of them is a term.
  Function* compared() {
    if (auto* known = code_.module().getFunction("korat.compared")) return known;
    auto* const number = Type::getInt32Ty(code_.context());
    auto* const pattern = Type::getInt64Ty(code_.context());
    auto* const f =
        code_.inline_function("korat.compared", code_.nothing(), {number, pattern, number, pattern, number});
    auto* const some = BasicBlock::Create(code_.context(), "some", f);
    auto* const done = BasicBlock::Create(code_.context(), "done", f);
    IRBuilder<> build(BasicBlock::Create(code_.context(), "", f, some));
    build.CreateCondBr(build.CreateICmpNE(build.CreateOr(f->getArg(0), f->getArg(2)), build.getInt32(0)), some, done);
    build.SetInsertPoint(some);
    code_.call_ours(build, "korat_plain_compared", code_.nothing(),
                    {f->getArg(0), f->getArg(1), f->getArg(2), f->getArg(3), f->getArg(4)});
    build.CreateBr(done);
    IRBuilder<>(done).CreateRetVoid();
    return f;
  }

  code& code_;
  Function& function_;
  DominatorTree order_;
};

}  // namespace

void notice_comparisons(Module& module) {
  code writer(module);
  std::vector<Function*> functions;  // before we add ours
  for (auto& f : module)
    if (!f.isDeclaration() && !begins_with(f.getName(), "korat.") && !is_container(f.getName()))
      functions.push_back(&f);
  for (auto* f : functions) {
    std::vector<ICmpInst*> questions;
    for (auto& i : instructions(*f))
      if (auto* const question = dyn_cast<ICmpInst>(&i)) questions.push_back(question);
    announcer function(writer, *f);
    for (auto* const question : questions) function.announce(*question);
  }
}

}  // namespace korat::pass
