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

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "korat/detail/notice.hpp"

namespace {

using namespace llvm;

/// How a function of the C library reads: the function of ours that is told so, and which arguments it is told.
struct library_call {
  StringRef name;
  StringRef announcement;
  std::vector<unsigned> arguments;
};

const library_call library_calls[] = {
    {"memcmp", "korat_read_compared", {0, 1, 2}},  {"bcmp", "korat_read_compared", {0, 1, 2}},
    {"memcpy", "korat_read_range", {1, 2}},        {"memmove", "korat_read_range", {1, 2}},
    {"mempcpy", "korat_read_range", {1, 2}},       {"memchr", "korat_read_until", {0, 1, 2}},
    {"strlen", "korat_read_string", {0}},          {"strnlen", "korat_read_string_of", {0, 1}},
    {"strcmp", "korat_read_strings", {0, 1}},      {"strncmp", "korat_read_strings_of", {0, 1, 2}},
    {"strchr", "korat_read_string", {0}},          {"strrchr", "korat_read_string", {0}},
    {"strcpy", "korat_read_string", {1}},          {"strncpy", "korat_read_string_of", {1, 2}},
    {"strdup", "korat_read_string", {0}},          {"strcasecmp", "korat_read_string", {0}},
    {"strcasecmp", "korat_read_string", {1}},      {"__memcpy_chk", "korat_read_range", {1, 2}},
    {"__memmove_chk", "korat_read_range", {1, 2}}, {"__strcpy_chk", "korat_read_string", {1}},
};

/// Local and global variables are no objects of a search.
bool may_be_a_field(const Value* address) {
  const Value* const object = getUnderlyingObject(address, 0);
  if (isa<AllocaInst>(object) || isa<GlobalValue>(object) || isa<ConstantPointerNull>(object)) return false;
  const auto* const argument = dyn_cast<Argument>(object);
  return argument == nullptr || !(argument->hasByValAttr() || argument->hasStructRetAttr());
}

/// Korat's own containers, whose memory is in no search's objects. What they read of others comes as a parameter.
bool is_container(StringRef function) {
  if (!function.consume_front("_ZNK5korat") && !function.consume_front("_ZN5korat")) return false;
  function.consume_front("6detail");
  for (const auto* name : {"3setI", "3mapI", "5queueI", "5stackI", "6vectorI", "5dequeI", "10hash_tableI", "8sequenceI",
                           "14entry_iteratorI", "14element_memory", "11temporaries"})
    if (function.startswith(name)) return true;
  return false;
}

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
  if (!scope.endswith(")")) return false;
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

/// What functions of containers and lambdas read of themselves, or a container through its members.
bool is_own_memory(const Function& f, const Value* address) {
  if (!isa<LoadInst>(getUnderlyingObject(address, 0))) return false;  // unoptimised code keeps pointers in variables
  const auto* const parameter = parameter_behind(address);
  if (parameter == nullptr) return is_container(f.getName());
  return parameter == first_parameter(f) && (is_container(f.getName()) || is_lambda(f.getName().str()));
}

class instrumentation {
 public:
  explicit instrumentation(Module& module) : module_(module), context_(module.getContext()) {}

  void run() {
    std::vector<Function*> functions;  // before we add ours
    for (auto& f : module_)
      if (!f.isDeclaration() && !f.hasFnAttribute(Attribute::Naked)) functions.push_back(&f);
    for (auto& f : module_)
      if (!f.isIntrinsic()) no_longer_pure(f);
    for (auto* f : functions) notice_reads_of(*f);
    for (auto* f : functions) keep(*f);
    for (auto& variable : module_.globals())
      if (variable.getName().startswith("_ZTV") && !variable.isDeclaration()) keep(variable);
    leave_a_sign();
  }

