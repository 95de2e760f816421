// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Repair: a structure that breaks its predicate is given back so that the predicate holds again, changing as little as
// the search finds possible.
//
//   const auto result = korat::repair(broken, bounds, &tree::rep_ok);
//   if (!result.ok()) std::cerr << *result.why;
//   for (const auto& c : result.changes) std::cout << c.object << "." << c.field << " was " << ...;
//   std::cout << explain(result);
//
// The finitization says which members there are and what they refer to; how many objects it allows, and which integers,
// does not matter here: the structure's own objects are what there is, and integers are free within their type unless
// the options say otherwise. Everything happens on a copy. Only when the copy satisfies the predicate are the changed
// fields, and nothing else, written to the caller's objects.

#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "korat/detail/opaque_pointer.hpp"
#include "korat/object_factory.hpp"
#include "korat/search.hpp"
#include "korat/time_span.hpp"

namespace korat {

/// The integers a member may take in a repaired structure.
struct field_range {
  std::string member;  ///< "node::key", or just "key" for every class
  std::int64_t low;
  std::int64_t high;
};

/// The name of a member, for the options below: member<&node::next>() is "node::next".
template <auto Member>
std::string member() {
  using traits = detail::place_traits<decltype(Member)>;
  return std::string(detail::type_name<typename traits::owner>()) + "::" + std::string(detail::value_name<Member>());
}

struct field_weight {
  std::string member;
  double weight;  ///< what a change of this member costs; 1 for all others
};

/// An object of the caller.
class live_object {
 public:
  template <class T>
  requires(!std::same_as<std::remove_cv_t<T>, live_object>) explicit live_object(T& object)
      : inside_(detail::type_name<T>(), &object) {}

 private:
  friend struct detail::erasure;
  std::pair<std::string, void*> inside_;  // with the name of its class
};

struct repair_options {
  korat::engine engine = korat::engine::checkpoint;
  /// The budget. When it is used up the structure stays as it is.
  std::uint64_t max_executions = 10'000'000;
  time_span time_limit = time_span(60);

  /// Fields that look wrong are all set right at once, before the predicate complains about the first. Off: one after
  /// the other, as it complains, and together only where that does not help.
  bool guess_first = true;

  /// Small structures: every change of one field is tried, of two fields, and so on, for so many executions, before
  /// anything is guessed. Not where many fields look wrong, unless several repairs are asked for: a few changes will
  /// not do. 0: guess at once.
  std::uint64_t exhaustive_executions = 1'000'000;
  /// So many repairs are looked for, the nearest; see basic_repair::choose().
  std::size_t nearest = 1;
  /// All that change as few fields as any are looked for.
  bool all_smallest = false;

  /// Who finds values for integers where bounds and differences do not tell: korat::smt::solver(), of korat/smt.hpp.
  korat::solver_maker solver = {};

  // Members are named "tree::root", just "root" for every class, "slots.length" for the length of an array; or
  // member<&tree::root>().
  std::vector<field_range> ranges = {};  ///< integers out of these are changed, whatever the predicate says
  std::vector<std::string> keep = {};    ///< members never to be changed
  std::vector<field_weight> weights = {};

  /// A repair that loses more objects and array elements than this is not made but offered: choose(0) takes it. Not
  /// set: no more than the fields that it changes.
  std::optional<std::size_t> max_lost = {};
  /// Rules that are not followed, by name (docs/repair.md).
  std::vector<std::string> without = {};
  /// Integers and lengths stay within the finitization, as in a search.
  bool within_bounds = false;

  /// Objects that belong to the structure although the root may not reach them any more.
  std::vector<live_object> objects = {};
  /// Make objects that the structure needs and does not have; without one, none is made.
  std::vector<object_factory> factories = {};
  std::uint32_t max_fresh = 16;  ///< of each class

  /// Processor time without reading a field for the first time after which the predicate is taken to loop forever on a
  /// broken structure, which is one way to reject it. Zero: in proportion to the structure.
  time_span stuck_after = time_span(0);
  std::size_t memory_limit = std::size_t{1} << 30;  ///< as in search_options

