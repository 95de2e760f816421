// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/relations.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <variant>

#include "repair/chains.hpp"

namespace korat::detail {

namespace {

constexpr auto nobody = evidence::nobody;
constexpr std::size_t fewest = 8, most_sampled = 4'096;
constexpr double in_doubt = -2;    // a score: seven times as likely to be wrong as right
constexpr double a_change = -4.6;  // speaks against itself: one field in a hundred is damaged

}  // namespace

relations::relations(evidence& e) : e_(e), space_(e.space_), known_(e.members_.size()) {
  find_numbers();
  const auto& classes = space_.described().classes;
  std::vector<std::vector<std::uint32_t>> sample(known_.size()), null(known_.size());
  for (std::size_t c = 1; c < classes.size(); ++c) {
    if (!regular_[c]) continue;
    const auto first = static_cast<std::uint32_t>(space_.first_of_class(c));
    const auto count = std::min(e_.fresh_from_[c], classes[c].count);
    for (std::uint32_t i = 0; i < count; i += std::max<std::uint32_t>(1, count / most_sampled)) {
      const auto& o = space_.objects()[first + i];
      for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
        if (e_.is_reference(cell) && (e_.is_claiming(cell) || e_.is_mutual(cell)))
          (e_.target_[cell] == nobody ? null : sample)[space_.place(cell).binding].push_back(cell);
    }
  }
  for (std::uint32_t b = 0; b < known_.size(); ++b) {
    std::erase_if(sample[b], [&](auto cell) { return !regular_[space_.objects()[e_.target_[cell]].object_class]; });
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
      if (e_.is_reference(cell) && e_.is_claiming(cell) && (space_.is_element(cell) || space_.place(cell).element != 0))
        elements[space_.place(cell).binding].push_back(cell);
  }
  for (std::uint32_t b = 0; b < known_.size(); ++b) {
    std::unordered_map<std::int64_t, std::size_t> steps;
    std::pair<std::size_t, std::int64_t> usual{0, 0};
    std::size_t references = 0;
    for (const auto cell : elements[b]) {
      if (e_.target_[cell] == nobody) continue;
      const std::int64_t step = std::int64_t{space_.objects()[e_.target_[cell]].index} - space_.place(cell).element;
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

bool relations::tell_of(std::uint32_t cell) const noexcept {
  return std::ranges::any_of(known(cell), [](const relation& r) { return r.what != relation::kind::names_owner; });
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
      refers[c] = refers[c] || e_.is_reference(cell);
      if (is_integer(cell)) numbers_[c].push_back({place});
    });
    regular_[c] = plain && fields <= few;
  }
  for (std::size_t c = 1; c < classes.size(); ++c)
    if (regular_[c])
      each_field(c, [&](std::uint32_t cell, std::uint32_t place) {
        if (!e_.is_reference(cell)) return;
        for (const auto& r : space_.domain(cell).ranges) {
          if (r.count == 0) continue;
          const auto to = space_.objects()[r.first_object].object_class;
          if (!regular_[to] || refers[to]) continue;
          for (const auto& n : numbers_[to]) numbers_[c].push_back({n.cell, place});
          if (numbers_[to].empty()) numbers_[c].push_back({nobody, place});
        }
      });
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
  const auto to = reference == supposed_.first ? supposed_.second : e_.guessed_target(reference);
  if (to == nobody) return std::nullopt;
  if (path.cell == nobody) return space_.objects()[to].index;
  return integer(cell_of(to, path.cell));
}

/// Worth knowing is what holds usually, and would not by chance.
bool relations::add(std::uint32_t binding, relation r, double share, double by_chance) {
  constexpr double telling = 0.2, damaged = 0.01, sorted = 0.9;
  const bool of_order = r.what == relation::kind::no_less || r.what == relation::kind::no_more;
  if (share < (of_order ? sorted : evidence::usual) || share < by_chance + telling) return false;
  r.holds = std::log(share / by_chance);
  r.fails = std::log(std::max(1 - share, damaged) / (1 - by_chance));
  known_[binding].push_back(r);
  return true;
}

// By chance: how often it holds between an owner and what another one leads to.
void relations::learn(std::uint32_t binding, const std::vector<std::uint32_t>& sample) {
  const auto count = sample.size();
  const auto owner = [&](std::size_t i) { return e_.owner(sample[i]); };
  const auto target = [&](std::size_t i) { return e_.target_[sample[i % count]]; };
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
    if (!e_.is_reference(to.first_cell + j)) continue;
    consider({kind::names_owner, {0}, {j}});
    for (std::uint32_t i = 0; i < from.end_cell - from.first_cell; ++i)
      if (from.first_cell + i != sample[0] && e_.is_reference(from.first_cell + i)) consider({kind::same, {i}, {j}});
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
  const auto c = space_.objects()[e_.owner(sample[0])].object_class;
  const auto first = static_cast<std::uint32_t>(space_.first_of_class(c));
  const auto objects = std::min(e_.fresh_from_[c], space_.described().classes[c].count);
  for (const auto& path : numbers_[c]) {
    if (path.carried_by != nobody) continue;
    std::unordered_map<std::int64_t, std::size_t> numbers;
    std::pair<std::size_t, std::int64_t> usual{0, 0};
    for (const auto cell : sample) {
      const auto n = *number(e_.owner(cell), path);
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
  if (r.what == kind::names_owner) return e_.target_[cell_of(object, r.of_object.cell)] == owner;
  if (r.what == kind::same)
    return e_.target_[cell_of(owner, r.of_owner.cell)] == e_.target_[cell_of(object, r.of_object.cell)];
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
      sum += holds(r, e_.owner(cell), object) == true ? r.holds : r.fails;
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
    if (const auto h = holds(r, e_.owner(cell), object)) sum += *h ? r.holds : r.fails;
  }
  return sum;
}

/// Of a reference to an object that is carried: what the relations say then that go through it.
double relations::score_around(std::uint32_t cell, std::uint32_t object) const {
  supposed_ = {cell, object};
  const auto owner = e_.owner(cell);
  const auto& o = space_.objects()[owner];
  double sum = 0;
  const auto add_all = [&](std::uint32_t claim, std::uint32_t to) {
    for (const auto& r : known(claim)) {
      if (r.is_of_null() || (r.of_owner.carried_by == nobody && r.of_object.carried_by == nobody)) continue;
      if (const auto h = holds(r, e_.owner(claim), to)) sum += *h ? r.holds : r.fails;
    }
  };
  if (holder_[owner] != nobody) add_all(holder_[owner], owner);
  for (auto claim = o.first_cell; claim < o.end_cell; ++claim)
    if (e_.is_reference(claim) && e_.is_claiming(claim) && !is_carrying(claim))
      if (const auto to = e_.guessed_target(claim); to != nobody) add_all(claim, to);
  supposed_ = {nobody, nobody};
  return sum;
}

/// The score, or if it is better, with another value in a field of either that is no claim.
double relations::best_score(std::uint32_t cell, std::uint32_t object) const {
  const auto as_it_is = score(cell, object);
  auto best = as_it_is;
  const auto owner = e_.owner(cell);
  for (const bool of_owner : {false, true}) {
    const auto& o = space_.objects()[of_owner ? owner : object];
    for (auto field = o.first_cell; field < o.end_cell; ++field) {
      if (e_.is_reference(field) && e_.is_claiming(field)) continue;
      double gained = 0;
      for (const auto& r : known(cell)) {
        const auto& path = of_owner ? r.of_owner : r.of_object;
        if (r.is_of_null() || !r.is_between_own() || o.first_cell + path.cell != field) continue;
        if (of_owner && r.what == relation::kind::names_owner) continue;
        if (holds(r, owner, object) == false) gained += r.holds - r.fails;
      }
      if (gained > 0) best = std::max(best, as_it_is + a_change + gained - at_stake(field, cell));
    }
  }
  return best;
}

/// What would be lost elsewhere if a field had another value: the relations that hold now, but for those of one claim.
double relations::at_stake(std::uint32_t field, std::uint32_t except) const {
  const auto object = e_.owner(field);
  const auto& o = space_.objects()[object];
  double sum = 0;
  const auto add = [&](std::uint32_t cell, std::uint32_t to, bool of_owner) {
    if (cell == except) return;
    for (const auto& r : known(cell)) {
      const auto& path = of_owner ? r.of_owner : r.of_object;
      if ((to == nobody) != r.is_of_null() || !r.is_between_own() || o.first_cell + path.cell != field) continue;
      if (of_owner && r.what == relation::kind::names_owner) continue;
      if (holds(r, e_.owner(cell), to) == true) sum += r.holds - r.fails;
    }
  };
  if (const auto holder = holder_[object]; holder != nobody) add(holder, object, false);
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
    if (e_.is_reference(cell) && e_.is_claiming(cell)) add(cell, e_.guessed_target(cell), true);
  return sum;
}

bool relations::may_lead_to(std::uint32_t cell, std::uint32_t object) const noexcept {
  return std::ranges::any_of(space_.domain(cell).ranges, [&](const object_range& r) {
    return object >= r.first_object && object < r.first_object + r.count;
  });
}

bool relations::is_carrying(std::uint32_t cell) const { return carrying_.contains(space_.place(cell).binding); }

/// Claims that relations tell about, and lists do not.
bool relations::is_settled_here(std::uint32_t cell) const {
  const auto b = space_.place(cell).binding;
  return e_.is_reference(cell) && e_.is_claiming(cell) && (!known_[b].empty() || full_arrays_.contains(b)) &&
         !e_.is_fresh(e_.owner(cell)) && !lists_->cover(b);
}

void relations::guess(const chains& lists, bool thorough) {
  lists_ = &lists;
  bool any = false;
  for (std::uint32_t b = 0; b < known_.size(); ++b)
    any = any || ((!known_[b].empty() || full_arrays_.contains(b)) && e_.members_[b].claiming && !lists.cover(b));
  if (!thorough) e_.left_out_.assign(carrying_.begin(), carrying_.end());
  if (!any && (carrying_.empty() || !thorough)) return;
  find_lists();
  for (const bool carried : {false, true}) {
    if (carried ? carrying_.empty() || !thorough : !any) continue;
    find_holders();
    find_wrong_claims(carried);
    place_lost(carried);
  }
  find_holders();
  vote();
}

/// Entries that answer each other are of one list.
void relations::find_lists() {
  list_.resize(space_.objects().size());
  std::iota(list_.begin(), list_.end(), 0U);
  for (std::uint32_t cell = 0; cell < e_.target_.size(); ++cell) {
    const auto to = e_.target_[cell];
    if (to == nobody || !lists_->cover(space_.place(cell).binding) || !e_.refers(to, e_.owner(cell))) continue;
    list_[list_of(to)] = list_of(e_.owner(cell));
  }
}

std::uint32_t relations::list_of(std::uint32_t object) {
  while (list_[object] != object) object = list_[object] = list_[list_[object]];
  return object;
}

void relations::find_holders() {
  holder_.assign(space_.objects().size(), nobody);
  for (std::uint32_t cell = 0; cell < e_.target_.size(); ++cell)
    if (e_.is_reference(cell) && e_.is_claiming(cell) && !e_.is_fresh(e_.owner(cell)))
      if (const auto object = e_.guessed_target(cell); object != nobody) holder_[object] = cell;
}

// Against which more speaks than for them; and of several claims of one object all but the best.
void relations::find_wrong_claims(bool carried) {
  wrong_.clear();
  const auto of = carried ? &relations::score_around : &relations::score;
  std::map<std::uint32_t, std::vector<std::uint32_t>> contested;
  for (std::uint32_t cell = 0; cell < e_.target_.size(); ++cell) {
    const auto object = e_.target_[cell];
    if (object == nobody || !(carried ? is_carrying(cell) && !e_.is_fresh(e_.owner(cell)) : is_settled_here(cell)))
      continue;
    const bool may_be_so = !carried && (known(cell).empty() || known(cell).front().what == relation::kind::in_step);
    if (const auto s = (this->*of)(cell, object); s < in_doubt && !may_be_so) wrong_.emplace(cell, s);
    if (e_.claims_[object] > 1 && e_.is_claiming(cell)) contested[object].push_back(cell);
  }
  leave_what_is_shared(contested);
  for (auto& [object, claims] : contested) {
    for (const auto cell : claims) std::erase(e_.doubts_.emplace_back(claims), cell);
    const auto by_score = [&, o = object](std::uint32_t cell) { return (this->*of)(cell, o); };
    std::erase_if(claims, [&](std::uint32_t cell) { return wrong_.contains(cell); });
    if (claims.empty()) continue;
    const auto best = std::ranges::max(claims, {}, by_score);
    for (const auto cell : claims)
      if (cell != best) wrong_.emplace(cell, by_score(cell));
  }
  held_lists_.assign(space_.objects().size(), false);
  for (std::uint32_t cell = 0; cell < e_.target_.size(); ++cell)
    if (e_.target_[cell] != nobody && e_.is_claiming(cell) && !wrong_.contains(cell) &&
        !lists_->cover(space_.place(cell).binding))
      held_lists_[list_of(e_.target_[cell])] = true;
  lost_.clear();
  for (const auto object : e_.unclaimed_)
    if (!is_held(object)) lost_.push_back(list_of(object));
  for (const auto& [cell, unused] : wrong_)
    if (!is_held(e_.target_[cell])) lost_.push_back(list_of(e_.target_[cell]));
  std::ranges::sort(lost_);
  lost_.erase(std::unique(lost_.begin(), lost_.end()), lost_.end());
}

/// Where several fields often lead to one object, that is no fault.
void relations::leave_what_is_shared(std::map<std::uint32_t, std::vector<std::uint32_t>>& contested) const {
  std::vector<std::size_t> claimed(space_.described().classes.size()), shared(claimed.size());
  const auto class_of = [&](std::uint32_t object) { return space_.objects()[object].object_class; };
  for (std::uint32_t o = 1; o < e_.claims_.size(); ++o) claimed[class_of(o)] += e_.claims_[o] != 0 ? 1 : 0;
  for (const auto& [object, claims] : contested) ++shared[class_of(object)];
  std::erase_if(contested,
                [&](const auto& c) { return 4 * shared[class_of(c.first)] > claimed[class_of(c.first)] + 4; });
}

/// By a claim that is not wrong, of it or of another entry of its list.
bool relations::is_held(std::uint32_t object) { return held_lists_[list_of(object)]; }

// The best match of all first. A reference that nothing but its score speaks against stays when there is no better
// place for what it leads to.
void relations::place_lost(bool carried) {
  const auto of = carried ? &relations::score_around : &relations::score;
  const auto best_of = carried ? &relations::score_around : &relations::best_score;
  std::vector<std::uint32_t> free;
  for (std::uint32_t cell = 0; cell < e_.target_.size(); ++cell) {
    if (!(carried ? is_carrying(cell) && !e_.is_fresh(e_.owner(cell)) : is_settled_here(cell))) continue;
    if (e_.target_[cell] == nobody || wrong_.contains(cell)) free.push_back(cell);
  }
  std::vector<match> matches;
  constexpr std::size_t most = 4'000'000;
  for (const auto object : lost_) {
    if (lost_.size() * free.size() > most) break;
    std::optional<double> now;  // in favour of what leads to it, without what there would be then
    for (const auto cell : e_.references_to(object))
      if (wrong_.contains(cell))
        now = std::max(now.value_or(-1e9), (this->*best_of)(cell, object) - (this->*of)(cell, nobody));
    const auto consider = [&](std::uint32_t cell) {
      if (e_.target_[cell] == object || e_.owner(cell) == object || !may_lead_to(cell, object)) return;
      const auto s = (this->*of)(cell, object) - (this->*of)(cell, e_.target_[cell]);
      if (s > (now ? *now - a_change : 0)) matches.push_back({s, cell, object});
    };
    const auto before = matches.size();
    if (!carried) std::ranges::for_each(likely_cells(object, free), consider);
    if (matches.size() == before) std::ranges::for_each(free, consider);
  }
  std::ranges::stable_sort(matches, std::greater{}, &match::score);
  std::set<std::uint32_t> given, placed;
  for (const auto& m : matches) {
    if (given.contains(m.cell) || placed.contains(m.object)) continue;
    given.insert(m.cell);
    placed.insert(m.object);
    e_.add_guess(m.cell, m.object);
  }
  fill_arrays(free, given, placed);
  for (const auto& [cell, unused] : wrong_) {
    const bool elsewhere = placed.contains(e_.target_[cell]) || is_held(e_.target_[cell]);
    if (elsewhere && !given.contains(cell)) e_.add_guess(cell, nobody);
  }
}

/// Of those that are free, the cells of owners that the object names, or that name what it names.
std::vector<std::uint32_t> relations::likely_cells(std::uint32_t object, const std::vector<std::uint32_t>& free) const {
  constexpr std::size_t many = 256;
  std::vector<std::uint32_t> cells;
  if (free.size() < many) return cells;
  const auto add_of = [&](std::uint32_t owner) {
    const auto& o = space_.objects()[owner];
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
      if (is_settled_here(cell) && std::ranges::binary_search(free, cell)) cells.push_back(cell);
  };
  const auto& o = space_.objects()[object];
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
    const auto named = e_.target_[cell];
    if (named == nobody || e_.is_claiming(cell)) continue;
    add_of(named);
    const auto others = e_.references_to(named);
    for (std::size_t i = 0; i < std::min(others.size(), many); ++i) add_of(e_.owner(others[i]));
  }
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

/// Elements that should not be null get the objects that are left, in their order.
void relations::fill_arrays(const std::vector<std::uint32_t>& free, std::set<std::uint32_t>& given,
                            std::set<std::uint32_t>& placed) {
  for (const auto object : lost_) {
    if (placed.contains(object)) continue;
    const auto is_for_it = [&](std::uint32_t cell) {
      return full_arrays_.contains(space_.place(cell).binding) && !given.contains(cell) && may_lead_to(cell, object);
    };
    const auto cell = std::ranges::find_if(free, is_for_it);
    if (cell == free.end()) continue;
    given.insert(*cell);
    placed.insert(object);
    e_.add_guess(*cell, object);
  }
}

/// Of a field as guessed: an object or nobody, or the bits.
std::uint64_t relations::value(std::uint32_t cell) const {
  if (const auto* const g = e_.guess_for(cell)) return g->value;
  return e_.is_reference(cell) ? e_.target_[cell] : space_.bits_in_memory(cell);
}

/// What one of the two fields would be if the relation holds and the other field is right.
std::optional<std::uint64_t> relations::value_by(const relation& r, std::uint32_t owner, std::uint32_t object,
                                                 bool of_owner) const {
  using kind = relation::kind;
  const auto bits_of = [&](std::uint32_t cell, std::uint64_t number) {
    const auto width = space_.domain(cell).source.width;
    return width >= 8 ? number : number & ((std::uint64_t{1} << (8 * width)) - 1);
  };
  const auto in_owner = cell_of(owner, r.of_owner.cell);
  const auto number = static_cast<std::uint64_t>(r.number);
  if (r.is_of_null()) return of_owner ? std::optional(bits_of(in_owner, number)) : std::nullopt;
  const auto in_object = cell_of(object, r.of_object.cell);
  switch (r.what) {
    case kind::names_owner:
      return of_owner ? std::nullopt : std::optional<std::uint64_t>(owner);
    case kind::same:
      return value(of_owner ? in_object : in_owner);
    case kind::differs_by:
      return of_owner ? bits_of(in_owner, value(in_object) - number) : bits_of(in_object, value(in_owner) + number);
    default:
      return std::nullopt;
  }
}

// What the other fields should be, all that are related to them say. A field that some of these contradict and none
// confirms is wrong, or one that more contradict, in agreement, than confirm.
void relations::vote() {
  std::set<std::uint32_t> suspects;
  for (std::uint32_t cell = 0; cell < e_.target_.size(); ++cell) {
    if (known(cell).empty() || e_.is_fresh(e_.owner(cell))) continue;
    const auto object = e_.guessed_target(cell);
    for (const auto& r : known(cell)) {
      if ((object == nobody) != r.is_of_null() || !r.is_between_own() || holds(r, e_.owner(cell), object) != false)
        continue;
      if (r.what != relation::kind::names_owner) suspects.insert(cell_of(e_.owner(cell), r.of_owner.cell));
      if (object != nobody) suspects.insert(cell_of(object, r.of_object.cell));
    }
  }
  // What most contradict first: it may be what contradicts the others.
  for (const std::uint32_t most : {2U, 1U})
    for (const auto suspect : suspects)
      if (known(suspect).empty() && !(e_.is_reference(suspect) && e_.is_claiming(suspect))) vote_on(suspect, most);
}

/// If so many more contradict than confirm it.
void relations::vote_on(std::uint32_t suspect, std::uint32_t more) {
  const auto object = e_.owner(suspect);
  const auto& o = space_.objects()[object];
  using tally = std::pair<std::uint64_t, std::uint32_t>;
  std::vector<tally> votes;
  std::set<std::pair<std::uint64_t, std::uint32_t>> counted;  // an object may say it in several ways
  const auto count = [&](const relation& r, std::uint32_t owner, std::uint32_t to, bool of_owner) {
    if (!r.is_between_own() || cell_of(object, (of_owner ? r.of_owner : r.of_object).cell) != suspect) return;
    const auto v = value_by(r, owner, to, of_owner);
    if (!v || !counted.emplace(*v, of_owner ? to : owner).second) return;
    const auto known = std::ranges::find(votes, *v, &tally::first);
    if (known == votes.end())
      votes.emplace_back(*v, 1);
    else
      ++known->second;
  };
  const auto count_from = [&](std::uint32_t cell) {
    for (const auto& r : known(cell))
      if (!r.is_of_null()) count(r, e_.owner(cell), object, false);
  };
  for (const auto cell : e_.references_to(object))
    if (e_.guessed_target(cell) == object && e_.owner(cell) != object) count_from(cell);
  if (const auto cell = holder_[object]; cell != nobody && e_.target_[cell] != object) count_from(cell);
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
    const auto to = known(cell).empty() ? nobody : e_.guessed_target(cell);
    if (to == object) continue;
    for (const auto& r : known(cell))
      if ((to == nobody) == r.is_of_null() && r.what != relation::kind::names_owner) count(r, object, to, true);
  }
  if (votes.empty()) return;
  const auto now = std::ranges::find(votes, value(suspect), &tally::first);
  const auto confirmed = now == votes.end() ? 0 : now->second;
  std::ranges::stable_sort(votes, std::greater{}, &tally::second);
  const auto [other, contradicting] = votes.front();
  if (other == value(suspect) || contradicting < confirmed + more) return;
  e_.drop_guess(suspect);
  e_.add_guess(suspect, other);
}

}  // namespace korat::detail