 private:
  /// A function declared to change nothing, and a call of it: the first read of a field changes the field.
  template <class FunctionOrCall>
  static void no_longer_pure(FunctionOrCall& f) {
    for (const auto promise : {Attribute::ReadNone, Attribute::ReadOnly, Attribute::ArgMemOnly})
      f.removeFnAttr(promise);
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
    for (unsigned a = 0; a < call.arg_size(); ++a)
      if (call.isByValArgument(a)) notice(call, call.getArgOperand(a), call.getParamByValType(a));
    if (isa<IntrinsicInst>(call)) return;
    no_longer_pure(call);
    const Function* const callee = call.getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration()) return;
    for (const auto& known : library_calls)
      if (known.name == callee->getName() && call.arg_size() > known.arguments.back()) announce(call, known);
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
    if (type->isSized()) notice(before, address, ConstantInt::get(Type::getInt64Ty(context_), size_of(type)));
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
    auto* const f = inline_function("korat.notice.range", {pointer(), Type::getInt64Ty(context_)});
    auto* const done = BasicBlock::Create(context_, "done", f);
    auto* const inside = BasicBlock::Create(context_, "inside", f, done);
    ask_for_region(*f, inside, done);
    IRBuilder<> build(inside);
    call_ours(build, "korat_read_range", {f->getArg(0), f->getArg(1)});
    build.CreateBr(done);
    IRBuilder<>(done).CreateRetVoid();
    return f;
  }

  Function* inline_function(const std::string& name, ArrayRef<Type*> parameters) {
    auto* const type = FunctionType::get(Type::getVoidTy(context_), parameters, false);
    auto* const f = Function::Create(type, GlobalValue::InternalLinkage, name, module_);
    f->addFnAttr(Attribute::AlwaysInline);
    f->addFnAttr(Attribute::NoUnwind);
    return f;
  }

  /// The beginning of a function: is its first argument in the region?
  void ask_for_region(Function& f, BasicBlock* inside, BasicBlock* done) {
    IRBuilder<> build(BasicBlock::Create(context_, "", &f, &f.getEntryBlock()));
    auto* const number = build.CreatePtrToInt(f.getArg(0), build.getInt64Ty());
    auto* const region = build.getInt64(korat::detail::region_begin >> korat::detail::region_bits);
    build.CreateCondBr(build.CreateICmpEQ(build.CreateLShr(number, korat::detail::region_bits), region), inside, done);
  }

  /// void korat.notice.N(address): is any of the N bytes there pending? Then the search must choose first. One function
  /// for each width, so that a read of several fields at once, as of a small struct, is noticed whole.
  Function* notice_function(unsigned size) {
    const auto name = "korat.notice." + std::to_string(size);
    if (auto* known = module_.getFunction(name)) return known;
    auto* const f = inline_function(name, {pointer()});
    write_notice(*f, size);
    return f;
  }

  void write_notice(Function& f, unsigned size) {
    Value* const address = f.getArg(0);
    auto* const inside = BasicBlock::Create(context_, "inside", &f);
    auto* const first = BasicBlock::Create(context_, "first_read", &f);
    auto* const done = BasicBlock::Create(context_, "done", &f);
    ask_for_region(f, inside, done);
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
    auto* const word = build.getIntNTy(8 * size);
    // By way of a number: a pointer so far from its object would be one to nowhere, as far as LLVM is concerned.
    auto* const number = build.CreatePtrToInt(address, build.getInt64Ty());
    auto* const shadow = build.CreateAdd(number, build.getInt64(korat::detail::shadow_distance));
    auto* const state = build.CreateAlignedLoad(word, build.CreateIntToPtr(shadow, word->getPointerTo()), Align(1));
    state->setMetadata("nosanitize", MDNode::get(context_, {}));
    return build.CreateICmpNE(state, ConstantInt::get(word, 0));
  }

  void call_ours(IRBuilder<>& build, StringRef name, ArrayRef<Value*> arguments) {
    std::vector<Type*> types;
    for (const auto* a : arguments) types.push_back(a->getType());
    auto function = module_.getOrInsertFunction(name, FunctionType::get(build.getVoidTy(), types, false));
    build.CreateCall(function, arguments)->addFnAttr(Attribute::NoUnwind);
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

  std::uint64_t size_of(Type* type) const { return module_.getDataLayout().getTypeStoreSize(type).getFixedSize(); }
  Type* pointer() const { return Type::getInt8PtrTy(context_); }

  Module& module_;
  LLVMContext& context_;
};

struct notice_reads : PassInfoMixin<notice_reads> {
  static bool isRequired() { return true; }  // also of functions that are not to be optimised: those of -O0
  static PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    instrumentation(module).run();
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

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "korat-notice-reads", "0.1", [](PassBuilder& builder) {
            builder.registerPipelineStartEPCallback(
                [](ModulePassManager& passes, auto&&...) { passes.addPass(notice_reads()); });
            builder.registerPeepholeEPCallback(
                [](FunctionPassManager& passes, auto&&...) { passes.addPass(answer_for_locals()); });
          }};
}
