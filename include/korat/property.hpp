// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A property of an operation, checked on every structure within a bound: what korat/gtest.hpp and korat/catch2.hpp make
// tests of. It knows nothing of them.
//
//   const auto body = [](tree& t, int key) { return t.remove(key), t.rep_ok(); };
//   korat::property removes("tree.remove", bounds(4), &tree::rep_ok, body, {}, korat::between(0, 3));
//
//   const auto result = removes.check();
//   if (result.failed) std::cout << explain(*result.failed);
//
// A domain may be sequences_of() operations, or the structures() of other bounds (structures.hpp).
//
// The first parameter decides what the body gets: a `const Root&`, a `Root&` that it may change and that is put back,
// or an `owned_structure<Root>` (owned.hpp). Further parameters take every value of their domains, with each structure.
//
// A failure is followed by a second look for a smaller structure. Its id (`--korat_replay=ID`, or KORAT_REPLAY=ID in
// the environment) goes straight to it. While a body runs, a crash, a sanitizer's report, SIGTERM and a body that does
// not end name the structure on standard error.

#pragma once

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <ranges>
#include <span>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "korat/owned.hpp"
#include "korat/structures.hpp"

namespace korat {

/// What a property that stopped at a limit counts as.
enum class incomplete { reported, failed };

struct property_options {
  search_options search = {};
  /// How many structures to draw at random from a diagram, all equally likely; 0: all structures are tried, one after
  /// the other. For bounds beyond enumeration. Throws diagram_error where there can be no diagram (docs/diagrams.md).
  std::uint64_t samples = 0;
  std::uint64_t seed = 1;
  copy_options copies = {};
  /// Zero: no limit. KORAT_TIME_LIMIT (seconds) in the environment is the limit of all properties that have none.
  std::chrono::duration<double> time_limit{0};
  /// KORAT_INCOMPLETE=fail in the environment makes all of them fail.
  incomplete if_incomplete = incomplete::reported;
  /// Processor time of one call after which it is said not to end, and the program is aborted. Zero: never.
  std::chrono::milliseconds stuck_after{60'000};
  /// How many structures are looked at after a failure, for a smaller one. 0: the first failure is reported.
  std::uint64_t second_look = 1'000'000;
  /// How often a long property reports its progress on standard error. Zero: never.
  std::chrono::duration<double> progress_every{10};
};

/// KORAT_BOUND in the environment, and `usual` without it: for korat-bounds, which tries one bound after the other.
/// Throws usage_error where it is no number.
int bound(int usual);

/// A structure on which a property does not hold.
struct property_failure {
  candidate_vector vector;
  std::vector<std::uint32_t> arguments;  ///< index of each argument's value in its domain
  std::string property;
  std::string id;       ///< for --korat_replay
  std::string drawing;  ///< to_text() of the structure
  std::string code;     ///< C++ that builds it and the arguments, without Korat: statements
  std::string outside;  ///< what they need in front of their function: names for private members
  std::string values;   ///< of the arguments: "3, true"
  std::size_t objects = 0;
};
/// A test that a failure leaves behind: `opening { code, body }`.
struct regression_test {
  std::string opening;              ///< TEST(Suite, Name)
  std::optional<std::string> body;  ///< of the property, where its text is known
};
/// All of it, for people; lines end with '\\n'.
std::string explain(const property_failure&, const regression_test& = {});

struct property_result {
  std::uint64_t structures = 0;
  std::uint64_t calls = 0;  ///< of the body; as many as structures unless there are arguments
  korat::outcome outcome = korat::outcome::running;
  double covered_share = 0;               ///< of the input space; with samples, of the structures
  std::optional<std::string> population;  ///< with samples: how many structures there are, in decimal digits
  double seconds = 0;
  bool replayed = false;  ///< only the structure of an id was looked at
  bool other_id = false;  ///< an id was given, and it is not one of this property: nothing was looked at
  std::optional<property_failure> failed;

  bool complete() const noexcept { return outcome == korat::outcome::complete || replayed; }
};
/// "stopped after 2.0 s: 1,234 structures, 12.5% of the input space": for a result that is not complete.
std::string describe_coverage(const property_result&);
/// The option, and what the environment says.
bool incomplete_fails(const property_options&);

namespace detail {

/// In its lifetime a crash names the structure. Made before the search, whose own guard then asks first.
class crash_report {
 public:
  crash_report(const std::string& name, std::chrono::milliseconds stuck_after);
  ~crash_report();
  crash_report(const crash_report&) = delete;
  crash_report& operator=(const crash_report&) = delete;

  struct state;
  state& now() noexcept { return *state_; }

