// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Solutions written down while a search finds them, in one format or in several at the same time:
//
//   std::ofstream file("trees.jsonl");
//   korat::reporter report;
//   report.add(korat::text_format(), std::cout).add(korat::json_format(), file);
//   korat::search search(trees(3), &tree::rep_ok, {.listener = &report});
//   while (search.next()) continue;
//
// A format of one's own is a class, and a header that offers it gives it to the program:
//
//   struct sizes : korat::report_format {
//     std::string text(const korat::reported& at) const override {
//       return std::to_string(at.snapshot().objects.size()) + "\n";
//     }
//   };
//   const korat::offer_format offered_sizes("sizes", std::make_unique<sizes>());
//
//   $ korat generate my_tree.hpp 5 --print sizes

#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "korat/listener.hpp"
#include "korat/position.hpp"
#include "korat/structure.hpp"

namespace korat {

class basic_diagram;

/// What is written down: the structure that a search or a diagram shows. Valid until that moves on.
class reported {
 public:
  explicit reported(const basic_search& at) noexcept : search_(&at) {}
  explicit reported(const basic_diagram& at) noexcept : diagram_(&at) {}
  /// One that no search has found; its vector is empty.
  explicit reported(const korat::structure& at) noexcept : structure_(&at) {}

  korat::structure snapshot() const;
  candidate_vector vector() const;

 private:
  const basic_search* search_ = nullptr;
  const basic_diagram* diagram_ = nullptr;
  const korat::structure* structure_ = nullptr;
};

/// A way to write structures down. Several threads may call it at the same time.
class report_format {
 public:
  virtual ~report_format() = default;
  /// As it stands in a list of them; ends with '\n'.
  virtual std::string text(const reported&) const = 0;
  /// What stands before it, the number-th of the list. Nothing, unless a format says otherwise.
  virtual std::string heading(const std::string& number, bool is_first) const;
  /// As a value in JSON: what text() gives as a string, unless a format has something better.
  virtual std::string json(const reported&) const;
};

const report_format& text_format();    ///< to_text() of print.hpp, under a number
const report_format& json_format();    ///< to_json(), a line each
const report_format& dot_format();     ///< to_dot()
const report_format& vector_format();  ///< the candidate vector

/// Offers a format to the command-line program, for --print NAME. To be made once, as a global variable.
class offer_format {
 public:
  offer_format(std::string name, std::unique_ptr<const report_format>);
};

/// The format of that name; null: there is none.
const report_format* find_format(const std::string& name);
/// "text", "json", "dot", "vector", then what was offered, in that order.
std::vector<std::string> format_names();

/// A listener that writes each solution to all its streams.
class reporter : public listener {
 public:
  /// Both must outlive the search.
  reporter& add(const report_format&, std::ostream&);

  void on_candidate(const basic_search& search, bool valid) override;

 private:
  std::vector<std::pair<const report_format*, std::ostream*>> all_;
  std::size_t written_ = 0;
};

}  // namespace korat
