// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A pass of Clang's optimizer that makes every read of memory ask whether it is the first read of a field, as
// korat::field<T> does (include/korat/detail/notice.hpp). It runs at the very start of the pipeline, on what the source
// says: the order of the reads is the source's at every level of optimisation, and the question is inlined.
//
// Before every load the pass puts a call of a small function 'korat.notice.N' that is always inlined; so no block is
// split here, and no optimisation can come between. What reads more than one value is announced by functions of the
// library (src/access/announce.cpp).
//
// The linker keeps one copy of an inline function, and it may keep that of a file that did not come through here. So
// the functions here become the file's own, and the tables of virtual functions with them.

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "code.hpp"
#include "fields.hpp"
#include "korat/detail/notice.hpp"
#include "member_names.hpp"
#include "notice_comparisons.hpp"
#include "versions.hpp"

namespace korat::pass {
namespace {

using namespace llvm;

/// How a function of the C library reads: the function of ours that is told so, and which arguments it is told.
struct library_call {
  StringRef name;
  StringRef announcement;
  std::vector<unsigned> arguments;
};

const library_call library_calls[] = {
    {"memcmp", "korat_read_compared", {0, 1, 2}}, {"bcmp", "korat_read_compared", {0, 1, 2}},
    {"memcpy", "korat_read_range", {1, 2}},       {"memmove", "korat_read_range", {1, 2}},
    {"mempcpy", "korat_read_range", {1, 2}},      {"memchr", "korat_read_until", {0, 1, 2}},
    {"strlen", "korat_read_string", {0}},         {"strnlen", "korat_read_string_of", {0, 1}},
    {"strcmp", "korat_read_strings", {0, 1}},     {"strncmp", "korat_read_strings_of", {0, 1, 2}},
    {"strchr", "korat_read_string", {0}},         {"strrchr", "korat_read_string", {0}},
    {"strcpy", "korat_read_string", {1}},         {"strncpy", "korat_read_string_of", {1, 2}},
    {"strdup", "korat_read_string", {0}},         {"strcasecmp", "korat_read_strings_in_any_case", {0, 1}},
    {"__memcpy_chk", "korat_read_range", {1, 2}}, {"__memmove_chk", "korat_read_range", {1, 2}},
    {"__strcpy_chk", "korat_read_string", {1}},
};

class instrumentation {
 public:
  explicit instrumentation(Module& module) : code_(module), module_(module), context_(module.getContext()) {}

  void run() {
    std::vector<Function*> functions;  // before we add ours
    for (auto& f : module_)
      if (!f.isDeclaration() && !f.hasFnAttribute(Attribute::Naked)) functions.push_back(&f);
    for (auto& f : module_)
      if (!f.isIntrinsic()) no_longer_pure(f);
    for (auto* f : functions) notice_reads_of(*f);
    for (auto* f : functions) keep(*f);
    for (auto& variable : module_.globals())
      if (begins_with(variable.getName(), "_ZTV") && !variable.isDeclaration()) keep(variable);
    leave_a_sign();
  }

 private:
  /// A function declared to change nothing, and a call of it: the first read of a field changes the field.
  template <class FunctionOrCall>
  static void no_longer_pure(FunctionOrCall& f) {
    for (const auto promise : promises_about_memory) f.removeFnAttr(promise);
  }

  void notice_reads_of(Function& f) {
    std::vector<Instruction*> readers;
    for (auto& i : instructions(f)) readers.push_back(&i);
    for (auto* i : readers) notice_reads_of(*i);
  }

  void notice_reads_of(Instruction& i) {
    if (auto* load = dyn_cast<LoadInst>(&i)) {
      // A pointer or a floating-point number is one field. An integer may be several: a small struct as it is passed.
      const bool one_field =
          load->getType()->isPointerTy() || load->getType()->isFloatTy() || load->getType()->isDoubleTy();
      if (one_field) return notice_byte(i, load->getPointerOperand());
      return notice(i, load->getPointerOperand(), load->getType());
    }
    if (auto* rmw = dyn_cast<AtomicRMWInst>(&i))
      return notice(i, rmw->getPointerOperand(), rmw->getValOperand()->getType());
    if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i))
      return notice(i, exchange->getPointerOperand(), exchange->getCompareOperand()->getType());
    if (auto* copy = dyn_cast<AnyMemTransferInst>(&i)) return notice(i, copy->getRawSource(), copy->getLength());
    if (auto* call = dyn_cast<CallBase>(&i)) notice_call(*call);
  }