 private:
  std::unique_ptr<state> state_;
};

/// What a property does without knowing types. `call` runs the body on the structure that the search stands at, with
/// these arguments, puts it back, and tells whether the property holds.
struct erased_property {
  std::string name;
  std::function<bool(std::span<const std::uint32_t> arguments)> call;
  std::vector<std::uint32_t> argument_counts;
  std::function<std::string(std::span<const std::uint32_t> arguments)> show_arguments;
  std::function<code(std::span<const std::uint32_t> arguments, std::span<const parameter>)> code_of_arguments;
  std::string parameters;                 ///< the text that declares them
  bool owned = false;                     ///< the body gets copies
  std::function<description()> describe;  ///< for samples
};
property_result check_property(const erased_property&, const property_options&, crash_report&, basic_search&);
/// Runs the body on the structure of a failure once more.
bool check_again(const erased_property&, const property_failure&, crash_report&, basic_search&);

/// The parameters of a body: a function, or a function object with one operator().
template <class Body>
struct parameters_of : parameters_of<decltype(&Body::operator())> {};
template <class Result, class... Parameters>
struct parameters_of<Result (*)(Parameters...)> {
  using type = std::tuple<Parameters...>;
  using result = Result;
};
template <class Class, class Result, class... Parameters>
struct parameters_of<Result (Class::*)(Parameters...)> : parameters_of<Result (*)(Parameters...)> {};
template <class Class, class Result, class... Parameters>
struct parameters_of<Result (Class::*)(Parameters...) const> : parameters_of<Result (*)(Parameters...)> {};

/// The root that a body's first parameter is of.
template <class Parameter>
struct root_of {
  using type = std::remove_cvref_t<Parameter>;
};
template <class Parameter>
requires requires { typename std::remove_cvref_t<Parameter>::element_type; }
struct root_of<Parameter> {
  using type = typename std::remove_cvref_t<Parameter>::element_type;
};

/// As C++ code writes it, where there is a way.
template <class T>
std::optional<std::string> code_of_value(const T& value) {
  constexpr bool is_text = std::is_convertible_v<T, std::string_view>;
  if constexpr (std::is_same_v<T, char>)
    return code_of(field_value(std::int64_t{value}), "char");
  else if constexpr (std::is_enum_v<T>)
    return code_of(show(value), full_type_name<T>());
  else if constexpr (std::ranges::input_range<const T> && !is_text) {
    std::string text;
    for (const auto& element : value) {
      const auto code = code_of_value<std::ranges::range_value_t<T>>(element);
      if (!code) return {};
      text += (text.empty() ? "" : ", ") + *code;
    }
    return "{" + text + "}";
  } else if constexpr (std::is_arithmetic_v<T> || is_text)
    return code_of(show(value), "");
  else
    return {};
}

/// For people: by the type's own <<, else as code.
template <class T>
std::string shown(const T& value) {
  constexpr bool is_text = std::is_convertible_v<T, std::string_view>;
  if constexpr (!is_text && !std::is_same_v<T, bool> && requires(std::ostream & out) { out << value; })
    return (std::ostringstream() << value).str();
  else if constexpr (std::is_enum_v<T>)
    return std::string(type_name<T>()) + "(" + std::to_string(static_cast<std::underlying_type_t<T>>(value)) + ")";
  else if constexpr (std::ranges::input_range<const T> && !is_text) {
    std::string text;
    for (const auto& element : value)
      text += (text.empty() ? "" : ", ") + shown<std::ranges::range_value_t<T>>(element);
    return "{" + text + "}";
  } else
    return code_of_value(value).value_or("?");
}

}  // namespace detail

template <class Root, class Body, class... Domains>
class property {
 public:
  template <class Predicate>
  property(std::string name, const finitization<Root>& bounds, Predicate predicate, Body body, property_options options,
           Domains... domains)
      : options_(std::move(options)),
        report_(name, options_.stuck_after),
        search_(bounds, predicate, options_.search),
        body_(std::move(body)),
        values_(detail::values_of(domains)...) {
    erased_.name = std::move(name);
    erased_.call = [this](std::span<const std::uint32_t> arguments) {
      return call(arguments, std::index_sequence_for<Domains...>());
    };
    erased_.argument_counts = std::apply(
        [](const auto&... v) { return std::vector<std::uint32_t>{static_cast<std::uint32_t>(v.size())...}; }, values_);
    erased_.show_arguments = [this](std::span<const std::uint32_t> arguments) {
      return show(arguments, std::index_sequence_for<Domains...>());
    };
    erased_.code_of_arguments = [this](std::span<const std::uint32_t> arguments,
                                       std::span<const detail::parameter> names) {
      return code(arguments, names, std::index_sequence_for<Domains...>());
    };
    erased_.owned = takes_copy;
    if (options_.samples != 0) erased_.describe = [what = korat::describe(bounds, predicate)] { return what; };
  }
  property(const property&) = delete;
  property& operator=(const property&) = delete;

