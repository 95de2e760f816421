// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "symbolic/term.hpp"

#include <algorithm>
#include <cassert>

#include "encoding/hash.hpp"

namespace korat::detail {

term_table::term_table() : terms_(1), buckets_(64) {}

std::size_t term_table::bucket_of(const term& t) const {
  std::uint64_t h = t.bits;
  for (const std::uint64_t part :
       {std::uint64_t{t.left}, std::uint64_t{t.right},
        std::uint64_t{static_cast<unsigned>(t.what)} << 16 | std::uint64_t{t.type.bits} << 1 | t.type.is_signed})
    h = encoding::hashed_with(h, part);
  return h & (buckets_.size() - 1);
}

void term_table::link(term_id id) {
  auto& head = buckets_[bucket_of(terms_[id])];
  terms_[id].same_bucket = head;
  head = id;
}

term_id term_table::find_or_add(const term& wanted) {
  for (auto id = buckets_[bucket_of(wanted)]; id != 0; id = terms_[id].same_bucket) {
    const term& t = terms_[id];
    if (t.what == wanted.what && t.type == wanted.type && t.left == wanted.left && t.right == wanted.right &&
        t.bits == wanted.bits)
      return id;
  }
  const auto id = static_cast<term_id>(terms_.size());
  terms_.push_back(wanted);
  if (terms_.size() <= buckets_.size()) {
    link(id);
  } else {
    buckets_.assign(buckets_.size() * 2, 0);
    for (term_id each = 1; each <= id; ++each) link(each);
  }
  return id;
}

term_id term_table::constant(std::uint64_t bits, number_type type) {
  return find_or_add({.what = operation::constant, .type = type, .bits = wrapped(static_cast<wide>(bits), type)});
}

term_id term_table::symbol(number_type type) {
  const auto id = find_or_add({.what = operation::symbol, .type = type, .bits = symbols_.size()});
  symbols_.push_back(id);
  return id;
}

term_id term_table::make(operation what, term_id left, term_id right) {
  const auto type = terms_[left].type;
  assert(is_unary(what) == (right == 0));
  assert(right == 0 || terms_[right].type == type || what == operation::shift_left || what == operation::shift_right);
  const bool constant_operands =
      terms_[left].what == operation::constant && (right == 0 || terms_[right].what == operation::constant);
  if (constant_operands)
    if (const auto value = apply(what, type, terms_[left].bits, terms_[right].bits, terms_[right].type))
      return constant(*value, type);
  return find_or_add({.what = what, .type = type, .left = left, .right = right});
}

term_id term_table::convert(term_id from, number_type to) {
  const term& t = terms_[from];
  if (t.type == to) return from;
  if (t.what == operation::constant) return constant(*apply(operation::convert, to, t.bits, 0, t.type), to);
  return find_or_add({.what = operation::convert, .type = to, .left = from});
}

std::vector<term_id> term_table::parts(term_id whole) const {
  notes_.resize(terms_.size());
  ++walk_;
  std::vector<term_id> found;
  work_.assign(1, whole);
  while (!work_.empty()) {
    const auto id = work_.back();
    work_.pop_back();
    if (id == 0 || notes_[id].walk == walk_) continue;
    notes_[id].walk = walk_;
    found.push_back(id);
    work_.push_back(terms_[id].left);
    work_.push_back(terms_[id].right);
  }
  std::ranges::sort(found);
  return found;
}

std::optional<std::uint64_t> term_table::value_from_operands(const term& t) const {
  const auto &left = notes_[t.left], &right = notes_[t.right];
  if (!left.defined || (t.right != 0 && !right.defined)) return std::nullopt;
  const auto other = t.what == operation::convert ? terms_[t.left].type : terms_[t.right].type;
  return apply(t.what, t.type, left.bits, right.bits, other);
}

// Without recursion: a sum over a list of a million nodes is a million terms deep.
std::optional<std::uint64_t> term_table::evaluate(term_id whole, std::span<const std::uint64_t> values) const {
  const term& top = terms_[whole];
  if (top.what == operation::constant) return top.bits;
  if (top.what == operation::symbol) return values[top.bits];
  for (const auto id : parts(whole)) {
    const term& t = terms_[id];
    std::optional<std::uint64_t> value;
    if (t.what == operation::constant)
      value = t.bits;
    else if (t.what == operation::symbol)
      value = values[t.bits];
    else
      value = value_from_operands(t);
    notes_[id].defined = value.has_value();
    notes_[id].bits = value.value_or(0);
  }
  if (!notes_[whole].defined) return std::nullopt;
  return notes_[whole].bits;
}

void term_table::return_to(const mark& to) {
  while (terms_.size() > to.terms) {
    buckets_[bucket_of(terms_.back())] = terms_.back().same_bucket;
    terms_.pop_back();
  }
  symbols_.resize(to.symbols);
}

}  // namespace korat::detail
