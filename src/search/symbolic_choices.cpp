// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/symbolic_choices.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "encoding/hash.hpp"
#include "search/choose.hpp"
#include "search/engine.hpp"
#include "search/lockstep.hpp"
#include "symbolic/value_range.hpp"

namespace korat::detail {

namespace {

/// Shadow bytes of a symbol that was read; before, they are symbol_shadow.
constexpr unsigned char read_open = symbol_shadow + 1;
constexpr std::uint64_t every_byte = 0x0101'0101'0101'0101;
constexpr std::uint64_t yes_and_no[2] = {0, 1};  // the values of a decision, which nobody reads

/// Why the member cannot be left open; empty if it can.
std::string why_not(const binding& b) {
  if (b.values.number_as.bits == 0) return "it is no integer, bool or enumerator";
  if (!b.is_field) return "only comparisons of a korat::field<> are noticed, and it is a plain member";
  return {};
}

/// All, "*", are the integers: an enumerator has few values, of which a comparison tells one from the others.
bool names(const std::string& given, const binding& b) {
  if (given == "*") return b.values.integer != value_source::number::none;
  return given == b.name || given == b.class_name + "::" + b.name;
}

}  // namespace

std::optional<symbolic_choices::numbers> symbolic_choices::numbers_in(const field_domain& d) {
  constexpr wide most_gaps = 4'096;
  const auto type = d.source.number_as;
  const auto value = [&](std::uint32_t index) {
    std::uint64_t bits = 0;
    d.source.store(&bits, index);
    return value_of(wrapped(static_cast<wide>(bits), type), type);
  };
  if (d.source.is_range) return numbers{value(0), value(d.count - 1), {}};
  if (d.bits.empty()) return std::nullopt;
  std::vector<wide> values;
  for (std::uint32_t i = 0; i < d.count; ++i) values.push_back(value(i));
  std::ranges::sort(values);
  numbers result{values.front(), values.back(), {}};
  if (result.high - result.low + 1 - static_cast<wide>(d.count) > most_gaps) return std::nullopt;
  for (std::size_t i = 1; i < values.size(); ++i)
    for (wide gap = values[i - 1] + 1; gap < values[i]; ++gap) result.gaps.push_back(gap);
  return result;
}

symbolic_choices::symbolic_choices(search_engine& engine, const std::vector<std::string>& members,
                                   std::shared_ptr<solver> beyond)
    : engine_(engine),
      solver_(std::move(beyond)),
      path_(solver_.get(), path_condition::use::search),
      symbol_of_(engine.searched().cells().size(), none),
      cells_(engine.searched().cells()),
      room_(cells_.size() + 1),
      expansion_(path_, [&engine] { return engine.is_to_stop(); }) {
  const auto& space = engine.searched();
  const auto& bindings = space.described().bindings;
  std::vector<bool> wanted(bindings.size());
  for (const auto& name : members) {
    bool any = false;
    for (std::size_t b = 0; b < bindings.size(); ++b) {
      if (!names(name, bindings[b])) continue;
      if (const auto why = why_not(bindings[b]); why.empty())
        any = wanted[b] = true;
      else if (name != "*")
        throw usage_error("korat: " + bindings[b].class_name + "::" + bindings[b].name + " cannot be symbolic: " + why);
    }
    if (any) continue;
    throw usage_error(name == "*" ? "korat: " + space.name() + " has no integer member that can be symbolic"
                                  : "korat: there is no member " + name + " to be symbolic");
  }
  std::unordered_map<std::uint32_t, std::optional<numbers>> of_domain;
  for (std::uint32_t i = 0; i < space.cells().size(); ++i) {
    if (!wanted[space.place(i).binding] || space.is_length(i) || space.domain(i).count == 1) continue;
    const auto [found, is_new] = of_domain.try_emplace(cells_[i].domain);
    if (is_new) found->second = numbers_in(space.domain(i));
    if (found->second) open(i, *found->second);  // else it is enumerated
  }
  // Width 0: it has no shadow.
  cells_.push_back({.address = &scratch_,
                    .values = yes_and_no,
                    .last = 1,
                    .domain = 0,
                    .class_domain = no_class_domain,
                    .width = 0,
                    .what = cell::kind::plain,
                    .null_first = 0});
}

void symbolic_choices::open(std::uint32_t index, const numbers& allowed) {
  const auto type = engine_.searched().domain(index).source.number_as;
  symbol_of_[index] = static_cast<std::uint32_t>(open_cells_.size());
  open_cells_.push_back(index);
  low_.push_back(allowed.low);
  in_row_.push_back(engine_.searched().domain(index).source.is_range);
  const auto term = path_.add_symbol(type, allowed.low, allowed.high, allowed.low);
  for (const auto gap : allowed.gaps)
    path_.push({term, relation::unequal, path_.terms().constant(wrapped(gap, type), type)});
}

std::span<const choice> symbolic_choices::of_fields(std::span<const choice> all) {
  chosen_fields_.clear();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_decision(all[i])) continue;
    chosen_fields_.push_back(all[i]);
    if (walk_.is_forced(i)) chosen_fields_.back().used_before = chosen_unasked;
  }
  return chosen_fields_;
}

