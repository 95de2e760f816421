// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/report_page.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/curves.hpp"
#include "cli/interrupt.hpp"
#include "cli/summary.hpp"
#include "korat/diagram.hpp"
#include "korat/error.hpp"
#include "korat/print.hpp"
#include "print/show.hpp"
#include "report/graphviz.hpp"
#include "report/page.hpp"

namespace korat::cli {
namespace {

using encoding::json;
using encoding::json_object;

constexpr std::uint64_t most_in_tree = 1000;  // candidates

/// What each field of the structure holds, by its name.
std::map<std::string, std::string> values_of(const structure& s) {
  std::map<std::string, std::string> values;
  for (const auto& object : s.objects)
    for (const auto& f : object.fields) values[object.name + "." + f.name] = print::show(s, f);
  return values;
}

std::string name_of(const basic_search& search, std::size_t field) {
  const auto [object, member] = search.field(field);
  return object + "." + member;
}

/// One candidate of the tree: the fields read and their values. A field of an object that nothing refers to any more is
/// shown by the number of its value.
json_object candidate(const basic_search& search) {
  std::vector<std::string> values;
  const auto shown = values_of(search.snapshot());
  const auto vector = search.vector();
  for (const auto f : search.accessed()) {
    const auto found = shown.find(name_of(search, f));
    values.push_back(found != shown.end() ? found->second : std::to_string(vector[f]));
  }
  return {{"a", search.accessed()}, {"v", values}, {"ok", search.valid()}};
}

/// The first candidates, by a search of their own: the search proper is not slowed down by it.
json_object search_tree(const run_request& request, std::uint64_t explored) {
  auto options = request.options;
  options.max_valid = search_options::unlimited;
  options.max_explored = std::max<std::uint64_t>(1, std::min(explored, most_in_tree));
  options.stop_when = stop_after(std::chrono::seconds(5));  // a slow predicate has kept us waiting long enough
  options.poll_every = 1;
  const auto search = request.subject->search(request.arguments, options);
  std::vector<json> names, sizes, candidates;
  for (std::size_t i = 0; i < search->fields(); ++i) {
    names.push_back(name_of(*search, i));
    sizes.push_back(search->domain_size(i));
  }
  std::size_t valid = 0;
  const interruptible until(*search);
  try {
    while (!interrupted() && search->next()) {
      auto one = candidate(*search);
      if (search->valid()) one.add("s", valid++);
      candidates.push_back(one);
    }
  } catch (const predicate_error&) {  // the search has reported it
  }
  return {{"fields", names}, {"sizes", sizes}, {"candidates", candidates}};
}

/// Of a search whose diagram is soon built.
std::optional<basic_diagram> diagram_of(const run_request& request) {
  constexpr int most_questions = 50;
  int asked = 0;  // while it is being built: trying the predicate out before takes no time
  const auto stop = [&asked](const diagram_summary& built) {
    return interrupted() || (built.runs != 0 && ++asked >= most_questions);
  };
  try {
    return basic_diagram(request.subject->describe(request.arguments), {.stop_when = stop});
  } catch (const diagram_error&) {
    return std::nullopt;
  } catch (const predicate_error&) {  // the search has reported it
    return std::nullopt;
  }
}

/// If it is small enough to be looked at; else null.
json drawing_of(const basic_diagram& built) {
  constexpr std::uint64_t most_nodes = 100;
  if (built.summary().nodes > most_nodes) return {};
  const auto drawn = report::run_dot("svg", to_dot(built.drawing()));
  return drawn ? json(drawn->substr(drawn->find("<svg"))) : json();
}

/// The solutions of this run against the space covered, and those of some smaller bounds, as far as these are no longer
/// searches. Null: the run was not a whole search, or has found nothing.
json curves_of(const run_request& request, const run_report& r) {
  constexpr std::uint32_t most_smaller = 4;
  if (r.end != ending::complete || !r.whole || r.isomorphic || r.counts.valid == 0) return {};
  std::vector<report::curve> all;
  const search_options options{.direction = request.options.direction,
                               .max_explored = r.counts.explored,
                               .stop_when = stop_after(std::chrono::seconds(5)),
                               .track = request.options.track};
  try {
    for (const auto& smaller : smaller_bounds(*r.subject, r.arguments, most_smaller))
      if (auto one = curve_of(*r.subject, smaller, options)) all.push_back(std::move(*one));
  } catch (const predicate_error&) {  // of smaller bounds nobody asked for
  }
  all.push_back({call_text(r.subject->name, r.arguments), r.distribution.by_space});
  return to_svg(all);
}

/// What each member holds somewhere in the structure, references apart: {"node.key": ["1", "2"]}.
json_object values_in(const structure& s) {
  std::vector<std::pair<std::string, std::vector<json>>> found;
  for (const auto& object : s.objects)
    for (const auto& m : print::members_of(object))
      for (const auto& f : m.values) {
        if (!f.read || print::is_null(f) || print::target_of(f)) continue;
        const auto member = object.class_name + "." + std::string(m.name);
        auto place = std::ranges::find(found, member, [](const auto& one) { return one.first; });
        if (place == found.end()) place = found.insert(place, {member, {}});
        place->second.push_back(print::show(s, f));
      }
  json_object all;
  for (const auto& [member, values] : found) all.add(member, values);
  return all;
}

json structures(const gallery& shown) {
  std::vector<json> all;
  for (const auto& d : report::lay_out(shown.structures(), report::layout_by::graphviz_if_present)) {
    const auto number = all.size();
    all.push_back(report::as_json(d).add({{"number", number + 1},
                                          {"vector", to_text(shown.vectors()[number])},
                                          {"objects", shown.structures()[number].objects.size()},
                                          {"values", values_in(shown.structures()[number])}}));
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
  vectors_.push_back(search.vector());
}

void gallery::restore(basic_search& search, const std::vector<candidate_vector>& shown) {
  for (const auto& v : shown)
    if (search.seek(v)) add(search);
}

void gallery::draw_from(basic_diagram& diagram) {
  std::mt19937_64 random(1);
  for (std::size_t i = 0; i < most; ++i) {
    diagram.to_random(random);
    structures_[i] = diagram.snapshot();
    vectors_[i] = diagram.vector();
  }
}

std::string report_page(const run_request& request, const run_report& r, gallery shown) {
  auto diagram = diagram_of(request);
  const bool drawn = diagram && r.counts.valid > shown.structures().size() && shown.is_full() && r.whole &&
                     r.end == ending::complete && !r.isomorphic;
  if (drawn) shown.draw_from(*diagram);
  const auto title = call_text(r.subject->name, r.arguments);
  std::vector<json> rejections;
  for (const auto& one : r.rejections)
    rejections.push_back(json_object{{"member", one.member}, {"candidates", one.candidates}, {"depths", one.depths}});
  const auto data = summary_json(r).add({{"title", title},
                                         {"file_name", file_name(title)},
                                         {"headline", r.subject->summary + ": " + headline(r)},
                                         {"version", KORAT_VERSION},
                                         {"rejections", rejections},
                                         {"curves", curves_of(request, r)},
                                         {"structures", structures(shown)},
                                         {"diagram_drawing", diagram ? drawing_of(*diagram) : json()},
                                         {"drawn_at_random", drawn},
                                         {"tree", search_tree(request, r.counts.explored)}});
  return report::page_with(data);
}

}  // namespace korat::cli
