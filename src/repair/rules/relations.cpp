// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What is learnt, and how much it speaks for a reference.

#include "repair/rules/relations.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace korat::detail {

namespace {

constexpr std::size_t fewest = 8, most_sampled = 4'096;

}  // namespace

relations::relations(const view& v, ledger& l) : view_(v), ledger_(l), space_(v.image()), known_(v.members()) {
  find_numbers();
  const auto& classes = space_.described().classes;
  std::vector<std::vector<std::uint32_t>> sample(known_.size()), null(known_.size());
  for (std::size_t c = 1; c < classes.size(); ++c) {
    if (!regular_[c]) continue;
    const auto first = static_cast<std::uint32_t>(space_.first_of_class(c));
    const auto count = std::min(view_.fresh_from(c), classes[c].count);
    for (std::uint32_t i = 0; i < count; i += std::max<std::uint32_t>(1, count / most_sampled)) {
      const auto& o = space_.objects()[first + i];
      for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
        if (leads_to_one_class(cell) && (view_.is_owning(cell) || view_.has_inverse(cell)))
          (view_.target(cell) == nobody ? null : sample)[space_.place(cell).binding].push_back(cell);
    }
  }
  for (std::uint32_t b = 0; b < known_.size(); ++b) {
    std::erase_if(sample[b], [&](auto cell) { return !regular_[space_.objects()[view_.target(cell)].object_class]; });
    if (sample[b].size() < fewest) continue;
    learn(b, sample[b]);
    if (null[b].size() >= fewest) learn_nulls(b, null[b]);
  }
  learn_arrays();
}

// Arrays whose elements lead to one object after the other. That is no rule, but it tells where lost objects were.
void relations::learn_arrays() {
  std::vector<std::vector<std::uint32_t>> elements(known_.size());
  const auto& classes = space_.described().classes;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (classes[c].count == 0) continue;
    const auto& first = space_.objects()[space_.first_of_class(c)];
    for (auto cell = first.first_cell; cell < first.end_cell; ++cell)
      if (view_.is_reference(cell) && view_.is_owning(cell) &&
          (space_.is_element(cell) || space_.place(cell).element != 0))
        elements[space_.place(cell).binding].push_back(cell);
  }
  for (std::uint32_t b = 0; b < known_.size(); ++b) {
    std::unordered_map<std::int64_t, std::size_t> steps;
    std::pair<std::size_t, std::int64_t> usual{0, 0};
    std::size_t references = 0;
    for (const auto cell : elements[b]) {
      if (view_.target(cell) == nobody) continue;
      const std::int64_t step = std::int64_t{space_.objects()[view_.target(cell)].index} - space_.place(cell).element;
      usual = std::max(usual, {++steps[step], step});
      ++references;
    }
    if (references < fewest) continue;
    const auto share = static_cast<double>(usual.first) / static_cast<double>(references);
    add(b, {relation::kind::in_step, {0}, {0}, usual.second}, share, 1 / static_cast<double>(references));
    if (10 * (elements[b].size() - references) < elements[b].size()) full_arrays_.insert(b);
  }
}

bool relations::any() const noexcept {
  return !full_arrays_.empty() || std::ranges::any_of(known_, [](const auto& r) { return !r.empty(); });
}

// Objects without references are carried by others: their integers are as good as own ones. Those without fields at all
// are told apart, and have an order.
void relations::find_numbers() {
  constexpr std::uint32_t few = 12;  // fields
  const auto& classes = space_.described().classes;
  regular_.resize(classes.size());
  numbers_.resize(classes.size());
  std::vector<bool> refers(classes.size());
  const auto each_field = [&](std::size_t c, auto&& use) {
    const auto& o = space_.objects()[space_.first_of_class(c)];
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell) use(cell, cell - o.first_cell);
  };
  for (std::size_t c = 1; c < classes.size(); ++c) {
    if (classes[c].count == 0) continue;
    std::uint32_t fields = 0;
    bool plain = true;
    each_field(c, [&](std::uint32_t cell, std::uint32_t place) {
      fields = place + 1;
      plain = plain && !space_.is_length(cell) && !space_.is_element(cell) && space_.place(cell).element == 0;
      refers[c] = refers[c] || view_.is_reference(cell);
      if (is_integer(cell)) numbers_[c].push_back({place});
    });
    regular_[c] = plain && fields <= few;
  }
  for (std::size_t c = 1; c < classes.size(); ++c)
    if (regular_[c])
      each_field(c, [&](std::uint32_t cell, std::uint32_t place) {
        if (!leads_to_one_class(cell)) return;
        for (const auto& r : space_.domain(cell).ranges) {
          if (r.count == 0) continue;
          const auto to = space_.objects()[r.first_object].object_class;
          if (!regular_[to] || refers[to]) continue;
          for (const auto& n : numbers_[to]) numbers_[c].push_back({n.cell, place});
          if (numbers_[to].empty()) numbers_[c].push_back({nobody, place});
        }
      });
}