void symbolic_choices::begin_run(std::uint32_t from) {
  const not_for_predicate memory;
  const auto depth = engine_.depth_;
  choice_point = nullptr;
  expansion_.end();
  const auto steps_before = [this](std::uint32_t choices) {  // few come behind
    auto standing = steps_.size();
    while (standing != 0 && steps_[standing - 1].depth >= choices) --standing;
    return standing;
  };
  if (const auto standing = steps_before(depth); standing != steps_.size()) {
    path_.return_to(steps_[standing].before);
    owed_ = false;
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(standing), steps_.end());
  }
  if (depth > 0 && is_decision(engine_.choices_[depth - 1])) {
    auto& last = steps_.back();
    path_.return_to(last.before);
    last.answer = engine_.choices_[depth - 1].value == 0;
    owed_ = true;
  }
  at_ = steps_before(from);
  if (from == 0 || (values_shown_ && unread_shown_)) return leave_all_open();
  for (; !read_.empty() && read_.back().depth > depth; read_.pop_back())  // those whose choices were undone
    shade(cells_[read_.back().cell], symbol_shadow * every_byte);
  if (std::exchange(values_shown_, false))
    for (const auto& open : read_) leave_open(open);
}

void symbolic_choices::leave_all_open() {
  ++runs_;
  values_shown_ = unread_shown_ = false;
  for (const auto index : open_cells_) shade(cells_[index], symbol_shadow * every_byte);
  read_.clear();
  for (std::uint32_t i = 0; i < engine_.depth_; ++i)
    if (const auto index = engine_.choices_[i].cell; is_open(index)) leave_open(index, i + 1);
}

/// Its memory holds any value of its domain, in each run another one: who reads it unnoticed will be found out.
void symbolic_choices::leave_open(std::uint32_t index, std::uint32_t depth) {
  leave_open(read_.emplace_back(open_field{index, depth}));
}

void symbolic_choices::leave_open(const open_field& open) {
  const auto& c = cells_[open.cell];
  const auto any = (++runs_ ^ std::uint64_t{open.cell} << 32) * encoding::golden_ratio >> 32;
  engine_.searched().put(c, static_cast<std::uint32_t>(any * (std::uint64_t{c.last} + 1) >> 32));
  shade(c, read_open * every_byte);
}

void symbolic_choices::read(std::uint32_t index, std::byte* stack_top) {
  const not_for_predicate memory;
  if (choice_point != nullptr) {
    choice_point = nullptr;
    take(deciding_, step::kind::chosen, true);
    return save(stack_top);
  }
  if (is_open(index) && *shadow_of(cells_[index].address) == read_open) return;
  engine_.end_siblings();
  make_room();
  engine_.push(index);
  auto& made = engine_.choices_[engine_.depth_ - 1];
  if (is_open(index)) {
    made.limit = 0;
    if (walk_.begun()) walk_.add_other(engine_.depth_ - 1);
    return leave_open(index, engine_.depth_);
  }
  if (walk_.begun()) engine_.keep_to(walk_);
  if (made.value != made.limit) save(stack_top);
}

std::span<const choice> symbolic_choices::engine_choices() const noexcept { return engine_.choices(); }

void symbolic_choices::follow(skeleton s) {
  const auto made = engine_choices();
  std::vector<bool> forced;
  for (std::size_t i = 0; i < made.size(); ++i) forced.push_back(walk_.is_forced(i));
  may_force_ = s.in_order;
  walk_.begin(std::move(s));
  if (!walk_.begun()) return;
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (!is_enumerated(made[i]))
      walk_.add_other(i);
    else
      walk_.add_field(i, made[i].cell);
    if (forced[i]) walk_.note_forced(i);
    if (!walk_.take(i, made[i].value)) return void(worth_keeping_ = i + 1);
  }
}

