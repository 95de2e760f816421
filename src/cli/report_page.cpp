// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/report_page.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/arguments.hpp"
#include "cli/interrupt.hpp"
#include "cli/summary.hpp"
#include "korat/error.hpp"
#include "korat/print.hpp"
#include "report/page.hpp"
#include "report/show.hpp"

namespace korat::cli {
namespace {

using json = nlohmann::ordered_json;

constexpr std::uint64_t most_in_tree = 1000;  // candidates

/// What each field of the structure holds, by its name.
std::map<std::string, std::string> values_of(const structure& s) {
  std::map<std::string, std::string> values;
  for (const auto& object : s.objects)
    for (const auto& f : object.fields) values[object.name + "." + f.name] = report::show(s, f);
  return values;
}

std::string name_of(const basic_search& search, std::size_t field) {
  const auto [object, member] = search.field(field);
  return object + "." + member;
}

/// One candidate of the tree: the fields read and their values. A field of an object that nothing refers to any more is
/// shown by the number of its value.
json candidate(const basic_search& search) {
  json fields = json::array(), values = json::array();
  const auto shown = values_of(search.snapshot());
  const auto vector = search.vector();
  for (const auto f : search.accessed()) {
    const auto found = shown.find(name_of(search, f));
    fields.push_back(f);
    values.push_back(found != shown.end() ? found->second : std::to_string(vector[f]));
  }
  return {{"a", fields}, {"v", values}, {"ok", search.valid()}};
}

/// The first candidates, by a search of their own: the search proper is not slowed down by it.
json search_tree(const run_request& request, std::uint64_t explored) {
  auto options = request.options;
  options.max_valid = search_options::unlimited;
  options.max_explored = std::max<std::uint64_t>(1, std::min(explored, most_in_tree));
  options.stop_when = stop_after(std::chrono::seconds(5));  // a slow predicate has kept us waiting long enough
  options.poll_every = 1;
  const auto search = request.subject->search(request.arguments, options);
  json names = json::array(), sizes = json::array(), candidates = json::array();
  for (std::size_t i = 0; i < search->fields(); ++i) {
    names.push_back(name_of(*search, i));
    sizes.push_back(search->domain_size(i));
  }
  std::size_t valid = 0;
  const interruptible until(*search);
  try {
    while (!interrupted() && search->next()) {
      candidates.push_back(candidate(*search));
      if (search->valid()) candidates.back()["s"] = valid++;
    }
  } catch (const predicate_error&) {  // the search has reported it
  }
  return {{"fields", names}, {"sizes", sizes}, {"candidates", candidates}};
}

json structures(const gallery& shown) {
  json all = json::array();
  for (const auto& d : report::lay_out(shown.structures(), report::layout_by::graphviz_if_present)) {
    auto one = report::as_json(d);
    one["number"] = all.size() + 1;
    one["vector"] = shown.vectors()[all.size()];
    all.push_back(std::move(one));
  }
  return all;
}

std::string file_name(std::string title) {
  for (char& c : title)
    if (c == ' ') c = '-';
  return title;
}

}  // namespace

void gallery::add(const basic_search& search) {
  if (!search.valid() || structures_.size() >= most) return;
  structures_.push_back(search.snapshot());
  vectors_.push_back(to_text(search.vector()));
}

std::string report_page(const run_request& request, const run_report& r, const gallery& shown) {
  const auto title = call_text(r.subject->name, r.arguments);
  auto data = summary_json(r);
  data["title"] = title;
  data["file_name"] = file_name(title);
  data["headline"] = r.subject->summary + ": " + headline(r);
  data["version"] = KORAT_VERSION;
  data["rejections"] = json::array();
  for (const auto& one : r.rejections)
    data["rejections"].push_back({{"member", one.member}, {"candidates", one.candidates}, {"depths", one.depths}});
  data["structures"] = structures(shown);
  data["tree"] = search_tree(request, r.counts.explored);
  return report::page_with(data);
}

}  // namespace korat::cli
