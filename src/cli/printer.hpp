// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What --print and --print-candidates write, one structure or candidate at a time, so that a search of any length needs
// no memory for its results.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "cli/output.hpp"
#include "encoding/json.hpp"
#include "korat/diagram.hpp"
#include "korat/reporter.hpp"

namespace korat::cli {

/// --print, of structures one by one. What a header offers is known only to the program that is compiled from it, so
/// that a name is looked up when it is used.
void add_print(option_list& options, const std::string& help, std::string& place);
/// Throws usage_error when there is none of that name.
const report_format& format_named(const std::string& name);

struct print_options {
  std::string structures = {};  // in which format; empty: not
  bool candidates = false;
  bool any() const { return candidates || !structures.empty(); }
};

class printer {
 public:
  printer(output& to, print_options what);

  /// Call before the first item: the items become those of the list that is open there. end() ends the list.
  void print_into(encoding::json_stream& list) { list_ = &list; }

  /// Of each candidate if candidates are asked for, else of each valid one.
  void add(const basic_search&);
  /// The same in two steps, of valid structures only: several threads may render at a time, and one may put.
  std::string render(const basic_search&) const;
  void put(const std::string& rendered);
  /// The candidate, valid or not, under a number that is not counted here.
  void add_numbered(const reported&, const std::string& number);
  void end();

  /// How much there was, to go on after it another time.
  struct so_far {
    std::uint64_t items = 0, structures = 0;
  };
  so_far printed() const noexcept { return {items_, structures_}; }
  void go_on_after(const so_far& s) noexcept { items_ = s.items, structures_ = s.structures; }

 private:
  std::string plain_item(const basic_search&);
  std::string numbered(const std::string& structure);
  encoding::json json_item(const basic_search&) const;

  output& to_;
  bool candidates_;
  const report_format* format_;            // null: structures are not printed
  encoding::json_stream* list_ = nullptr;  // null: one item after the other, which is not JSON
  std::uint64_t items_ = 0;
  std::uint64_t structures_ = 0;
};

/// --print FORMAT --output FILE
struct print_to {
  std::string format;
  std::string path;
};

/// One printer, and others that print the same structures to files of their own.
class printers {
 public:
  printers(printer& first, const std::vector<print_to>& others);

  void add(const basic_search&);
  std::string render(const basic_search&) const;
  void put(const std::string& rendered);
  void end();

 private:
  struct other {
    explicit other(const print_to& what) : file(what.path), print(file, {.structures = what.format}) {}
    output file;
    printer print;
  };

  printer& first_;
  std::vector<std::unique_ptr<other>> others_;
};

}  // namespace korat::cli
