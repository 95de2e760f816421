// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What --print and --print-candidates write, one structure or candidate at a time, so that a search of any length needs
// no memory for its results.

#pragma once

#include <string>

#include "cli/options.hpp"
#include "cli/output.hpp"
#include "korat/diagram.hpp"

namespace korat::cli {

enum class structure_format { none, text, json, dot, vector };

/// --print, of structures one by one.
void add_print(option_list& options, const std::string& help, structure_format& place);

struct print_options {
  structure_format structures = structure_format::none;
  bool candidates = false;
  bool any() const { return candidates || structures != structure_format::none; }
};

class printer {
 public:
  printer(output& to, print_options what) : to_(to), what_(what) {}

  /// Call before the first item: the items become one JSON array, `before` is written in front of it. Nothing is
  /// written before the search has begun, because a search that cannot begin should leave no half of a result.
  void as_json_array(std::string before) { opening_ = std::move(before) + "["; }

  /// Of each candidate if candidates are asked for, else of each valid one.
  void add(const basic_search&);
  /// The same in two steps, of valid structures only: several threads may render at a time, and one may put.
  std::string render(const basic_search&) const;
  void put(const std::string& rendered);
  /// The candidate, valid or not, under a number that is not counted here.
  void add_numbered(const basic_search&, const std::string& number);
  void add_numbered(const basic_diagram&, const std::string& number);
  void end();

  /// How much there was, to go on after it another time.
  struct so_far {
    std::uint64_t items = 0, structures = 0;
  };
  so_far printed() const noexcept { return {items_, structures_}; }
  void go_on_after(const so_far& s) noexcept { items_ = s.items, structures_ = s.structures; }

 private:
  template <class At>
  void add_at(const At&, const std::string& number);
  std::string plain_item(const basic_search&);
  std::string numbered(const std::string& structure);
  std::string json_item(const basic_search&) const;

  output& to_;
  print_options what_;
  std::string opening_;  // empty: no array, one item after the other
  std::uint64_t items_ = 0;
  std::uint64_t structures_ = 0;
};

}  // namespace korat::cli