std::optional<std::uint32_t> symbolic_choices::forced_field(std::uint32_t choices) const {
  if (engine_.mode_ == search_engine::mode::observe) return engine_.next_unasked();
  if (choices < engine_.depth_)
    return walk_.is_forced(choices) ? std::optional(engine_.choices_[choices].cell) : std::nullopt;
  if (!may_force_) return std::nullopt;
  const auto field = walk_.forced_field(choices);
  if (field == skeleton::nowhere || engine_.mode_ != search_engine::mode::symbolic || !engine_.is_pending(field))
    return std::nullopt;
  return field;
}

void symbolic_choices::save(std::byte* stack_top) {
  if (engine_.checkpointing_ && !engine_.checkpoints_.full()) engine_.save_choice(stack_top);
}

void symbolic_choices::choose_unread(choice& made) {
  if (walk_.begun()) walk_.add_other(engine_.depth_ - 1);
  if (!is_open(made.cell)) return;
  unread_shown_ = true;
  const auto type = engine_.searched().domain(made.cell).source.number_as;
  put(made, wrapped(low_[symbol_of_[made.cell]], type));
}

/// The field has the value, and no other for as long as its choice stands.
void symbolic_choices::put(choice& made, std::uint64_t bits) {
  const auto& c = cells_[made.cell];
  clear_pending(c);
  store(c, c.address, bits);
  made.value = made.limit = static_cast<std::uint32_t>(engine_.searched().domain(made.cell).source.find(c.address));
}

/// The same, of a number.
inline void symbolic_choices::put_value(choice& made, symbol_id s, wide value) {
  const auto& c = cells_[made.cell];
  if (!in_row_[s]) return put(made, wrapped(value, path_.terms()[path_.terms().term_of(s)].type));
  made.value = made.limit =
      static_cast<std::uint32_t>(static_cast<std::int64_t>(value) - static_cast<std::int64_t>(low_[s]));
  store_chosen(c, c.values[made.value]);
}

void symbolic_choices::make_room() {
  if (engine_.depth_ < room_) return;
  auto more = std::make_unique_for_overwrite<choice[]>(2 * room_);
  std::copy_n(engine_.choices_.get(), engine_.depth_, more.get());
  engine_.choices_ = std::move(more);
  room_ *= 2;
}

std::uint32_t symbolic_choices::term_of(const void* address) {
  const auto index = engine_.searched().cell_at(address);
  return is_open(index) ? path_.terms().term_of(symbol_of_[index]) : 0;
}

/// The next step of a run that comes by again.
const symbolic_choices::step& symbolic_choices::pass(const condition& asked) {
  const auto& now = steps_[at_++];
  const auto& before = now.asked;
  changed_its_mind_ |= before.left != asked.left || before.how != asked.how || before.right != asked.right;
  return now;
}

/// What the last step assumed is put on the path when somebody asks: most candidates are rejected before.
path_condition& symbolic_choices::path() {
  if (!std::exchange(owed_, false)) return path_;
  path_.push(assumed(steps_.back()));
  path_.feasible();  // it is, and that gives a witness
  return path_;
}

/// A new step.
const symbolic_choices::step& symbolic_choices::take(const condition& asked, step::kind how, bool answer) {
  engine_.end_siblings();
  steps_.push_back({how, answer, engine_.depth_, asked, path().position()});
  owed_ = how == step::kind::forced || how == step::kind::chosen;
  if (how == step::kind::chosen) {
    make_room();
    engine_.push(decision_cell());
    if (walk_.begun()) walk_.add_other(engine_.depth_ - 1);
  }
  if (how != step::kind::dead_end) ++at_;  // from which there is no way on
  return steps_.back();
}

bool symbolic_choices::chosen() {
  if (engine_.lockstep_ != nullptr) engine_.lockstep_->check_resumed();
  return steps_[at_ - 1].answer;
}

bool symbolic_choices::choose(const condition& asked, bool yes, bool no, within what) {
  if (!yes && !no) return take(asked, step::kind::dead_end, false).answer;
  if (yes && no && what == within::decision && engine_.checkpointing_) {
    deciding_ = asked;
    choice_point = engine_.searched().root();
    return true;
  }
  const bool is_known = what == within::decision && path_.is_closed();
  return take(asked, yes && no ? step::kind::chosen : is_known ? step::kind::implied : step::kind::forced, yes).answer;
}

