// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/census.hpp"

#include <functional>
#include <iterator>
#include <map>
#include <vector>

#include "cli/exit_code.hpp"
#include "cli/run.hpp"
#include "print/members.hpp"
#include "print/show.hpp"

namespace korat::cli {
namespace {

using sized_line = std::pair<std::size_t, std::string>;

/// Those whose objects are told apart, and those with several sets, where the number tells the set.
std::set<std::string> classes_with_own_names(const census_request& r) {
  std::set<std::string> met, names;
  const auto classes = detail::erasure::of(r.subject->describe(r.arguments)).bounds.classes;
  for (std::size_t i = 1; i < classes.size(); ++i)
    if (!met.insert(classes[i].name).second || classes[i].told_apart) names.insert(classes[i].name);
  return names;
}

/// Calls `visit(thread, objects, line)` for each structure, in several threads at the same time.
void for_each_line(const census_request& r,
                   const std::function<void(unsigned, std::size_t, const std::string&)>& visit) {
  const auto own_names = classes_with_own_names(r);
  const auto report = run_in_threads({.subject = r.subject, .arguments = r.arguments, .threads = r.threads},
                                     [&](const basic_search& at, unsigned thread) {
                                       const auto s = at.snapshot();
                                       visit(thread, s.objects.size(), line_of(s, own_names));
                                     },
                                     {});
  if (report.failure) throw predicate_error(*report.failure);
  if (report.end != ending::complete)
    throw ended_early("interrupted before all structures were counted", exit_code::interrupted);
}

void add_line(certified_size& to, const std::string& line, std::size_t keep) {
  if (to.count == 0) to.lines.emplace();
  ++to.count;
  to.hash.add(std::string_view(line));
  if (to.lines && to.lines->size() < keep)
    to.lines->insert(line);
  else
    to.lines.reset();
}

void add_size(certified_size& to, const certified_size& more) {
  const bool first = to.count == 0;
  to.count += more.count;
  to.hash.add(more.hash);
  if (first)
    to.lines = more.lines;
  else if (to.lines && more.lines)
    to.lines->insert(more.lines->begin(), more.lines->end());
  else
    to.lines.reset();
}

/// The lines of the smallest sizes stay, each with all of its lines, as long as there are `keep` or fewer.
void drop_lines(certified_bound& bound, std::size_t keep) {
  bool stays = true;
  for (auto& [objects, size] : bound.sizes) {
    stays = stays && size.lines && size.lines->size() <= keep;
    if (stays)
      keep -= size.lines->size();
    else
      size.lines.reset();
  }
}

struct alignas(64) census_part {
  std::map<std::size_t, certified_size> sizes;
  std::set<sized_line> found, came;  // of the lines in the certificate; of others, the smallest
  std::uint64_t came_count = 0;
};

certified_bound sum_of(const census_request& r, const std::vector<census_part>& parts) {
  certified_bound result{r.arguments, {}};
  for (const auto& part : parts)
    for (const auto& [objects, size] : part.sizes) add_size(result.sizes[objects], size);
  return result;
}

/// Null: the certificate does not say which structures of this size there were.
const std::set<std::string>* listed(const certified_bound& bound, std::size_t objects) {
  static const std::set<std::string> none;
  const auto found = bound.sizes.find(objects);
  if (found == bound.sizes.end()) return &none;
  return found->second.lines ? &*found->second.lines : nullptr;
}

void keep_smallest(std::set<sized_line>& lines, std::size_t most) {
  while (lines.size() > most) lines.erase(std::prev(lines.end()));
}

std::optional<std::size_t> first_unlisted_change(const certified_bound& before, const certified_bound& now) {
  for (const auto& [objects, size] : before.sizes) {
    const auto other = now.sizes.find(objects);
    const bool same = other != now.sizes.end() && other->second.count == size.count && other->second.hash == size.hash;
    if (!size.lines && !same) return objects;
  }
  return std::nullopt;
}

}  // namespace

certified_bound take_census(const census_request& r, std::size_t keep) {
  std::vector<census_part> parts(r.threads);
  for_each_line(r, [&](unsigned thread, std::size_t objects, const std::string& line) {
    add_line(parts[thread].sizes[objects], line, keep);
  });
  auto result = sum_of(r, parts);
  drop_lines(result, keep);
  return result;
}

census_change compare_census(const census_request& r, const certified_bound& before, std::size_t show) {
  std::vector<census_part> parts(r.threads);
  for_each_line(r, [&](unsigned thread, std::size_t objects, const std::string& line) {
    auto& part = parts[thread];
    add_line(part.sizes[objects], line, 0);
    const auto* const known = listed(before, objects);
    if (known == nullptr) return;
    if (known->contains(line)) {
      part.found.emplace(objects, line);
      return;
    }
    ++part.came_count;
    part.came.emplace(objects, line);
    keep_smallest(part.came, show);
  });
  census_change change{.now = sum_of(r, parts), .smallest_came = {}, .smallest_went = {}};
  std::set<sized_line> found;
  for (auto& part : parts) {
    change.came += part.came_count;
    change.smallest_came.merge(part.came);
    found.merge(part.found);
  }
  for (const auto& [objects, size] : before.sizes)
    for (const auto& line : size.lines.value_or(std::set<std::string>()))
      if (!found.contains({objects, line})) ++change.went, change.smallest_went.emplace(objects, line);
  keep_smallest(change.smallest_came, show);
  keep_smallest(change.smallest_went, show);
  change.unlisted = first_unlisted_change(before, change.now);
  return change;
}

std::string line_of(const structure& given, const std::set<std::string>& own_names) {
  auto s = given;
  std::map<std::string, std::size_t> next;
  for (std::size_t i = 1; i < s.objects.size(); ++i)
    if (auto& o = s.objects[i]; !own_names.contains(o.class_name))
      o.name = o.class_name + std::to_string(next[o.class_name]++);
  std::vector<std::string> objects;
  for (const auto& object : s.objects) {
    std::vector<std::string> members;
    for (const auto& m : print::members_of(object))
      members.push_back(m.is_array ? print::show_array(s, m, "=")
                                   : std::string(m.name) + "=" + print::show(s, m.values.front()));
    objects.push_back(object.name + "(" + print::joined(members, " ") + ")");
  }
  return print::joined(objects, " ");
}

}  // namespace korat::cli
