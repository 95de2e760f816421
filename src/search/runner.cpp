// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/runner.hpp"

#include <algorithm>
#include <locale>

#include "access/announce.hpp"
#include "undo/release.hpp"

namespace korat::detail {

namespace {

[[maybe_unused]] constexpr std::size_t stack_size = std::size_t{256} << 20;  // addresses; memory is taken as it is used

/// A limit too small for any predicate is meant for the saved states.
std::size_t room_for_predicate(const search_options& options) {
  constexpr std::size_t least = std::size_t{1} << 20;
  return std::max(options.memory_limit, least) / 16 * 16;
}

// The program may be built with a sanitizer although this library is not.
extern "C" {
[[gnu::weak]] void __asan_init();
[[gnu::weak]] void __tsan_init();
[[gnu::weak]] void __msan_init();
[[gnu::weak]] void __hwasan_init();
/// Frames are about to be abandoned: what a sanitizer noted about them is void.
[[gnu::weak]] void __asan_handle_no_return();
}
[[maybe_unused]] bool sanitizer_present() {
  return &__asan_init != nullptr || &__tsan_init != nullptr || &__msan_init != nullptr || &__hwasan_init != nullptr;
}

/// One for each field. How often a predicate compares what is open cannot be known; without a state for some of these
/// choices they are reached from the state before.
std::size_t most_states(const search_options& options, std::size_t fields) {
  if (options.engine == korat::engine::reexecute || !KORAT_HAS_CONTEXT) return 0;
  return options.symbolic.empty() ? fields : 4 * fields + 64;
}

}  // namespace

predicate_runner::predicate_runner(described what, const search_options& options, space::use what_for)
    : space_(std::move(what.bounds), what_for),
      predicate_(std::move(what.predicate)),
      temporaries_(room_for_predicate(options), space_.cells().size()),
      heap_(room_for_predicate(options)),
      allowance_(room_for_predicate(options)),
      checkpoints_(most_states(options, space_.cells().size()), options.memory_limit, temporaries_.position()),
      guard_(options.catch_crashes, options.stuck_after) {
  context_.owner = this;
  context_.predicate = predicate_.call;
  context_.function = predicate_.function.get();
  context_.root = space_.root();
#if KORAT_HAS_CONTEXT
  if (sanitizer_present())
    return;  // which knows the thread's own stack only, and takes the frames of any other for errors
  stack_ = std::make_unique<predicate_stack>(stack_size);
  context_.base = stack_->base();
#endif
}

predicate_runner::~predicate_runner() = default;

structure_copier& predicate_runner::copier() {
  if (copier_ == nullptr) copier_ = std::make_unique<structure_copier>(space_);
  return *copier_;
}

std::string predicate_runner::why_not_resume() const {
#if KORAT_HAS_CONTEXT
  if (sanitizer_present())
    return "under a sanitizer, whose shadow memory knows nothing of copied stacks, the predicate cannot be resumed" +
           std::string(no_resuming);
  if (memory_tags_are_checked())
    return "the processor checks tags of memory, of which a copied stack has none, so the predicate cannot be resumed" +
           std::string(no_resuming);
  if (!heap::serves_operator_new())
    return "this program brings its own operator new, so what the predicate allocates cannot be saved" +
           std::string(no_resuming);
  if (!heap::serves(predicate_.takes_memory_by))
    return "this program was not linked with korat's options (see docs/linking.md), so memory that the predicate takes "
           "with malloc cannot be saved" +
           std::string(no_resuming);
  if (!watch_shared_libraries() && std::locale() != std::locale::classic())
    return "this program contains the C++ library and has another locale than \"C\", whose references cannot be seen" +
           std::string(no_resuming);
  return {};
#else
  return "checkpoints need x86-64 or AArch64 Linux and a build without sanitizers; the predicate is re-executed";
#endif
}

void predicate_runner::written(const void* address) {
  if (mode_ == mode::idle) return;
  leave_predicate({fault::kind::wrote, 0, address});
}

// An operation under test may release what it was lent; a predicate may not.
void predicate_runner::object_released(void* object) noexcept {
  space_.object_released(object);
  if (mode_ != mode::idle) leave_predicate({fault::kind::freed, 0, object});
}

inline int predicate_runner::call_predicate() noexcept {
  try {
#if KORAT_HAS_CONTEXT
    return korat_call(&context_) ? yes : no;
#else
    return context_.predicate(context_.function, context_.root) ? yes : no;
#endif
  } catch (...) {
    thrown_ = std::current_exception();
    return threw;
  }
}

extern "C" int korat_run_predicate(context* c) noexcept;
int korat_run_predicate(context* c) noexcept { return c->owner->call_predicate(); }

#if KORAT_HAS_CONTEXT

// The predicate rejected a candidate. We are still on its stack, above the part that is saved and restored. The
// commonest case by far is kept short: it rejected a value without reading another field, there are at least two more,
// and nothing is to be undone. There is no call in it but the last, which is a jump: what the predicate returns, it
// returns to 'korat_call'.
inline bool predicate_runner::next_sibling() noexcept {
  if (siblings_.left < 2 || heap_.eventful() || !temporaries_.only_appended_since(siblings_.mark)) return false;
  temporaries_.return_to(siblings_.mark);
  siblings_.store_next();
  return true;
}

inline bool predicate_runner::go_on() noexcept {
  if (siblings_.left < 2 || heap_.eventful()) return next_candidate();
  temporaries_.return_to(siblings_.mark);
  siblings_.store_next();
  return true;
}

// Both end by a jump, also where nothing is optimised: the predicate is called from the same place in every round.
#if defined(__clang__)
#define KORAT_ENDS_BY_A_JUMP
#define KORAT_JUMP [[clang::musttail]]
#elif defined(__OPTIMIZE__)  // with -foptimize-sibling-calls, which the build gives
#define KORAT_ENDS_BY_A_JUMP
#define KORAT_JUMP
#else
#define KORAT_ENDS_BY_A_JUMP [[gnu::optimize("O2")]]
#define KORAT_JUMP
#endif

KORAT_ENDS_BY_A_JUMP [[gnu::noinline]] static predicate_answer go_on_and_run(context* c) {
  if (c->owner->go_on()) KORAT_JUMP return korat_run_or_resume(c);
  return predicate_answer::not_asked;
}

KORAT_ENDS_BY_A_JUMP predicate_answer korat_go_on(context* c) {
  if (c->owner->next_sibling()) KORAT_JUMP return korat_run_or_resume(c);
  KORAT_JUMP return go_on_and_run(c);
}

void predicate_runner::leave_predicate(const fault& why) noexcept {
  forget_exceptions();
  announced = {};  // what it was announcing
  contain(why);
  fault_ = why;
  if (&__asan_handle_no_return != nullptr) __asan_handle_no_return();
  korat_leave(&context_, left);
}

#else

int predicate_runner::enter() noexcept {
  allowance_.begin_run();
  return setjmp(left_) != 0 ? left : call_predicate();
}

void predicate_runner::leave_predicate(const fault& why) noexcept {
  forget_exceptions();
  announced = {};  // what it was announcing
  fault_ = why;
  std::longjmp(left_, 1);
}

#endif

// A predicate that is left in the middle of handling an exception takes the exception with it.
void predicate_runner::forget_exceptions() noexcept { *exceptions_ = {nullptr, 0}; }

extern "C" void korat_object_released(void* object) noexcept {
  if (auto* const owner = slice::owner_of(object)) owner->object_released(object);
}
extern "C" std::size_t korat_object_size(const void* object) noexcept {
  const auto* const owner = slice::owner_of(object);
  return owner == nullptr ? 0 : owner->object_size(object);
}

// Weak, as korat_first_read is: a program may play the engine itself.
extern "C" [[gnu::weak]] void korat_write(const void* address) noexcept {
  // Without an owner the objects are still being made.
  if (auto* const owner = slice::owner_of(address)) owner->written(address);
}

}  // namespace korat::detail