  void notice_call(CallBase& call) {
    notice_copied_arguments(call);
    if (isa<IntrinsicInst>(call)) return;
    no_longer_pure(call);
    const Function* const callee = call.getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration()) return;
    for (const auto& known : library_calls)
      if (known.name == callee->getName() && call.arg_size() > known.arguments.back()) announce(call, known);
  }

  // The call itself copies such arguments, after the questions about all of them. So all but the last are copied here
  // at once: what is noticed is read before the next question.
  void notice_copied_arguments(CallBase& call) {
    std::vector<unsigned> copied;
    for (unsigned a = 0; a < call.arg_size(); ++a)
      if (call.isByValArgument(a) && may_be_a_field(call.getArgOperand(a))) copied.push_back(a);
    for (const auto a : copied) {
      notice(call, call.getArgOperand(a), call.getParamByValType(a));
      if (a != copied.back()) call.setArgOperand(a, copy_before(call, a));
    }
  }

  Value* copy_before(CallBase& call, unsigned argument) {
    auto* const type = call.getParamByValType(argument);
    const auto alignment = call.getParamAlign(argument).valueOrOne();
    IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
    auto* const copy = entry.CreateAlloca(type);
    copy->setAlignment(std::max(alignment, copy->getAlign()));
    IRBuilder<> build(&call);
    build.CreateMemCpy(copy, copy->getAlign(), call.getArgOperand(argument), alignment, code_.size_of(type));
    return build.CreatePointerCast(copy, call.getArgOperand(argument)->getType());
  }

  void announce(CallBase& call, const library_call& known) {
    IRBuilder<> build(&call);
    std::vector<Value*> values;
    for (const auto a : known.arguments) {
      Value* const given = call.getArgOperand(a);
      values.push_back(given->getType()->isPointerTy() ? build.CreatePointerCast(given, pointer())
                                                       : build.CreateIntCast(given, build.getInt64Ty(), true));
    }
    call_ours(build, known.announcement, values);
  }

  void notice(Instruction& before, Value* address, Type* type) {
    if (type->isSized()) notice(before, address, ConstantInt::get(Type::getInt64Ty(context_), code_.size_of(type)));
  }

  void notice_byte(Instruction& before, Value* address) { notice(before, address, Type::getInt8Ty(context_)); }

  void notice(Instruction& before, Value* address, Value* length) {
    if (address->getType()->getPointerAddressSpace() != 0 || !may_be_a_field(address)) return;
    if (is_own_memory(*before.getFunction(), address)) return;
    IRBuilder<> build(&before);
    Value* const place = build.CreatePointerCast(address, pointer());
    const auto* const constant = dyn_cast<ConstantInt>(length);
    const auto size = constant != nullptr ? constant->getZExtValue() : 0;
    if (size == 1 || size == 2 || size == 4 || size == 8)
      build.CreateCall(notice_function(static_cast<unsigned>(size)), {place});
    else
      build.CreateCall(range_function(), {place, build.CreateIntCast(length, build.getInt64Ty(), false)});
  }

  /// void korat.notice.range(address, length): the library looks at the range, if it is an object's.
  Function* range_function() {
    if (auto* known = module_.getFunction("korat.notice.range")) return known;
    auto* const f =
        code_.inline_function("korat.notice.range", code_.nothing(), {pointer(), Type::getInt64Ty(context_)});
    auto* const done = BasicBlock::Create(context_, "done", f);
    auto* const inside = BasicBlock::Create(context_, "inside", f, done);
    code_.ask_for_region(*f, inside, done);
    IRBuilder<> build(inside);
    call_ours(build, "korat_read_range", {f->getArg(0), f->getArg(1)});
    build.CreateBr(done);
    IRBuilder<>(done).CreateRetVoid();
    return f;
  }

  /// void korat.notice.N(address): is any of the N bytes there pending? Then the search must choose first. One function
  /// for each width, so that a read of several fields at once, as of a small struct, is noticed whole.
  Function* notice_function(unsigned size) {
    const auto name = "korat.notice." + std::to_string(size);
    if (auto* known = module_.getFunction(name)) return known;
    auto* const f = code_.inline_function(name, code_.nothing(), {pointer()});
    write_notice(*f, size);
    return f;
  }

  void write_notice(Function& f, unsigned size) {
    Value* const address = f.getArg(0);
    auto* const inside = BasicBlock::Create(context_, "inside", &f);
    auto* const first = BasicBlock::Create(context_, "first_read", &f);
    auto* const done = BasicBlock::Create(context_, "done", &f);
    code_.ask_for_region(f, inside, done);
    IRBuilder<> build(inside);
    build.CreateCondBr(pending(build, address, size), first, done, MDBuilder(context_).createBranchWeights(1, 2000));
    build.SetInsertPoint(first);
    write_first_read(build, address, size, done);
    IRBuilder<>(done).CreateRetVoid();
  }

  // Nearly always the first byte is pending, and with it all of the read. That way leads straight into the search: a
  // function between it and the predicate would lie in every saved state.
  void write_first_read(IRBuilder<>& build, Value* address, unsigned size, BasicBlock* done) {
    if (size == 1) {
      call_ours(build, "korat_first_read", {address});
      build.CreateBr(done);
      return;
    }
    auto& f = *build.GetInsertBlock()->getParent();
    auto* const whole = BasicBlock::Create(context_, "whole", &f, done);
    auto* const several = BasicBlock::Create(context_, "several", &f, done);
    const auto likely = MDBuilder(context_).createBranchWeights(2000, 1);
    build.CreateCondBr(pending(build, address, 1), whole, several, likely);
    build.SetInsertPoint(whole);
    call_ours(build, "korat_first_read", {address});
    build.CreateCondBr(build.CreateNot(pending(build, address, size)), done, several, likely);
    build.SetInsertPoint(several);
    call_ours(build, "korat_read_range", {address, build.getInt64(size)});
    build.CreateBr(done);
  }

  Value* pending(IRBuilder<>& build, Value* address, unsigned size) {
    return build.CreateICmpNE(code_.shadow(build, address, size), build.getIntN(8 * size, 0));
  }

  void call_ours(IRBuilder<>& build, StringRef name, ArrayRef<Value*> arguments) {
    code_.call_ours(build, name, code_.nothing(), arguments);
  }

  /// The file's own copy, whatever other files have under that name.
  static void keep(GlobalObject& object) {
    if (!object.hasLinkOnceODRLinkage() && !object.hasWeakODRLinkage() && !object.hasAvailableExternallyLinkage())
      return;
    object.setComdat(nullptr);
    object.setLinkage(GlobalValue::InternalLinkage);
    object.setVisibility(GlobalValue::DefaultVisibility);
    object.setDSOLocal(true);
  }

  /// By which the library knows that some of the program came through here: what it advises depends on that.
  void leave_a_sign() {
    auto* const byte = Type::getInt8Ty(context_);
    auto* const sign = new GlobalVariable(module_, byte, true, GlobalValue::WeakODRLinkage, ConstantInt::get(byte, 1),
                                          "korat_pass_was_here");
    sign->setComdat(module_.getOrInsertComdat(sign->getName()));
  }

  Type* pointer() const { return code_.pointer(); }

  code code_;
  Module& module_;
  LLVMContext& context_;
};