bool symbolic_choices::decide(operand left, relation how, operand right, number_type type) {
  const not_for_predicate memory;
  const auto a = detail::term_of(path_.terms(), left, type);
  return decide({a, how, detail::term_of(path_.terms(), right, type)});
}

bool symbolic_choices::decide(const condition& asked) {
  if (in_dead_end()) return holds_now(asked);
  if (!passes_steps()) {
    const auto [yes, no] = path().feasible_ways(asked);
    if (yes != answer::unknown && no != answer::unknown)
      return choose(asked, yes == answer::yes, no == answer::yes, within::decision);
    take(asked, step::kind::by_value, false);
  } else if (const auto& before = pass(asked); before.how != step::kind::by_value) {
    return before.answer;
  }
  fix_all_of(asked.left);
  fix_all_of(asked.right);
  return holds_now(asked);
}

/// Of symbols that are fixed, their values; of others, some.
std::vector<std::uint64_t> symbolic_choices::values_now() {
  const auto witness = path().witness();
  std::vector<std::uint64_t> now(witness.begin(), witness.end());
  for (symbol_id s = 0; s < now.size(); ++s)
    if (const auto [low, high] = path().range(s); low == high)
      now[s] = wrapped(low, path_.terms()[path_.terms().term_of(s)].type);
  return now;
}

/// With the symbols fixed that occur in it, or in a dead end.
bool symbolic_choices::holds_now(const condition& c) {
  const auto& terms = path_.terms();
  const auto now = values_now();
  const auto left = terms.evaluate(c.left, now), right = terms.evaluate(c.right, now);
  const auto type = terms[c.left].type;
  return left && right && holds(value_of(*left, type), c.how, value_of(*right, type));
}

namespace {

bool may_be_undefined(operation what, number_type type) {
  switch (what) {
    case operation::divide:
    case operation::remainder:
    case operation::shift_left:
    case operation::shift_right: return true;
    case operation::add:
    case operation::subtract:
    case operation::multiply:
    case operation::negate: return type.is_signed;
    default: return false;
  }
}

}  // namespace

// Values with which C++ leaves the result undefined are out of question from here on.
std::uint32_t symbolic_choices::operate(operation what, operand left, operand right, number_type to,
                                        number_type other) {
  const not_for_predicate memory;
  const auto made = detail::term_of(path_.terms(), what, left, right, to, other);
  if (!may_be_undefined(what, to) || in_dead_end()) return made;
  const condition defined{made, relation::equal, made};
  if (!passes_steps()) {
    mention_left_out(defined);
    const auto possible = path().feasible_with(defined);
    if (possible == answer::no) return take(defined, step::kind::dead_end, false), made;
    if (possible == answer::yes) return take(defined, step::kind::forced, true), made;
    take(defined, step::kind::by_value, false);
  } else if (pass(defined).how != step::kind::by_value) {
    return made;
  }
  fix_all_of(made);
  if (!passes_steps() && !path_.terms().evaluate(made, values_now())) take(defined, step::kind::dead_end, false);
  return made;
}

/// Once.
void symbolic_choices::mention_left_out(const condition& defined) {
  if (left_out_ || path().follows(defined)) return;
  if (value_range(path_.terms(), defined.left, [&](symbol_id s) { return path_.range(s); })) return;
  left_out_ = true;
  engine_.remark(
      "values with which the predicate would overflow, or do something else that C++ leaves undefined, are left out");
}

std::uint64_t symbolic_choices::fix(std::uint32_t term) {
  const not_for_predicate memory;
  fix_all_of(term);
  return path_.terms().evaluate(term, values_now()).value_or(0);
}

std::uint64_t symbolic_choices::fix_at(const void* address) {
  const not_for_predicate memory;
  const auto index = engine_.searched().cell_at(address);
  if (!is_open(index)) return 0;
  const auto bits = fix_symbol(symbol_of_[index]);
  store(cells_[index], cells_[index].address, bits);
  return bits;
}

void symbolic_choices::fix_all_of(term_id whole) {
  for (const auto part : path_.terms().parts(whole)) {
    const auto& t = path_.terms()[part];
    if (t.what == operation::symbol) fix_symbol(static_cast<symbol_id>(t.bits));
  }
}