  property_result check() { return detail::check_property(erased_, options_, report_, search_); }
  /// Once more on the structure of a failure.
  bool check(const property_failure& failure) { return detail::check_again(erased_, failure, report_, search_); }
  const property_options& options() const noexcept { return options_; }
  /// "(tree& t, int key)", for the names in the code of a failure.
  void name_parameters(std::string declarations) { erased_.parameters = std::move(declarations); }

 private:
  using parameters = typename detail::parameters_of<Body>::type;
  static_assert(std::tuple_size_v<parameters> == 1 + sizeof...(Domains),
                "a property's body takes a structure and a value of each domain");
  using structure_parameter = std::tuple_element_t<0, parameters>;
  static constexpr bool takes_copy = std::is_same_v<std::remove_cvref_t<structure_parameter>, owned_structure<Root>>;
  static constexpr bool takes_const = std::is_same_v<structure_parameter, const Root&>;
  static_assert(takes_copy || takes_const || std::is_same_v<structure_parameter, Root&>,
                "the first parameter of a property's body is a Root&, a const Root& or an owned_structure<Root>");

  template <class Type, class Values>
  static Type value(const Values& values, std::uint32_t chosen) {
    constexpr bool fits = requires { static_cast<Type>(values[chosen]); };
    static_assert(fits, "the values of a property's domain do not convert to its parameter");
    if constexpr (fits)
      return static_cast<Type>(values[chosen]);
    else
      std::abort();
  }

  template <std::size_t I>
  decltype(auto) argument(std::span<const std::uint32_t> chosen) {
    using parameter = std::tuple_element_t<I + 1, parameters>;
    auto& values = std::get<I>(values_);
    if constexpr (requires { values.template get<parameter>(chosen[I]); })
      return values.template get<parameter>(chosen[I]);
    else
      return value<std::remove_cvref_t<parameter>>(values, chosen[I]);
  }
  template <std::size_t I>
  std::string shown_argument(std::span<const std::uint32_t> chosen) {
    if constexpr (requires { std::get<I>(values_).show(chosen[I]); })
      return std::get<I>(values_).show(chosen[I]);
    else
      return detail::shown(argument<I>(chosen));
  }

  template <std::size_t... I>
  bool call([[maybe_unused]] std::span<const std::uint32_t> chosen, std::index_sequence<I...>) {
    const auto with = [&](auto&& structure) -> bool {
      if constexpr (std::is_same_v<typename detail::parameters_of<Body>::result, bool>) {
        return body_(std::forward<decltype(structure)>(structure), argument<I>(chosen)...);
      } else {
        body_(std::forward<decltype(structure)>(structure), argument<I>(chosen)...);
        return true;
      }
    };
    if constexpr (takes_copy) {
      return with(korat::copy(search_.structure(), options_.copies));
    } else if constexpr (takes_const) {
      return with(search_.structure());
    } else {
      struct put_back {
        korat::search<Root>& search;
        ~put_back() { search.restore(); }
      } const at_the_end{search_};
      return with(search_.structure_to_change());
    }
  }

  template <std::size_t... I>
  std::string show([[maybe_unused]] std::span<const std::uint32_t> chosen, std::index_sequence<I...>) {
    std::string text;
    ((text += (I == 0 ? "" : ", ") + shown_argument<I>(chosen)), ...);
    return text;
  }

  template <std::size_t I>
  detail::code code_of_argument(std::uint32_t chosen, const detail::parameter& as) {
    using type = std::tuple_element_t<I + 1, parameters>;
    auto& values = std::get<I>(values_);
    if constexpr (requires { values.template code<type>(chosen, as.name); }) {
      return values.template code<type>(chosen, as.name);
    } else {
      const auto chosen_value = value<std::remove_cvref_t<type>>(values, chosen);
      const auto written = detail::code_of_value(chosen_value);
      return {"",
              "  " + as.declaration + " = " + written.value_or("/* " + detail::shown(chosen_value) + " */") + ";\n"};
    }
  }
  template <std::size_t... I>
  detail::code code([[maybe_unused]] std::span<const std::uint32_t> chosen,
                    [[maybe_unused]] std::span<const detail::parameter> names, std::index_sequence<I...>) {
    detail::code all;
    [[maybe_unused]] const auto add = [&all](const detail::code& next) {
      all.outside += next.outside;
      all.statements += next.statements;
    };
    (add(code_of_argument<I>(chosen[I], names[I])), ...);
    return all;
  }

  property_options options_;
  detail::crash_report report_;
  korat::search<Root> search_;
  Body body_;
  std::tuple<decltype(detail::values_of(std::declval<Domains>()))...> values_;
  detail::erased_property erased_;
};

template <class Root, class Predicate, class Body, class... Domains>
property(std::string, const finitization<Root>&, Predicate, Body, property_options, Domains...)
    -> property<Root, Body, Domains...>;

}  // namespace korat
