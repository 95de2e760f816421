// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/repair.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <unordered_map>
#include <utility>

#include "image/image.hpp"
#include "image/live.hpp"
#include "korat/error.hpp"
#include "repair/engine.hpp"

namespace korat {

const char* name_of(repair_outcome o) noexcept {
  switch (o) {
    case repair_outcome::fine: return "fine";
    case repair_outcome::repaired: return "repaired";
    case repair_outcome::not_repaired: return "not-repaired";
  }
  return "?";
}

namespace {

using detail::repair_engine;
using detail::space;

std::vector<std::uint32_t> counts_of(const detail::bounds& b, std::uint32_t fresh) {
  std::vector<std::uint32_t> counts;
  for (std::size_t c = 0; c < b.classes.size(); ++c) counts.push_back(c == 0 ? 1 : b.classes[c].count - fresh);
  return counts;
}

repair_result::surroundings surroundings_of(const space& s, const std::vector<changed_field>& changes,
                                            const std::vector<bool>& is_reached) {
  std::map<std::size_t, std::string> names, roles;
  for (const auto& c : changes)
    for (const auto& value : {c.before, c.after})
      if (const auto* const object = std::get_if<object_id>(&value))
        names.emplace(object->index, s.object_name(object->index));
  const auto& root = s.objects()[0];
  for (auto cell = root.first_cell; cell < root.end_cell; ++cell) {
    const auto to = s.domain(cell).source.is_reference() ? s.object_in_memory(cell) : space::no_object;
    if (to != space::no_object && names.contains(to)) roles.emplace(to, s.member_name(cell));
  }
  std::vector<std::uint64_t> counts(s.described().classes.size());
  for (std::size_t o = 0; o < is_reached.size(); ++o) counts[s.objects()[o].object_class] += is_reached[o] ? 1 : 0;
  std::map<std::string, std::uint64_t> by_class;
  for (std::size_t c = 0; c < counts.size(); ++c) by_class[s.described().classes[c].name] += counts[c];
  return {{names.begin(), names.end()}, {roles.begin(), roles.end()}, {by_class.begin(), by_class.end()}};
}

std::vector<std::pair<std::string, void*>> inside_of(const std::vector<live_object>& objects) {
  std::vector<std::pair<std::string, void*>> all;
  for (const auto& o : objects) all.push_back(detail::erasure::inside(o));
  return all;
}

/// Fresh objects are made only by factories; data needs none.
std::uint32_t fresh_objects(const repair_options& o, bool is_data) {
  return is_data || !o.factories.empty() ? o.max_fresh : 0;
}

std::optional<std::string> unless_empty(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

}  // namespace

bool changed_field::operator==(const changed_field& other) const {
  return object == other.object && field == other.field && before == other.before && after == other.after &&
         class_name == other.class_name && rule == other.rule;
}

basic_repair::basic_repair(const description& what, void* live_root, repair_options options)
    : options_(std::move(options)),
      live_(std::make_unique<detail::live_structure>(detail::erasure::of(what).bounds, live_root,
                                                     inside_of(options_.objects))) {
  options_.objects.clear();  // there may be many, and the engine has a copy of the options
  const auto fresh = fresh_objects(options_, false);
  auto bounds = live_->with_room(fresh);
  auto counts = counts_of(bounds, fresh);
  engine_ = std::make_unique<repair_engine>(detail::described{std::move(bounds), detail::erasure::of(what).predicate},
                                            options_, std::move(counts));
  live_->copy_to(engine_->image());
  engine_->vouch_for_all();  // there are only those that the root reaches and those of the options
}

basic_repair::basic_repair(const description& what, const structure& from, repair_options options)
    : options_(std::move(options)) {
  const auto fresh = fresh_objects(options_, true);
  auto bounds = detail::with_room_for(detail::erasure::of(what).bounds, from, fresh);
  auto counts = counts_of(bounds, fresh);
  engine_ = std::make_unique<repair_engine>(detail::described{std::move(bounds), detail::erasure::of(what).predicate},
                                            options_, std::move(counts));
  detail::load(from, engine_->image());
}

basic_repair::~basic_repair() = default;
basic_repair::basic_repair(basic_repair&&) noexcept = default;
basic_repair& basic_repair::operator=(basic_repair&&) noexcept = default;

/// With what there is to tell of the changes made.
repair_result basic_repair::described(repair_result result) const {
  const auto& image = engine_->image();
  const auto after = engine_->reached_after();
  const auto& before = engine_->reached_before();
  const auto changes = engine_->changes();
  for (const auto& c : changes)
    result.changes.push_back({image.object_name(image.owner(c.cell)),
                              image.member_name(c.cell),
                              {},
                              image.value_in_memory(c.cell),
                              image.class_name(image.owner(c.cell)),
                              unless_empty(engine_->rule_behind(c))});
  engine_->show_before();
  for (std::size_t i = 0; i < changes.size(); ++i) {
    auto& was = result.changes[i].before;
    was = image.value_in_memory(changes[i].cell);
    if (std::holds_alternative<null_reference>(was) && changes[i].before != 0) was = wild_pointer;
  }
  engine_->show_after();
  for (std::size_t o = 0; o < after.size(); ++o) {
    if (engine_->belonging()[o] && !after[o]) result.lost.push_back(image.object_name(o));
    if (after[o] && !before[o]) result.added.push_back(image.object_name(o));
    if (after[o] && engine_->is_fresh(static_cast<std::uint32_t>(o))) result.fresh.push_back(image.object_name(o));
  }
  for (const auto cell : engine_->lost_elements()) result.lost_elements.push_back(image.field_name(cell));
  result.about = surroundings_of(image, result.changes, after);
  result.smallest = engine_->is_smallest();
  return result;
}

repair_result basic_repair::run() {
  const auto start = std::chrono::steady_clock::now();
  repair_result result;
  const bool holds = engine_->run();
  result.outcome = !holds                ? repair_outcome::not_repaired
                   : engine_->was_fine() ? repair_outcome::fine
                                         : repair_outcome::repaired;
  if (result.outcome == repair_outcome::repaired && !engine_->may_be_made()) {
    const auto offered = described({});
    engine_->offer();
    result.outcome = repair_outcome::not_repaired;
    result.why = "the best repair found loses " + losses(offered) + " and changes " +
                 std::to_string(offered.changes.size()) + (offered.changes.size() == 1 ? " field" : " fields") +
                 ", more than may be lost (max_lost)";
  } else if (result.outcome == repair_outcome::repaired) {
    result = described(std::move(result));
  }
  if (!result.why) result.why = unless_empty(engine_->why());
  result.executions = engine_->executions();
  result.work = engine_->work();
  result.note = unless_empty(engine_->note());
  result.engine = result.note ? engine::reexecute : options_.engine;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

std::size_t basic_repair::choices() const noexcept { return engine_->nearest().size(); }

repair_result basic_repair::choose(std::size_t which) {
  if (which >= choices())
    throw error("repair: there are only " + std::to_string(choices()) + " repairs to choose from");
  engine_->show(engine_->nearest()[which]);
  repair_result result;
  result.outcome = repair_outcome::repaired;
  result.engine = engine_->note().empty() ? options_.engine : engine::reexecute;
  return described(std::move(result));
}

/// Objects that are to be made. Only a changed field can lead to one.
std::vector<std::uint32_t> basic_repair::fresh_ones() const {
  std::vector<std::uint32_t> result;
  const auto& image = engine_->image();
  const auto changes = engine_->changes();
  const auto leads_to_one = [&](const repair_engine::change& c) {
    const auto to = image.domain(c.cell).source.is_reference() ? image.object_in_memory(c.cell) : space::no_object;
    return to != space::no_object && engine_->is_fresh(static_cast<std::uint32_t>(to));
  };
  if (std::ranges::none_of(changes, leads_to_one)) return result;
  const auto is_reached = engine_->reached_after();
  for (std::uint32_t o = 1; o < is_reached.size(); ++o)
    if (is_reached[o] && engine_->is_fresh(o)) result.push_back(o);
  return result;
}

// Everything that may fail comes first; then bytes are copied.
void basic_repair::commit() {
  if (live_ == nullptr) return;
  const auto& image = engine_->image();
  std::unordered_map<std::size_t, std::byte*> made;
  for (const auto o : fresh_ones()) {
    const auto& name = image.class_name(o);
    const auto factory = std::ranges::find(options_.factories, name,
                                           [](const auto& f) { return detail::erasure::inside(f).class_name; });
    if (factory == options_.factories.end()) throw error("repair: there is no factory for objects of class " + name);
    made[o] = static_cast<std::byte*>(detail::erasure::inside(*factory).make());
  }
  const auto object_at = [&](std::size_t o) {
    const auto found = made.find(o);
    return found != made.end() ? found->second : live_->object(image, o);
  };
  struct write {
    std::byte* place;
    std::uint64_t bits;
    std::uint32_t cell;
  };
  std::vector<write> writes;
  const auto plan = [&](std::uint32_t cell) {
    const auto& where = image.place(cell);
    auto bits = image.bits_in_memory(cell);
    if (const auto to = image.domain(cell).source.is_reference() ? image.object_in_memory(cell) : space::no_object;
        to != space::no_object)
      bits = live_->pointer_bits(where.binding, image.objects()[to].object_class, object_at(to));
    writes.push_back({live_->place(image, cell, object_at(where.object)), bits, cell});
  };
  for (const auto& c : engine_->changes()) plan(c.cell);
  for (const auto& [o, address] : made)
    for (auto cell = image.objects()[o].first_cell; cell < image.objects()[o].end_cell; ++cell) plan(cell);
  for (const auto& w : writes) detail::store(image.cells()[w.cell], w.place, w.bits);
}

structure basic_repair::before() const {
  engine_->show_before();
  auto result = detail::to_structure(engine_->image(), std::vector<bool>{});
  engine_->show_after();
  return result;
}

structure basic_repair::after() const { return detail::to_structure(engine_->image()); }

}  // namespace korat
