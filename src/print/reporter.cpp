// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/reporter.hpp"

#include <algorithm>
#include <ostream>

#include "encoding/json.hpp"
#include "korat/diagram.hpp"
#include "korat/error.hpp"
#include "korat/print.hpp"
#include "korat/search.hpp"

namespace korat {
namespace {

class as_text final : public report_format {
  std::string text(const reported& at) const override { return to_text(at.snapshot()); }
  std::string heading(const std::string& number, bool is_first) const override {
    return (is_first ? "#" : "\n#") + number + "\n";
  }
};

class as_json final : public report_format {
  std::string text(const reported& at) const override { return to_json(at.snapshot()) + '\n'; }
  std::string json(const reported& at) const override { return to_json(at.snapshot()); }
};

class as_dot final : public report_format {
  std::string text(const reported& at) const override { return to_dot(at.snapshot()); }
};

class as_vector final : public report_format {
  std::string text(const reported& at) const override { return to_text(at.vector()) + '\n'; }
  std::string json(const reported& at) const override { return encoding::json(at.vector()).text(); }
};

struct named_format {
  std::string name;
  std::unique_ptr<const report_format> format;
};

std::vector<named_format>& named_formats() {
  static auto all = [] {
    std::vector<named_format> own;
    own.push_back({"text", std::make_unique<as_text>()});
    own.push_back({"json", std::make_unique<as_json>()});
    own.push_back({"dot", std::make_unique<as_dot>()});
    own.push_back({"vector", std::make_unique<as_vector>()});
    return own;
  }();
  return all;
}

}  // namespace

structure reported::snapshot() const {
  if (structure_ != nullptr) return *structure_;
  return search_ != nullptr ? search_->snapshot() : diagram_->snapshot();
}

candidate_vector reported::vector() const {
  if (structure_ != nullptr) return {};
  return search_ != nullptr ? search_->vector() : diagram_->vector();
}

std::string report_format::heading(const std::string&, bool) const { return ""; }
std::string report_format::json(const reported& at) const { return encoding::json(text(at)).text(); }

const report_format& text_format() { return *find_format("text"); }
const report_format& json_format() { return *find_format("json"); }
const report_format& dot_format() { return *find_format("dot"); }
const report_format& vector_format() { return *find_format("vector"); }

offer_format::offer_format(std::string name, std::unique_ptr<const report_format> format) {
  if (find_format(name) != nullptr) throw usage_error("korat::offer_format: there is a format '" + name + "' already");
  named_formats().push_back({std::move(name), std::move(format)});
}

const report_format* find_format(const std::string& name) {
  const auto found = std::ranges::find(named_formats(), name, &named_format::name);
  return found == named_formats().end() ? nullptr : found->format.get();
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const auto& one : named_formats()) names.push_back(one.name);
  return names;
}

reporter& reporter::add(const report_format& format, std::ostream& to) {
  all_.emplace_back(&format, &to);
  return *this;
}

void reporter::on_candidate(const basic_search& search, bool valid) {
  if (!valid) return;
  const bool is_first = written_++ == 0;
  for (const auto& [format, to] : all_)
    *to << format->heading(std::to_string(written_), is_first) << format->text(reported(search));
}

}  // namespace korat
