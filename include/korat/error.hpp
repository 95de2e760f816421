// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "korat/detail/same_library.hpp"  // first: what is wrong with the compiler's options comes before its consequences

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace korat {

/// Everything this library throws, but for std::bad_alloc.
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A call that makes no sense: options that contradict each other, or a question that a search of this kind cannot
/// answer.
class usage_error : public error {
 public:
  using error::error;
};

/// An index or a key that an array or a container does not have.
class out_of_range : public error {
 public:
  using error::error;
};

/// Bounds that contradict each other or cannot be met; the message names the member.
class finitization_error : public error {
 public:
  using error::error;
};

/// Options of a repair that name something unknown, or contradict each other.
class repair_option_error : public error {
 public:
  using error::error;
};

/// What a predicate did wrong.
enum class misbehaviour {
  threw,             ///< an exception left it
  crashed,           ///< a signal: null dereference, division by zero, abort, ...
  recursed,          ///< it ran out of stack
  looped,            ///< it made no progress for the allowed time
  wrote,             ///< it changed the structure it was given to check
  changed_its_mind,  ///< run twice on one candidate, it read other fields or answered differently
  missed_read,       ///< it depends on a bounded member it reads without being noticed
  unbound_read,      ///< it reads a member that could lead to objects of the search and has no domain
  out_of_memory,     ///< its temporaries did not fit the memory limit
  keeps_state,       ///< resumed from a saved state it behaves differently: it keeps state where none is saved
  exited,            ///< it ended the program
};

const char* name_of(misbehaviour) noexcept;

/// A predicate that cannot be searched, with the candidate that shows it. what() tells all of it, for people.
class predicate_error : public error {
 public:
  struct details {
    misbehaviour kind;
    std::string reason;                 ///< what happened
    std::string advice;                 ///< what to do about it
    std::vector<std::uint32_t> vector;  ///< the candidate vector at that moment
    std::string drawing;                ///< the structure, as text
  };
  explicit predicate_error(details);
  const details& why() const noexcept { return details_; }

 private:
  details details_;
};

/// A diagram that cannot be built, of a predicate that can be searched otherwise; or whose building was stopped.
class diagram_error : public error {
 public:
  using error::error;
};

/// A file that cannot be read: the message names it and says what is wrong with it.
class file_error : public error {
 public:
  using error::error;
};

/// A file that cannot be written: a full disk, no permission.
class write_error : public file_error {
 public:
  using file_error::file_error;
};

/// The search needs something this machine did not give: address space, memory, a timer.
class resource_error : public error {
 public:
  using error::error;
};

}  // namespace korat