/// Then the fields of what it leads to are known by their numbers.
bool relations::leads_to_one_class(std::uint32_t cell) const noexcept {
  return view_.is_reference(cell) && space_.domain(cell).source.segments.size() == 1;
}

std::uint32_t relations::cell_of(std::uint32_t object, std::uint32_t number) const noexcept {
  return space_.objects()[object].first_cell + number;
}

bool relations::is_integer(std::uint32_t cell) const noexcept {
  return space_.domain(cell).source.integer != value_source::number::none;
}

std::int64_t relations::integer(std::uint32_t cell) const {
  const auto number = space_.value_in_memory(cell);
  if (const auto* u = std::get_if<std::uint64_t>(&number))
    return static_cast<std::int64_t>(std::min<std::uint64_t>(*u, INT64_MAX));
  return std::get<std::int64_t>(number);
}

std::optional<std::int64_t> relations::number(std::uint32_t object, const number_path& path) const {
  if (path.carried_by == nobody) return integer(cell_of(object, path.cell));
  const auto reference = cell_of(object, path.carried_by);
  const auto to = reference == supposed_.first ? supposed_.second : ledger_.target(reference);
  if (to == nobody) return std::nullopt;
  if (path.cell == nobody) return space_.objects()[to].index;
  return integer(cell_of(to, path.cell));
}

/// Worth knowing is what holds usually, and would not by chance.
bool relations::add(std::uint32_t binding, relation r, double share, double by_chance) {
  constexpr double telling = 0.2, damaged = 0.01;
  const bool of_order = r.what == relation::kind::no_less || r.what == relation::kind::no_more;
  r.votes = share >= thresholds::nearly_always;
  if (!(of_order ? r.votes : share >= thresholds::usual) || share < by_chance + telling) return false;
  r.holds = std::log(share / by_chance);
  r.fails = std::log(std::max(1 - share, damaged) / (1 - by_chance));
  known_[binding].push_back(r);
  return true;
}

// By chance: how often it holds between an owner and what another one leads to.
void relations::learn(std::uint32_t binding, const std::vector<std::uint32_t>& sample) {
  const auto count = sample.size();
  const auto owner = [&](std::size_t i) { return view_.owner(sample[i]); };
  const auto target = [&](std::size_t i) { return view_.target(sample[i % count]); };
  const auto share_of = [&](const relation& r, std::size_t shift) {
    double held = 0.5, known = 1;
    for (std::size_t i = 0; i < count; ++i)
      if (const auto h = holds(r, owner(i), target(i + shift))) held += *h ? 1 : 0, ++known;
    return held / known;
  };
  const auto consider = [&](const relation& r) {
    if (!add(binding, r, share_of(r, 0), share_of(r, count / 2))) return false;
    for (const auto& [object, path] : {std::pair(owner(0), r.of_owner), std::pair(target(0), r.of_object)})
      if (path.carried_by != nobody) carrying_.insert(space_.place(cell_of(object, path.carried_by)).binding);
    return true;
  };
  using kind = relation::kind;
  const auto& from = space_.objects()[owner(0)];
  const auto& to = space_.objects()[target(0)];
  for (std::uint32_t j = 0; j < to.end_cell - to.first_cell; ++j) {
    if (!view_.is_reference(to.first_cell + j)) continue;
    consider({kind::names_owner, {0}, {j}});
    for (std::uint32_t i = 0; i < from.end_cell - from.first_cell; ++i)
      if (from.first_cell + i != sample[0] && view_.is_reference(from.first_cell + i)) consider({kind::same, {i}, {j}});
  }
  for (const auto& j : numbers_[to.object_class])
    for (const auto& i : numbers_[from.object_class]) {
      std::unordered_map<std::int64_t, std::size_t> differences;
      std::pair<std::size_t, std::int64_t> usual{0, 0};
      for (std::size_t k = 0; k < count; ++k) {
        const auto before = number(owner(k), i), behind = number(target(k), j);
        if (!before || !behind) continue;
        const auto d =
            static_cast<std::int64_t>(static_cast<std::uint64_t>(*behind) - static_cast<std::uint64_t>(*before));
        usual = std::max(usual, {++differences[d], d});
      }
      if (consider({kind::differs_by, i, j, usual.second})) continue;
      consider({kind::no_less, i, j}) || consider({kind::no_more, i, j});
    }
}

