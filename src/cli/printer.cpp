// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/printer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/choice_option.hpp"
#include "korat/print.hpp"
#include "encoding/escape.hpp"

namespace korat::cli {
namespace {

/// Tabs, as in Figure 2.5 of the thesis: number, vector, ::, accessed fields, and *** on a valid one.
std::string candidate_line(const basic_search& search, std::uint64_t number) {
  return fmt::format("{}\t{}\t::\t{}{}\n", number, to_text(search.vector()), to_text(search.accessed()),
                     search.valid() ? " ***" : "");
}

/// `At`: a search, or a diagram.
template <class At>
std::string plain_structure(const At& search, structure_format format) {
  switch (format) {
    case structure_format::none:
      return "";
    case structure_format::text:
      return to_text(search.snapshot());
    case structure_format::json:
      return to_json(search.snapshot()) + '\n';
    case structure_format::dot:
      return to_dot(search.snapshot());
    case structure_format::vector:
      return to_text(search.vector()) + '\n';
  }
  return "";
}

/// In text they have numbers.
std::string heading(structure_format format, const std::string& number, bool first) {
  return format == structure_format::text ? fmt::format("{}#{}\n", first ? "" : "\n", number) : "";
}

std::string json_numbers(std::span<const std::uint32_t> numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ","));
}

template <class At>
std::string json_structure(const At& search, structure_format format) {
  switch (format) {
    case structure_format::none:
      return "null";
    case structure_format::text:
      return encoding::quoted_for_json(to_text(search.snapshot()));
    case structure_format::json:
      return to_json(search.snapshot());
    case structure_format::dot:
      return encoding::quoted_for_json(to_dot(search.snapshot()));
    case structure_format::vector:
      return json_numbers(search.vector());
  }
  return "null";
}

}  // namespace

void add_print(option_list& options, const std::string& help, structure_format& place) {
  add_choice(options, "--print", "FORMAT", help, place,
             {{"text", structure_format::text},
              {"json", structure_format::json},
              {"dot", structure_format::dot},
              {"vector", structure_format::vector}});
}

void printer::add(const basic_search& search) {
  const bool first = items_++ == 0;
  if (opening_.empty()) return to_.write(plain_item(search));
  to_.write(first ? opening_ : ",");
  to_.write(json_item(search));
}

template <class At>
void printer::add_at(const At& at, const std::string& number) {
  const bool first = items_++ == 0;
  if (opening_.empty()) return to_.write(heading(what_.structures, number, first) + plain_structure(at, what_.structures));
  to_.write(first ? opening_ : ",");
  to_.write(json_structure(at, what_.structures));
}

void printer::add_numbered(const basic_search& search, const std::string& number) { add_at(search, number); }
void printer::add_numbered(const basic_diagram& diagram, const std::string& number) { add_at(diagram, number); }

void printer::end() {
  if (opening_.empty()) return;
  to_.write(items_ == 0 ? opening_ + "]" : "]");
}

std::string printer::plain_item(const basic_search& search) {
  std::string item;
  if (what_.candidates) item += candidate_line(search, items_);
  if (!search.valid()) return item;
  return item + numbered(plain_structure(search, what_.structures));
}

std::string printer::numbered(const std::string& structure) {
  ++structures_;
  return heading(what_.structures, std::to_string(structures_), structures_ == 1) + structure;
}

std::string printer::render(const basic_search& search) const {
  return opening_.empty() ? plain_structure(search, what_.structures) : json_structure(search, what_.structures);
}

void printer::put(const std::string& rendered) {
  const bool first = items_++ == 0;
  if (opening_.empty()) return to_.write(numbered(rendered));
  to_.write(first ? opening_ : ",");
  to_.write(rendered);
}

std::string printer::json_item(const basic_search& search) const {
  if (!what_.candidates) return json_structure(search, what_.structures);
  auto item = fmt::format(R"({{"number":{},"vector":{},"accessed":{},"valid":{})", items_,
                          json_numbers(search.vector()), json_numbers(search.accessed()), search.valid());
  if (search.valid() && what_.structures != structure_format::none)
    item += fmt::format(R"(,"structure":{})", json_structure(search, what_.structures));
  return item + "}";
}

}  // namespace korat::cli
