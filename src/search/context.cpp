// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/context.hpp"

#include "korat/error.hpp"
#include "space/mapped_memory.hpp"

namespace korat::detail {

predicate_stack::predicate_stack(std::size_t size) : memory_(take_mapped(size, grows::down, guard_size)), size_(size) {
  if (memory_ == nullptr) throw resource_error("no memory for the predicate's stack");
}

predicate_stack::~predicate_stack() { give_back_mapped(memory_, size_, grows::down, guard_size); }

}  // namespace korat::detail