void relations::learn_nulls(std::uint32_t binding, const std::vector<std::uint32_t>& sample) {
  const auto c = space_.objects()[view_.owner(sample[0])].object_class;
  const auto first = static_cast<std::uint32_t>(space_.first_of_class(c));
  const auto objects = std::min(view_.fresh_from(c), space_.described().classes[c].count);
  for (const auto& path : numbers_[c]) {
    if (path.carried_by != nobody) continue;
    std::unordered_map<std::int64_t, std::size_t> numbers;
    std::pair<std::size_t, std::int64_t> usual{0, 0};
    for (const auto cell : sample) {
      const auto n = *number(view_.owner(cell), path);
      usual = std::max(usual, {++numbers[n], n});
    }
    std::size_t looked = 0, have_it = 0;
    for (std::uint32_t o = 0; o < objects; o += std::max<std::uint32_t>(1, objects / most_sampled), ++looked)
      have_it += number(first + o, path) == usual.second ? 1 : 0;
    const auto share = [](std::size_t n, std::size_t of) {
      return (static_cast<double>(n) + 0.5) / (static_cast<double>(of) + 1);
    };
    add(binding, {relation::kind::if_null, path, {0}, usual.second}, share(usual.first, sample.size()),
        share(have_it, looked));
  }
}

/// Nothing where that cannot be said.
std::optional<bool> relations::holds(const relation& r, std::uint32_t owner, std::uint32_t object) const {
  using kind = relation::kind;
  if (r.what == kind::in_step) return std::nullopt;  // that depends on the cell
  if (r.what == kind::names_owner) return view_.target(cell_of(object, r.of_object.cell)) == owner;
  if (r.what == kind::same)
    return view_.target(cell_of(owner, r.of_owner.cell)) == view_.target(cell_of(object, r.of_object.cell));
  const auto before = number(owner, r.of_owner);
  if (!before) return std::nullopt;
  if (r.what == kind::if_null) return *before == r.number;
  const auto behind = number(object, r.of_object);
  if (!behind) return std::nullopt;
  if (r.what == kind::no_less) return *behind >= *before;
  if (r.what == kind::no_more) return *behind <= *before;
  return static_cast<std::uint64_t>(*behind) ==
         static_cast<std::uint64_t>(*before) + static_cast<std::uint64_t>(r.number);
}

double relations::score(std::uint32_t cell, std::uint32_t object) const {
  double sum = score_but_answers(cell, object);
  for (const auto& r : known(cell))
    if (object != nobody && r.what == relation::kind::names_owner)
      sum += holds(r, view_.owner(cell), object) == true ? r.holds : r.fails;
  return sum;
}

double relations::score_but_answers(std::uint32_t cell, std::uint32_t object) const {
  double sum = 0;
  for (const auto& r : known(cell)) {
    if ((object == nobody) != r.is_of_null() || r.what == relation::kind::names_owner) continue;
    if (r.what == relation::kind::in_step) {
      const std::int64_t index = space_.objects()[object].index;
      sum += index == r.number + space_.place(cell).element ? r.holds : r.fails;
      continue;
    }
    if (const auto h = holds(r, view_.owner(cell), object)) sum += *h ? r.holds : r.fails;
  }
  return sum;
}

}  // namespace korat::detail
