// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// choose(): a choice that the predicate makes itself is the first read of a slot, the next one of the run. How many of
// the slot's values are offered is told to the engine just before, in the counter that limits the slot's value.

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "korat/choose.hpp"
#include "korat/error.hpp"
#include "korat/search.hpp"
#include "korat/undo/temporaries.hpp"

namespace korat::detail {

namespace {

thread_local replaying* replayed = nullptr;

[[noreturn]] void refuse(const std::string& why) { throw usage_error("korat::choose: " + why); }

std::int64_t choose_from(choice_supply& from, std::int64_t low, std::uint64_t values) {
  const auto number = *from.made;
  if (number == from.count)
    refuse("the bounds have room for " + std::to_string(from.count) +
           " choices in a run, and this is one more; raise finitization::choices()");
  if (values > from.values)
    refuse("the bounds have room for " + std::to_string(from.values) + " values of a choice, not " +
           std::to_string(values) + "; raise finitization::choices()");
  const auto largest = static_cast<std::uint32_t>(values - 1);
  *from.largest = largest;
  from.low[number] = low;
  ++*from.made;
  const auto value = static_cast<std::uint32_t>(static_cast<std::int32_t>(from.slots[number].value));
  return low + std::min(value, largest);  // a self-check may have put another value there
}

}  // namespace

replaying::replaying(std::span<const std::int64_t> values) noexcept
    : rest_(values), before_(std::exchange(replayed, this)) {}
replaying::~replaying() { replayed = before_; }

std::int64_t choose_between(std::int64_t low, std::int64_t high) {
  if (low > high) refuse("there is nothing to choose from");
  if (current_temporaries() != nullptr && current_temporaries()->choices != nullptr)
    return choose_from(*current_temporaries()->choices, low,
                       static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1);
  if (current_temporaries() != nullptr) refuse("the bounds have no room for choices; see finitization::choices()");
  if (replayed == nullptr) refuse("outside a predicate there is nobody to choose; see korat::replay()");
  auto& rest = replayed->rest_;
  if (rest.empty() || rest.front() < low || rest.front() > high) refuse("the choices to be replayed are others");
  const auto value = rest.front();
  rest = rest.subspan(1);
  return value;
}

predicate predicate_of(bool (*call)(const void*, const void*), const void* function, void (*free)(const void*),
                       malloc_functions takes_memory_by) {
  return {.call = call, .function = std::shared_ptr<const void>(function, free), .takes_memory_by = takes_memory_by};
}

namespace {

/// A predicate that may choose. The number of choices made is a variable of its stack, so that it returns with a saved
/// state.
bool call_choosing(const void* chooses, const void* root) {
  std::uint32_t made = 0;
  if (current_temporaries() != nullptr && current_temporaries()->choices != nullptr)
    current_temporaries()->choices->made = &made;
  const auto& p = *static_cast<const predicate*>(chooses);
  return p.call(p.function.get(), root);
}

}  // namespace

korat::description erasure::describe(described what) {
  auto& p = what.predicate;
  if (what.bounds.has_choices() && p.call != nullptr) {
    auto checks = std::move(p.checks);
    const auto takes_memory_by = p.takes_memory_by;
    p = {.call = call_choosing,
         .function = std::make_shared<const predicate>(std::move(p)),
         .checks = std::move(checks),
         .takes_memory_by = takes_memory_by};
  }
  return korat::description(std::move(what));
}

}  // namespace korat::detail
