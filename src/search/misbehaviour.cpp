// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a predicate did wrong, said so that its author can see it and knows what to do.

#include <cmath>
#include <csignal>
#include <cstring>
#include <new>

#include "korat/error.hpp"
#include "korat/listener.hpp"
#include "korat/print.hpp"
#include "search/engine.hpp"
#include "search/library_function.hpp"

namespace korat {

const char* name_of(misbehaviour m) noexcept {
  switch (m) {
    case misbehaviour::threw: return "threw";
    case misbehaviour::crashed: return "crashed";
    case misbehaviour::recursed: return "recursed";
    case misbehaviour::looped: return "looped";
    case misbehaviour::wrote: return "wrote";
    case misbehaviour::changed_its_mind: return "changed-its-mind";
    case misbehaviour::missed_read: return "missed-read";
    case misbehaviour::unbound_read: return "unbound-read";
    case misbehaviour::out_of_memory: return "out-of-memory";
    case misbehaviour::keeps_state: return "keeps-state";
    case misbehaviour::exited: return "exited";
  }
  return "?";
}

namespace {

std::string told(const predicate_error::details& d) {
  return d.reason + "\n  candidate vector: " + to_text(d.vector) + "\n" + d.drawing + "what to do: " + d.advice;
}

}  // namespace

predicate_error::predicate_error(details d) : error(told(d)), details_(std::move(d)) {}

namespace detail {

void search_engine::misbehaved(misbehaviour kind, const std::string& reason, const std::string& advice) {
  restore_fields();
  checkpoints_.clear();
  stop(outcome::failed);
  throw predicate_error({kind, reason, advice, vector(), to_text(snapshot())});
}

void search_engine::report_memory() {
  misbehaved(misbehaviour::out_of_memory, "the predicate ran out of memory",
             "look for a container that grows without end; if it needs so much, raise the limit (memory_limit)");
}

void search_engine::report_assignment() {
  stop(outcome::failed);
  throw finitization_error(space_.failed_assignment());
}

/// In code of a shared library it may have failed at a field that nobody noticed it to read.
void search_engine::report_fault_at(misbehaviour kind, const std::string& reason, const std::string& advice) {
  const auto function = library_function(fault_.instruction, reinterpret_cast<const void*>(context_.predicate));
  if (function.empty()) misbehaved(kind, reason, advice);
  misbehaved(kind, reason + ", in " + function,
             "if that function reads fields: no read in a library's binary is noticed, so it finds fields that have no "
             "value yet; "
             "compile its source through the pass, or do in the predicate what it does. Otherwise: " +
                 advice);
}

void search_engine::report_fault(int ending) {
  if (ending == threw) {
    const auto thrown = std::exchange(thrown_, nullptr);
    std::string what = "something that is no std::exception";
    try {
      std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
      report_memory();
    } catch (const std::exception& e) {
      what = e.what();
    } catch (...) {
    }
    misbehaved(misbehaviour::threw, "the predicate threw: " + what,
               "return false for a structure that is not well formed; catch what may be thrown on the way");
  }
  const auto null_page = [](const void* address) { return reinterpret_cast<std::uintptr_t>(address) < 4096; };
  switch (fault_.what) {
    case fault::kind::wrote:
      misbehaved(misbehaviour::wrote, "the predicate wrote to " + name_at(fault_.address),
                 "a predicate must not write to the structure: keep what it needs to remember in local variables");
    case fault::kind::overflowed:
      misbehaved(
          misbehaviour::recursed, "the predicate ran out of stack",
          "does it recurse along a cycle? Keep a set of the objects visited and return false on meeting one again");
    case fault::kind::looped:
      report_fault_at(misbehaviour::looped,
                      "the predicate made no progress for " +
                          std::to_string(std::lround(options_.stuck_after.seconds() * 1'000)) + " ms of processor time",
                      "does it walk along a cycle? Keep a set of the objects visited; if it is just slow, raise the "
                      "limit (stuck_after)");
    case fault::kind::freed:
      misbehaved(misbehaviour::wrote, "the predicate freed " + name_of_object_at(fault_.address),
                 "a predicate must not change the structure: it may release only what it has allocated");
    case fault::kind::exited:
      misbehaved(misbehaviour::exited, "the predicate ended the program (exit)",
                 "return false for a structure that is not well formed");
    case fault::kind::busy:
      misbehaved(
          misbehaviour::keeps_state,
          "a check reads a field where it cannot be stopped: while it handles an exception, or while a library holds "
          "something for it (an open file, say)",
          "combine the checks with && in one predicate instead of all_of()");
    case fault::kind::wild:
      report_fault_at(
          misbehaviour::crashed,
          "the predicate used a pointer that cannot be an address (uninitialised memory, data taken for a pointer, "
          "or an address that is not aligned)",
          "run the predicate on this candidate in a debugger");
    default: break;
  }
  const bool null = fault_.signal == SIGSEGV && null_page(fault_.address);
  report_fault_at(misbehaviour::crashed,
                  null ? std::string("the predicate dereferenced a null pointer")
                       : "the predicate crashed: " + std::string(strsignal(fault_.signal)),
                  null ? "check every pointer before following it: a field may be null unless its domain excludes it"
                       : "run the predicate on this candidate in a debugger");
}

std::string search_engine::name_of_object_at(const void* address) const {
  const auto* const object = space_.object_at(address);
  return object == nullptr ? "an object it was given to check"
                           : space_.object_name(static_cast<std::size_t>(object - space_.objects().data()));
}

std::string search_engine::name_at(const void* address) const {
  const auto cell = space_.cell_at(address);
  return cell == space::no_cell ? "an object it was given to check" : space_.field_name(cell);
}

}  // namespace detail
}  // namespace korat