/// Its least value, or else the least of the others, and so on.
std::uint64_t symbolic_choices::fix_symbol(symbol_id s) {
  const auto term = path_.terms().term_of(s);
  const auto type = path_.terms()[term].type;
  while (!in_dead_end()) {
    condition is_it{term, relation::equal, 0};
    bool is = false;
    if (passes_steps()) {
      is_it.right = steps_[at_].asked.right;
      is = pass(is_it).answer;
      if (changed_its_mind_) break;
    } else {
      const auto [low, high] = path().range(s);
      is_it.right = path_.terms().constant(wrapped(low, type), type);
      const bool yes = path().feasible_with(is_it) != answer::no;
      const bool no = low < high && path().feasible_with({term, relation::unequal, is_it.right}) != answer::no;
      is = choose(is_it, yes, no, within::fixing);
    }
    if (is) return path_.terms()[is_it.right].bits;
  }
  return values_now()[s];
}

/// what: puts a value into the field of a choice, given its symbol.
template <class Put>
void symbolic_choices::put_all_read(const Put& what) {
  values_shown_ = true;
  for (const auto& open : read_) what(engine_.choices_[open.depth - 1], symbol_of_[open.cell]);
}

/// Most structures. For the least values it need not be known all that follows from the last step, so that is not put
/// on the path.
bool symbolic_choices::settle_by_differences() {
  if (passes_steps() || !path_.is_closed() || path_.feasible() != answer::yes) return false;
  if (!owed_) return put_all_read([this](choice& made, symbol_id s) { put_value(made, s, path_.least(s)); }), true;
  const auto last = path_.as_difference(assumed(steps_.back()));
  if (!last) return false;
  const auto raised = path_.raised_by(*last);
  put_all_read([&](choice& made, symbol_id s) { put_value(made, s, path_.least(s, raised)); });
  return true;
}

bool symbolic_choices::settle(values which) {
  if (settle_by_differences()) return true;
  const bool was_hard = passes_steps() ? !in_dead_end() : path().feasible() == answer::unknown;
  if (was_hard && which == values::smallest)
    for (const auto& made : of_fields(engine_.choices()))
      if (is_open(made.cell)) fix_symbol(symbol_of_[made.cell]);
  const bool possible = !in_dead_end() && path().feasible() == answer::yes;
  const auto smallest = possible && which == values::smallest ? path().smallest() : std::vector<std::uint64_t>();
  const auto bits = smallest.empty() ? path().witness() : std::span<const std::uint64_t>(smallest);
  put_all_read([&](choice& made, symbol_id s) { put(made, bits[s]); });
  return possible;
}

/// In the order of their choices.
std::vector<symbol_id> symbolic_choices::symbols_chosen() const {
  std::vector<symbol_id> symbols;
  for (const auto& made : engine_.choices())
    if (is_open(made.cell)) symbols.push_back(symbol_of_[made.cell]);
  return symbols;
}

void symbolic_choices::begin_expansion(std::uint64_t most) {
  path();
  expansion_.begin(symbols_chosen());
  left_to_expand_ = most;
  given_out_.clear();
  if (next_of_expansion() || !is_paused()) return;
  // The structure has values that were found without trying them in order.
  for (const auto& made : engine_choices())
    if (is_open(made.cell)) given_out_.push_back(bits_in_memory(made.cell));
  --left_to_expand_;
}

/// As path_condition has them.
std::uint64_t symbolic_choices::bits_in_memory(std::uint32_t cell) const {
  const auto& source = engine_.searched().domain(cell).source;
  std::uint64_t bits = 0;
  source.store(&bits, static_cast<std::uint32_t>(source.find(cells_[cell].address)));
  return wrapped(static_cast<wide>(bits), source.number_as);
}

bool symbolic_choices::next_of_expansion() {
  auto how = left_to_expand_ != 0 ? expansion_.next() : expansion::step::none;
  if (how == expansion::step::found && std::ranges::equal(expansion_.bits(), given_out_)) how = expansion_.next();
  paused_ = how == expansion::step::paused;
  if (how == expansion::step::none) expansion_.end();
  if (how != expansion::step::found) return false;
  --left_to_expand_;
  auto bits = expansion_.bits().begin();
  for (auto& made : std::span(engine_.choices_.get(), engine_.depth_))
    if (is_open(made.cell)) put(made, *bits++);
  return true;
}

}  // namespace korat::detail
