// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/printer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/exit_code.hpp"
#include "encoding/little_endian.hpp"
#include "korat/print.hpp"

namespace korat::cli {
namespace {

/// Tabs, as in Figure 2.5 of the thesis: number, vector, ::, accessed fields, and *** on a valid one.
std::string candidate_line(const basic_search& search, std::uint64_t number) {
  return fmt::format("{}\t{}\t::\t{}{}\n", number, to_text(search.vector()), to_text(search.accessed()),
                     search.valid() ? " ***" : "");
}

}  // namespace

void add_print(option_list& options, const std::string& help, std::string& place) {
  options.value("--print", "FORMAT", help, place);
}

const report_format& format_named(const std::string& name) {
  if (const auto* const found = find_format(name)) return *found;
  throw usage_error(fmt::format("--print: expected {}, not '{}'", fmt::join(format_names(), ", "), name));
}

printer::printer(output& to, print_options what)
    : to_(to),
      candidates_(what.candidates),
      format_(what.structures.empty() ? nullptr : &format_named(what.structures)) {}

void printer::add(const basic_search& search) {
  ++items_;
  if (list_ == nullptr) return to_.write(plain_item(search));
  list_->item(json_item(search));
}

void printer::add_numbered(const reported& at, const std::string& number) {
  const bool first = items_++ == 0;
  if (list_ == nullptr) return to_.write(format_->heading(number, first) + format_->text(at));
  list_->item(encoding::json::from_text(format_->json(at)));
}

void printer::end() {
  if (list_ != nullptr) list_->end_list();
}

std::string printer::plain_item(const basic_search& search) {
  std::string item;
  if (candidates_) item += candidate_line(search, items_);
  if (!search.valid() || format_ == nullptr) return item;
  return item + numbered(format_->text(reported(search)));
}

std::string printer::numbered(const std::string& structure) {
  ++structures_;
  return format_->heading(std::to_string(structures_), structures_ == 1) + structure;
}

std::string printer::render(const basic_search& search) const {
  return list_ == nullptr ? format_->text(reported(search)) : format_->json(reported(search));
}

void printer::put(const std::string& rendered) {
  ++items_;
  if (list_ == nullptr) return to_.write(numbered(rendered));
  list_->item(encoding::json::from_text(rendered));
}

encoding::json printer::json_item(const basic_search& search) const {
  if (!candidates_) return encoding::json::from_text(format_->json(reported(search)));
  encoding::json_object item{
      {"number", items_}, {"vector", search.vector()}, {"accessed", search.accessed()}, {"valid", search.valid()}};
  if (search.valid() && format_ != nullptr)
    item.add("structure", encoding::json::from_text(format_->json(reported(search))));
  return item;
}

printers::printers(printer& first, const std::vector<print_to>& others) : first_(first) {
  for (const auto& one : others) format_named(one.format);  // before a file is made
  for (const auto& one : others) others_.push_back(std::make_unique<other>(one));
}

void printers::add(const basic_search& search) {
  first_.add(search);
  if (search.valid())
    for (auto& one : others_) one->print.add(search);
}

// Of several, each with its length in front.
std::string printers::render(const basic_search& search) const {
  auto rendered = first_.render(search);
  if (others_.empty()) return rendered;
  std::string all;
  encoding::put(all, std::uint64_t{rendered.size()});
  all += rendered;
  for (const auto& one : others_) {
    rendered = one->print.render(search);
    encoding::put(all, std::uint64_t{rendered.size()});
    all += rendered;
  }
  return all;
}

void printers::put(const std::string& rendered) {
  if (others_.empty()) return first_.put(rendered);
  std::string_view rest = rendered;
  const auto next = [&rest] {
    const auto size = encoding::get<std::uint64_t>(rest);
    const std::string one(rest.substr(sizeof size, size));
    rest.remove_prefix(sizeof size + size);
    return one;
  };
  first_.put(next());
  for (auto& one : others_) one->print.put(next());
}

void printers::end() {
  first_.end();
  for (auto& one : others_) {
    one->print.end();
    one->file.close();
  }
}

}  // namespace korat::cli
