// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What is learnt, and how much it speaks for a reference.

#include "repair/rules/relations.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace korat::detail {

namespace {

constexpr std::size_t most_sampled = 4'096;

/// What is counted most often.
class most_frequent {
 public:
  void count(std::int64_t value) { most_ = std::max(most_, {++counts_[value], value}); }
  std::size_t times() const noexcept { return most_.first; }
  std::int64_t value() const noexcept { return most_.second; }

 private:
  std::unordered_map<std::int64_t, std::size_t> counts_;
  std::pair<std::size_t, std::int64_t> most_{0, 0};
};

std::int64_t difference(std::int64_t from, std::int64_t to) noexcept {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from));
}

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
    if (sample[b].size() < thresholds::fewest) continue;
    learn(b, sample[b]);
    if (null[b].size() >= thresholds::fewest) learn_nulls(b, null[b]);
  }
}

bool relations::any() const noexcept {
  return std::ranges::any_of(known_, [](const auto& r) { return !r.empty(); });
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
    if (classes[c].count == 0) return;
    const auto& o = space_.objects()[space_.first_of_class(c)];
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell) use(cell, cell - o.first_cell);
  };
  for (std::size_t c = 1; c < classes.size(); ++c) {
    regular_[c] = classes[c].count > 0;
    each_field(c, [&](std::uint32_t cell, std::uint32_t place) {
      const bool is_plain = !space_.is_length(cell) && !space_.is_element(cell) && space_.place(cell).element == 0;
      if (!is_plain || place >= few) regular_[c] = false;
      if (view_.is_reference(cell)) refers[c] = true;
      if (is_integer(cell)) numbers_[c].push_back({place});
    });
  }
  for (std::size_t c = 1; c < classes.size(); ++c)
    each_field(c, [&](std::uint32_t cell, std::uint32_t place) {
      if (!regular_[c] || !leads_to_one_class(cell)) return;
      for (const auto& r : space_.domain(cell).ranges) {
        if (r.count == 0) continue;
        const auto to = space_.objects()[r.first_object].object_class;
        if (!regular_[to] || refers[to]) continue;
        for (const auto& n : numbers_[to]) numbers_[c].push_back({n.place, place});
        if (numbers_[to].empty()) numbers_[c].push_back({nobody, place});
      }
    });
}

/// Then the fields of what it leads to are known by their places.
bool relations::leads_to_one_class(std::uint32_t cell) const noexcept {
  return view_.is_reference(cell) && space_.domain(cell).source.segments.size() == 1;
}

bool relations::is_integer(std::uint32_t cell) const noexcept {
  return space_.domain(cell).source.integer != value_source::number::none;
}

std::optional<std::int64_t> relations::number(std::uint32_t object, const number_path& path) const {
  if (path.carried_by == nobody) return view_.integer(cell_of(object, path.place));
  const auto to = ledger_.target(cell_of(object, path.carried_by));
  if (to == nobody) return std::nullopt;
  return path.place == nobody ? space_.objects()[to].index : view_.integer(cell_of(to, path.place));
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
  const auto consider = [&](const relation& r) { return add(binding, r, share_of(r, 0), share_of(r, count / 2)); };
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
      most_frequent usual;
      for (std::size_t k = 0; k < count; ++k) {
        const auto before = number(owner(k), i), behind = number(target(k), j);
        if (before && behind) usual.count(difference(*before, *behind));
      }
      consider({kind::differs_by, i, j, usual.value()}) || consider({kind::no_less, i, j}) ||
          consider({kind::no_more, i, j});
    }
}

void relations::learn_nulls(std::uint32_t binding, const std::vector<std::uint32_t>& sample) {
  const auto c = space_.objects()[view_.owner(sample[0])].object_class;
  const auto first = static_cast<std::uint32_t>(space_.first_of_class(c));
  const auto objects = std::min(view_.fresh_from(c), space_.described().classes[c].count);
  const auto& like = space_.objects()[first];
  for (std::uint32_t place = 0; place < like.end_cell - like.first_cell; ++place) {
    if (!is_integer(like.first_cell + place)) continue;
    most_frequent usual;
    for (const auto cell : sample) usual.count(view_.integer(cell_of(view_.owner(cell), place)));
    std::size_t looked = 0, have_it = 0;
    for (std::uint32_t o = 0; o < objects; o += std::max<std::uint32_t>(1, objects / most_sampled), ++looked)
      have_it += view_.integer(cell_of(first + o, place)) == usual.value() ? 1 : 0;
    const auto share = [](std::size_t n, std::size_t of) {
      return (static_cast<double>(n) + 0.5) / (static_cast<double>(of) + 1);
    };
    add(binding, {relation::kind::if_null, {place}, {0}, usual.value()}, share(usual.times(), sample.size()),
        share(have_it, looked));
  }
}

std::optional<bool> relations::holds(const relation& r, std::uint32_t owner, std::uint32_t object) const {
  using kind = relation::kind;
  if (r.what == kind::names_owner) return view_.target(cell_of(object, r.of_object.place)) == owner;
  if (r.what == kind::same)
    return view_.target(cell_of(owner, r.of_owner.place)) == view_.target(cell_of(object, r.of_object.place));
  const auto before = number(owner, r.of_owner);
  if (r.what == kind::if_null) return *before == r.number;
  const auto behind = number(object, r.of_object);
  if (!before || !behind) return std::nullopt;
  if (r.what == kind::no_less) return *behind >= *before;
  if (r.what == kind::no_more) return *behind <= *before;
  return difference(*before, *behind) == r.number;
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
  for (const auto& r : known(cell))
    if ((object == nobody) == r.is_of_null() && r.what != relation::kind::names_owner)
      if (const auto h = holds(r, view_.owner(cell), object)) sum += *h ? r.holds : r.fails;
  return sum;
}

}  // namespace korat::detail