  template <class T, class Make>
  repair_options& with_factory(Make make) {
    factories.push_back(object_factory::of<T>(std::move(make)));
    return *this;
  }
  template <class T>
  repair_options& with_object(T& object) {
    objects.emplace_back(object);
    return *this;
  }
};

/// What a pointer was that led to no object of the structure, and was not null.
extern const named_value wild_pointer;

struct changed_field {
  std::string object;
  std::string field;
  field_value before, after;  ///< an object_id is an index into basic_repair::before() and after()
  std::string class_name = {};
  std::optional<std::string> rule =
      {};  ///< the one that proposed the value (docs/repair.md); none: it was found by trying
  bool operator==(const changed_field&) const;
};

enum class repair_outcome {
  fine,  ///< the predicate held already
  repaired,
  not_repaired,  ///< within the budget; repair_result::why says more
};
const char* name_of(repair_outcome) noexcept;

struct repair_result {
  repair_outcome outcome = repair_outcome::not_repaired;
  std::vector<changed_field> changes;
  /// Objects that the root does not reach: all that it reached before, all of repair_options::objects, and of a
  /// structure that is data all that have fields.
  std::vector<std::string> lost;
  std::vector<std::string> lost_elements;  ///< that arrays of values have no more: "table.slots[3]"
  std::vector<std::string> added;          ///< objects that it reaches now, and did not before
  std::vector<std::string> fresh;          ///< of the added ones, those that were made
  /// Proven: no repair changes and loses less, in fields (or their weights) and objects together.
  bool smallest = false;
  std::optional<std::string> why;  ///< if it was not repaired
  std::uint64_t executions = 0;    ///< of the predicate, or of a part of it from a saved state
  double seconds = 0;
  korat::statistics work;                            ///< checkpoints, bytes, undo operations
  korat::engine engine = korat::engine::checkpoint;  ///< the one used
  std::optional<std::string> note;                   ///< why it is not the one asked for, if it is not

  /// What explain() tells besides the changes; each list in the order of its first halves.
  struct surroundings {
    std::vector<std::pair<std::size_t, std::string>> names;  ///< of the objects that changes refer to, by object_id
    std::vector<std::pair<std::size_t, std::string>> roles;  ///< of these, where a field of the root leads: the field
    std::vector<std::pair<std::string, std::uint64_t>>
        counts;  ///< for each class: the objects that the root reaches now
  } about;
  bool ok() const noexcept { return outcome != repair_outcome::not_repaired; }
};

/// The result in words: a sentence, on a line of its own, for each group of fields that were wrong in the same way.
///
///   `size` was 0, is now 7.
///   `previous` of 7 of 8 entries pointed to the header (entry0), now points to entry7, entry1, entry2 and 4 others.
std::string explain(const repair_result&);
/// "2 objects and 5 array elements"; empty: nothing.
std::string losses(const repair_result&);

namespace detail {
class repair_engine;
class live_structure;
}  // namespace detail

/// A repair, without knowing the root's type.
class basic_repair {
 public:
  /// Of a structure that is data.
  basic_repair(const description&, const structure&, repair_options = {});
  ~basic_repair();
  basic_repair(basic_repair&&) noexcept;
  basic_repair& operator=(basic_repair&&) noexcept;

  /// Searches for a repair. Throws predicate_error when the predicate writes to the structure.
  repair_result run();
  /// How many repairs there are to choose from: those that run() has found nearby, and the one it only offers.
  std::size_t choices() const noexcept;
  /// Takes another one of them: after() and commit() are about it from now on. They are ordered by changed fields, then
  /// by objects lost; none includes another. run() takes the one that changes and loses least in all.
  repair_result choose(std::size_t which);
  /// Writes what run() found, or choose() took, to the caller's objects. Throws what a factory throws; then nothing was
  /// written.
  void commit();

  structure before() const;
  structure after() const;

 protected:
  basic_repair(const description&, void* live_root, repair_options);

 private:
  repair_result described(repair_result) const;
  std::vector<std::uint32_t> fresh_ones() const;

  repair_options options_;
  detail::opaque_pointer<detail::live_structure> live_;
  detail::opaque_pointer<detail::repair_engine> engine_;
};

/// A repair of the caller's objects.
template <class Root>
class live_repair : public basic_repair {
 public:
  /// Throws finitization_error when they do not fit the bounds.
  template <class Predicate>
  live_repair(Root& structure, const finitization<Root>& bounds, Predicate predicate, repair_options options = {})
      : basic_repair(describe(bounds, std::move(predicate)), &structure, std::move(options)) {}
};

/// Repairs the caller's structure in place.
template <class Root, class Predicate>
repair_result repair(Root& structure, const finitization<Root>& bounds, Predicate predicate,
                     repair_options options = {}) {
  live_repair<Root> work(structure, bounds, std::move(predicate), std::move(options));
  auto result = work.run();
  if (result.outcome == repair_outcome::repaired) work.commit();
  return result;
}

}  // namespace korat
