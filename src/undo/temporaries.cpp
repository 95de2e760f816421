// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/undo/temporaries.hpp"

#include <new>

#include "korat/error.hpp"
#include "space/mapped_memory.hpp"

namespace korat::detail {

constinit thread_local memory_word current_memory = with_care;

namespace {

// Addresses are reserved, memory is taken as it is used. Not operator new: that serves the predicate while it runs.
std::byte* reserve(std::size_t size, pages in) {
  auto* const memory = take_mapped(size, grows::up, 0, in);
  if (memory == nullptr) throw resource_error("no address space for the predicate's temporaries");
  return memory;
}

std::size_t trail_limit(std::size_t limit) { return limit / 4; }

/// Lies before the elements of an owner while memory is canonical.
struct owned_header {
  std::uintptr_t sealed_owner;
  tidy_function tidy;
};

/// So that no element is taken for a header.
std::uintptr_t sealed(const void* owner) { return reinterpret_cast<std::uintptr_t>(owner) ^ 0x6b8f'1d57'c2a9'e343; }

owned_header* header_of(void* elements) { return static_cast<owned_header*>(elements) - 1; }

}  // namespace

temporaries::temporaries(std::size_t limit, std::size_t cells)
    : cells_(cells),
      begin_(reserve(limit + trail_limit(limit), pages_for(cells))),
      next_(begin_),
      end_(begin_ + limit),
      highest_(begin_),
      trail_(reinterpret_cast<entry*>(end_)),
      trail_room_(trail_limit(limit) / sizeof(entry)) {}

temporaries::~temporaries() {
  const auto limit = static_cast<std::size_t>(end_ - begin_);
  give_back_mapped(begin_, limit + trail_limit(limit), grows::up, 0, pages_for(cells_));
}

void temporaries::undo(std::size_t to) noexcept {
  undone_ += trail_size_ - to;
  while (trail_size_ > to) {
    const auto& e = trail_[--trail_size_];
    std::memcpy(e.place, &e.old, e.bytes);
  }
}

void temporaries::exhausted() { throw std::bad_alloc(); }

void* element_memory::allocate_with_care(std::size_t bytes) const {
  if (!temporary()) return ::operator new(bytes);
  void* const result = from_with_care()->allocate(bytes);
  std::memset(result, 0, (bytes + 15) & ~std::size_t{15});
  return result;
}

void* element_memory::allocate_owned(void* owner, tidy_function tidy, std::size_t bytes) const {
  if (!temporary()) return ::operator new(bytes);
  auto* const header = ::new (allocate_with_care(sizeof(owned_header) + bytes)) owned_header{sealed(owner), tidy};
  return header + 1;
}

void element_memory::release_owned_with_care(void* elements, std::size_t bytes) const noexcept {
  if (!temporary())
    ::operator delete(elements);
  else if (elements != nullptr)
    from_with_care()->release(header_of(elements), sizeof(owned_header) + bytes);
}

void element_memory::own_with_care(void* elements, void* owner) const noexcept {
  if (temporary() && elements != nullptr) header_of(elements)->sealed_owner = sealed(owner);
}

void temporaries::tidy(std::byte* from, std::byte* to) noexcept {
  struct owner {
    memory_word memory;
    std::byte* elements;
  };
  const auto has_elements = [&](owner& o) {
    return o.memory == word() && o.elements >= begin_ + sizeof(owned_header) && o.elements <= next_ &&
           header_of(o.elements)->sealed_owner == sealed(&o);
  };
  for (; to - from >= std::ptrdiff_t{sizeof(owner)}; from += sizeof(void*)) {
    auto& perhaps = *reinterpret_cast<owner*>(from);
    if (has_elements(perhaps)) header_of(perhaps.elements)->tidy(&perhaps);
  }
}

void order_shown() noexcept {
  if (auto* const memory = current_temporaries()) memory->order_shown = true;
}

void element_memory::release_with_care(void* elements, std::size_t bytes) const noexcept {
  if (!temporary())
    ::operator delete(elements);
  else if (elements != nullptr)
    from_with_care()->release(elements, bytes);
}

}  // namespace korat::detail
