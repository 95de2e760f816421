// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/certificate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <fstream>

#include "korat/error.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

constexpr const char* certificate_heading = "korat certificate 1";

std::string contents_text(std::uint64_t count, const digest& hash) {
  return fmt::format("{} structure{}, hash {}\n", count, count == 1 ? "" : "s", hash.text());
}

/// Reads the lines one by one. What does not fit ends it.
class certificate_reader {
 public:
  explicit certificate_reader(const std::string& path) : path_(path), in_(path) {
    if (!in_) throw file_error(path + ": cannot be read");
    if (next(); line_ != certificate_heading) throw file_error(path + " is no certificate of korat certify");
    next();
  }

  certificate read() {
    certificate result{.subject = text_after("subject "), .bounds = {}};
    while (line_.starts_with("bound")) result.bounds.push_back(bound());
    if (line_ != "end") damaged();
    return result;
  }

 private:
  void next() {
    line_.clear();
    std::getline(in_, line_);
    ++number_;
  }
  [[noreturn]] void damaged() const {
    throw file_error(fmt::format("{}, line {}: damaged; write it again with 'korat certify'", path_, number_));
  }
  std::string text_after(std::string_view beginning) {
    if (!line_.starts_with(beginning)) damaged();
    auto rest = line_.substr(beginning.size());
    next();
    return rest;
  }
  template <class Number>
  Number number_in(std::string_view text, int base = 10) const {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size()) damaged();
    return value;
  }
  /// Of "HEAD: COUNT structures, hash HASH".
  struct contents {
    std::string head;
    std::uint64_t count;
    digest hash;
  };
  contents counted_line(std::string_view beginning) const {
    constexpr std::string_view middle = ", hash ";
    const std::string_view line(line_);
    const auto colon = line.find(": "), comma = line.find(middle);
    if (!line.starts_with(beginning) || colon == line.npos || comma == line.npos ||
        line.size() != comma + middle.size() + 32)
      damaged();
    const auto words = line.substr(colon + 2, comma - colon - 2);
    const auto hash = line.substr(comma + middle.size());
    return {std::string(line.substr(beginning.size(), colon - beginning.size())),
            number_in<std::uint64_t>(words.substr(0, words.find(' '))),
            {number_in<std::uint64_t>(hash.substr(0, 16), 16), number_in<std::uint64_t>(hash.substr(16), 16)}};
  }
  certified_bound bound() {
    const auto all = counted_line("bound");
    certified_bound result;
    for (std::size_t at = 0; at < all.head.size();) {
      const auto end = std::min(all.head.find(' ', at + 1), all.head.size());
      result.arguments.push_back(number_in<std::int64_t>(std::string_view(all.head).substr(at + 1, end - at - 1)));
      at = end;
    }
    next();
    while (line_.starts_with("  ")) add_size(result);
    if (result.count() != all.count || result.hash() != all.hash) damaged();
    return result;
  }
  void add_size(certified_bound& bound) {
    const auto all = counted_line("  ");
    certified_size size{all.count, all.hash, {}};
    for (next(); line_.starts_with("    "); next()) {
      if (!size.lines) size.lines.emplace();
      size.lines->insert(line_.substr(4));
    }
    digest listed;
    for (const auto& line : size.lines.value_or(std::set<std::string>())) listed.add(line);
    if (size.lines && listed != size.hash) damaged();
    bound.sizes[number_in<std::size_t>(all.head.substr(0, all.head.find(' ')))] = std::move(size);
  }

  const std::string& path_;
  std::ifstream in_;
  std::string line_;
  std::size_t number_ = 0;
};

}  // namespace

std::uint64_t certified_bound::count() const {
  std::uint64_t sum = 0;
  for (const auto& [objects, size] : sizes) sum += size.count;
  return sum;
}

digest certified_bound::hash() const {
  digest sum;
  for (const auto& [objects, size] : sizes) sum.add(size.hash);
  return sum;
}

std::string certificate_text(const certificate& c) {
  auto out = fmt::format("{}\nsubject {}\n", certificate_heading, c.subject);
  for (const auto& bound : c.bounds) {
    out += fmt::format("bound{}{}: ", bound.arguments.empty() ? "" : " ", fmt::join(bound.arguments, " "));
    out += contents_text(bound.count(), bound.hash());
    for (const auto& [objects, size] : bound.sizes) {
      out += fmt::format("  {}: {}", report::counted(objects, "object"), contents_text(size.count, size.hash));
      if (size.lines)
        for (const auto& line : *size.lines) out += "    " + line + '\n';
    }
  }
  return out + "end\n";
}

certificate read_certificate(const std::string& path) { return certificate_reader(path).read(); }

}  // namespace korat::cli