struct notice_reads : PassInfoMixin<notice_reads> {
  static bool isRequired() { return true; }  // also of functions that are not to be optimised: those of -O0
  static PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    instrumentation(module).run();
    leave_member_names(module);
    // Only where it is asked for: it costs a little at every comparison.
    if (std::getenv("KORAT_NOTICE_COMPARISONS") != nullptr) notice_comparisons(module);
    return PreservedAnalyses::none();
  }
};

/// Inlining shows that more addresses are those of local variables. Then the answer is known.
struct answer_for_locals : PassInfoMixin<answer_for_locals> {
  static PreservedAnalyses run(Function& f, FunctionAnalysisManager&) {
    bool changed = false;
    for (auto& i : instructions(f))
      if (auto* const question = dyn_cast<ICmpInst>(&i); question != nullptr && !can_be_yes(*question)) {
        question->replaceAllUsesWith(
            ConstantInt::get(question->getType(), question->getPredicate() == CmpInst::ICMP_NE));
        changed = true;
      }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }

 private:
  /// False for "is this address in the region?", if it is a local variable's. In the forms that the question may take.
  static bool can_be_yes(const ICmpInst& question) {
    const auto* const number = dyn_cast<BinaryOperator>(question.getOperand(0));
    const auto* const tag = dyn_cast<ConstantInt>(question.getOperand(1));
    if (number == nullptr || tag == nullptr || !question.isEquality() || tag->getBitWidth() != 64) return true;
    const auto* const address = dyn_cast<PtrToIntInst>(number->getOperand(0));
    const auto* const by = dyn_cast<ConstantInt>(number->getOperand(1));
    if (address == nullptr || by == nullptr || may_be_a_field(address->getPointerOperand())) return true;
    using namespace korat::detail;
    const bool shifted = number->getOpcode() == Instruction::LShr && by->equalsInt(region_bits) &&
                         tag->equalsInt(region_begin >> region_bits);
    const bool masked = number->getOpcode() == Instruction::And && tag->equalsInt(region_begin) &&
                        by->getZExtValue() == ~((std::uint64_t{1} << region_bits) - 1);
    return !shifted && !masked;
  }
};

}  // namespace
}  // namespace korat::pass

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  using namespace llvm;
  using namespace korat::pass;
  return {LLVM_PLUGIN_API_VERSION, "korat-notice-reads", "0.2", [](PassBuilder& builder) {
            builder.registerPipelineStartEPCallback(
                [](ModulePassManager& passes, auto&&...) { passes.addPass(notice_reads()); });
            builder.registerPeepholeEPCallback(
                [](FunctionPassManager& passes, auto&&...) { passes.addPass(answer_for_locals()); });
          }};
}
