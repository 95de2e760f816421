// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A runtime assertion that falls back on repair:
//
//   korat::ensure(list, &sorted_list::bounds, &sorted_list::rep_ok);
//
// While the predicate holds, this is a call of it and nothing else. When it does not, the structure is repaired, what
// was changed is reported, and the program goes on. When there is no repair within the budget, the structure stays as
// it is, and korat::broken_structure is thrown.

#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "korat/detail/invoke.hpp"
#include "korat/error.hpp"
#include "korat/function.hpp"
#include "korat/repair.hpp"

namespace korat {

/// How ensure() calls the predicate, on a structure that may be broken.
enum class predicate_call {
  plain,    ///< as any function is called: an exception is a "no"; a crash or an endless loop is one of the program
  guarded,  ///< on a copy, as a repair does: crashes, endless loops and wild pointers are a "no". Costs a copy each
            ///< time
};

/// A line of code. (std::source_location, which Clang 14 does not have.)
struct code_line {
  const char* file;
  unsigned line;

  /// That of the call.
  static constexpr code_line current(const char* file = __builtin_FILE(), unsigned line = __builtin_LINE()) noexcept {
    return {file, line};
  }
};

/// What ensure() found, and what became of it.
struct ensure_report {
  std::string structure;  ///< its class
  code_line where;        ///< the call
  repair_result result;   ///< repaired, or not; its changes
};
/// In sentences, each on a line of its own; the first begins with file and line.
std::string describe(const ensure_report&);

/// The structure breaks its predicate, and no repair was found. It is as it was.
class broken_structure : public error {
 public:
  explicit broken_structure(ensure_report);
  const ensure_report& report() const noexcept { return report_; }

 private:
  ensure_report report_;
};

struct ensure_options {
  repair_options repair = {};
  predicate_call call = predicate_call::plain;
  /// Called after a repair. Empty: the report goes to standard error.
  function<void(const ensure_report&)> on_repair = {};
  /// Called when there is none; the program then goes on with the broken structure, unless this throws or ends it.
  /// Empty: broken_structure is thrown.
  function<void(const ensure_report&)> on_failure = {};
};

namespace detail {

/// Hands the report to the functions in the options. Returns whether the predicate holds now.
bool ensured(ensure_report, const ensure_options&);

template <class Root, class Predicate>
bool holds(const Root& structure, const Predicate& predicate) {
  try {
    return static_cast<bool>(detail::invoke(predicate, structure));
  } catch (...) {
    return false;
  }
}

/// Bounds, or a function without parameters that makes them.
template <class Root, class Bounds>
decltype(auto) made(const Bounds& bounds) {
  if constexpr (std::is_invocable_r_v<finitization<Root>, const Bounds&>)
    return detail::invoke(bounds);
  else
    return (bounds);
}

// A function: a variable would be initialised before main() in every program.
const ensure_options& usual_ensure_options();

}  // namespace detail

/// Makes sure that the predicate holds, by a repair if need be. `bounds`: a finitization<Root>, or a function that
/// makes one, called only when it is needed. Returns whether the predicate holds now: false only where on_failure
/// returns.
template <class Root, class Bounds, class Predicate>
bool ensure(Root& structure, const Bounds& bounds, const Predicate& predicate,
            const ensure_options& options = detail::usual_ensure_options(), code_line where = code_line::current()) {
  if (options.call == predicate_call::plain && detail::holds(structure, predicate)) return true;
  auto result = repair(structure, detail::made<Root>(bounds), predicate, options.repair);
  if (result.outcome == repair_outcome::fine) return true;
  return detail::ensured({std::string(detail::type_name<Root>()), where, std::move(result)}, options);
}

}  // namespace korat
