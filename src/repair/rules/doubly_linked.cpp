// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/doubly_linked.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "repair/rules/union_find.hpp"

namespace korat::detail {

namespace {

/// Where a member that is no array is among the cells of an object; or nobody.
std::uint32_t only_cell(const view& v, const object& sample, std::uint32_t member) {
  auto found = nobody;
  for (auto cell = sample.first_cell; cell < sample.end_cell; ++cell) {
    if (!v.is_reference(cell) || v.member_of(cell) != member) continue;
    if (found != nobody) return nobody;
    found = cell - sample.first_cell;
  }
  return found;
}

/// Segments are joined to lists. Entries are known by their numbers.
class segments {
 public:
  segments(const view&, const list_links&, const reference_score&);
  std::vector<proposal> joined();

 private:
  std::uint32_t entry(std::uint32_t cell) const noexcept;
  void find_beginnings();
  bool may_lead_to_one(std::uint32_t entrance, std::uint32_t other) const noexcept;
  bool may_join(std::uint32_t tail, std::uint32_t head) noexcept;
  void join(std::uint32_t tail, std::uint32_t head) noexcept;
  void join_where_both_agree();
  void join_where_one_says_so();
  void join_left_overs();
  void close_rings();
  std::uint32_t& entered_by(std::uint32_t e) noexcept { return entered_by_[parts_.find(e)]; }
  std::uint32_t tail_of(std::uint32_t head) const noexcept;

  const view& view_;
  const reference_score& score_;
  list_links links_;
  std::vector<std::uint32_t> next_, previous_;  // what entries say: others, or nobody
  std::vector<std::uint32_t> behind_, before_;  // what has been found: others, or nobody
  union_find parts_;
  std::vector<bool> begins_;               // a list that has ends, as something else leads there
  std::vector<std::uint32_t> entered_by_;  // [entry that stands for a part]: a field elsewhere that leads there
  std::vector<std::uint32_t> entrances_;   // such fields
  bool several_ = false;                   // lists
};

segments::segments(const view& v, const list_links& l, const reference_score& score)
    : view_(v),
      score_(score),
      links_(l),
      behind_(l.objects, nobody),
      before_(l.objects, nobody),
      parts_(l.objects),
      begins_(l.objects),
      entered_by_(l.objects, nobody) {
  for (std::uint32_t e = 0; e < l.objects; ++e) {
    const auto first_cell = v.image().objects()[l.first_object + e].first_cell;
    next_.push_back(entry(first_cell + l.next));
    previous_.push_back(entry(first_cell + l.previous));
  }
  find_beginnings();
}

std::uint32_t segments::entry(std::uint32_t cell) const noexcept {
  const auto number = view_.target(cell) - links_.first_object;
  return view_.target(cell) != nobody && number < links_.objects ? number : nobody;
}

// A list that has ends begins where others lead and nothing is before. Members that mostly lead to the middle, as the
// buckets of a cache do, do not tell; nor is there an end where entries lead to each other all around.
void segments::find_beginnings() {
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_member;
  for (std::uint32_t cell = 0; cell < view_.cells(); ++cell) {
    const auto m = view_.member_of(cell);
    if (view_.is_reference(cell) && entry(cell) != nobody && view_.is_owning(cell) && m != links_.member_of_next &&
        m != links_.member_of_previous)
      by_member[m].push_back(cell);
  }
  const auto ends = [&](const auto& cells, const auto& beyond, const auto& within) {
    return std::ranges::count_if(
        cells, [&](auto cell) { return beyond[entry(cell)] == nobody && within[entry(cell)] != nobody; });
  };
  std::ptrdiff_t first = 0, last = 0;
  for (const auto& [m, cells] : by_member)
    first += ends(cells, previous_, next_), last += ends(cells, next_, previous_);
  if (last > first) {
    std::swap(next_, previous_);
    std::swap(links_.next, links_.previous);
  }
  const auto lead_to_ends = [&](const auto& m) { return 2 * ends(m.second, previous_, next_) >= std::ssize(m.second); };
  const bool have_ends = std::ranges::any_of(by_member, lead_to_ends);
  for (const auto& m : by_member)
    for (const auto cell : m.second) {
      if (have_ends && !lead_to_ends(m)) continue;
      entered_by_[entry(cell)] = cell;
      begins_[entry(cell)] = have_ends;
    }
}

/// As the first and the least one of a heap do.
bool segments::may_lead_to_one(std::uint32_t entrance, std::uint32_t other) const noexcept {
  return view_.owner(entrance) == view_.owner(other) && view_.member_of(entrance) != view_.member_of(other);
}

/// Two lists are not joined. A ring is closed only if it is entered, and is not the only one, nor a part of one.
bool segments::may_join(std::uint32_t tail, std::uint32_t head) noexcept {
  if (tail == nobody || head == nobody || behind_[tail] != nobody || before_[head] != nobody || begins_[head])
    return false;
  const auto one = entered_by(tail), other = entered_by(head);
  const auto part = parts_.find(tail);
  if (part != parts_.find(head)) return one == nobody || other == nobody || may_lead_to_one(one, other);
  return one != nobody && several_ && std::ranges::none_of(entrances_, [&](auto cell) {
           return may_lead_to_one(one, cell) && parts_.find(entry(cell)) != part;
         });
}

void segments::join(std::uint32_t tail, std::uint32_t head) noexcept {
  behind_[tail] = head;
  before_[head] = tail;
  const auto one = entered_by(tail), other = entered_by(head);
  parts_.unite(tail, head);
  entered_by(tail) = one == nobody ? other : one;
}

void segments::join_where_both_agree() {
  for (std::uint32_t e = 0; e < links_.objects; ++e)
    if (next_[e] != nobody && previous_[next_[e]] == e) join(e, next_[e]);
  for (std::uint32_t e = 0; e < links_.objects; ++e)
    if (parts_.find(e) == e && entered_by_[e] != nobody) entrances_.push_back(entered_by_[e]);
  several_ = std::ranges::any_of(
      entrances_, [&](auto cell) { return cell != entrances_.front() && !may_lead_to_one(cell, entrances_.front()); });
}

// Karp and Sipser's matching: who has only one choice takes it first.
void segments::join_where_one_says_so() {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joints;
  for (std::uint32_t e = 0; e < links_.objects; ++e) {
    if (may_join(e, next_[e])) joints.emplace_back(e, next_[e]);
    if (may_join(previous_[e], e)) joints.emplace_back(previous_[e], e);
  }
  if (joints.size() > 1)
    std::ranges::stable_sort(joints, std::greater{}, [&](const auto& j) {
      const auto first_cell = view_.image().objects()[links_.first_object + j.first].first_cell;
      return score_(first_cell + links_.next, links_.first_object + j.second);
    });
  std::vector<std::uint32_t> of_tail, of_head;  // choices
  const auto join_if = [&](bool by_choice) {
    std::erase_if(joints, [&](const auto& j) { return !may_join(j.first, j.second); });
    of_tail.assign(links_.objects, 0), of_head = of_tail;
    for (const auto& [tail, head] : joints) ++of_tail[tail], ++of_head[head];
    bool any = false;
    for (const auto& [tail, head] : joints)
      if ((by_choice || of_tail[tail] == 1 || of_head[head] == 1) && may_join(tail, head)) join(tail, head), any = true;
    return any;
  };
  while (join_if(false)) {
  }
  join_if(true);
}

std::uint32_t segments::tail_of(std::uint32_t head) const noexcept {
  while (behind_[head] != nobody) head = behind_[head];
  return head;
}

/// If there is but one list: behind its last entry, segments that are not whole, or not reached.
void segments::join_left_overs() {
  std::vector<std::uint32_t> heads;
  auto list = nobody;
  for (std::uint32_t e = 0; e < links_.objects; ++e)
    if (before_[e] == nobody) (entered_by(e) != nobody ? list : heads.emplace_back()) = e;
  if (several_ || list == nobody) return;
  auto tail = tail_of(list);
  for (const auto head : heads) {
    const auto last = tail_of(head);
    const bool is_whole = previous_[head] == nobody && next_[last] == nobody;
    if (is_whole && view_.reached_at_first()[links_.first_object + head]) continue;
    join(tail, head);
    tail = last;
  }
}

/// Where one of the two ends says so, or says that it is no end.
void segments::close_rings() {
  for (std::uint32_t e = 0; e < links_.objects; ++e) {
    if (before_[e] != nobody || begins_[e]) continue;
    const auto tail = tail_of(e);
    const bool has_no_end = next_[tail] != nobody && !several_ && entered_by(e) != nobody;
    if (next_[tail] == e || previous_[e] == tail || has_no_end) join(tail, e);
  }
}

std::vector<proposal> segments::joined() {
  join_where_both_agree();
  join_where_one_says_so();
  join_left_overs();
  close_rings();
  std::vector<proposal> result;
  const auto propose = [&](std::uint32_t e, std::uint32_t place, std::uint32_t found) {
    const auto cell = view_.image().objects()[links_.first_object + e].first_cell + place;
    const auto to = found == nobody ? nobody : links_.first_object + found;
    if (view_.target(cell) != to) result.push_back({cell, to});
  };
  // Nothing is known of the end of a list while there are segments that no list has.
  const bool all = std::ranges::count(before_, nobody) == std::ranges::count(begins_, true);
  for (std::uint32_t e = 0; e < links_.objects; ++e) {
    if (behind_[e] != nobody || all) propose(e, links_.next, behind_[e]);
    if (before_[e] != nobody || begins_[e]) propose(e, links_.previous, before_[e]);
  }
  return result;
}

}  // namespace

/// One that others answer too, as children answer a parent, is no list's.
std::vector<list_links> find_list_links(const view& v) {
  std::vector<list_links> found;
  const auto& space = v.image();
  const auto is_share = [](double share, std::uint64_t part, std::uint64_t all) {
    return part > 0 && static_cast<double>(part) >= share * static_cast<double>(all);
  };
  const auto answer_each_other = [&](std::uint32_t a, std::uint32_t b) {
    const auto &one = v.member_kind(a), &other = v.member_kind(b);
    const auto both = std::min(v.answers(a, b), v.answers(b, a));
    return one.has_inverse && other.has_inverse && is_share(thresholds::mutual, both, one.references) &&
           is_share(thresholds::mutual, both, other.references) &&
           is_share(thresholds::nearly_always, both, std::max(one.answered, other.answered));
  };
  for (std::uint32_t c = 1; c < space.described().classes.size(); ++c) {
    const auto objects = std::min(v.fresh_from(c), space.described().classes[c].count);
    if (objects <= 2) continue;
    const auto first = static_cast<std::uint32_t>(space.first_of_class(c));
    for (std::uint32_t b = 0; b < v.members(); ++b)
      for (std::uint32_t a = 0; a < b; ++a) {
        if (!answer_each_other(a, b)) continue;
        const auto next = only_cell(v, space.objects()[first], a), previous = only_cell(v, space.objects()[first], b);
        if (next == nobody || previous == nobody) continue;
        const bool turned = v.member_kind(b).owning && !v.member_kind(a).owning;
        found.push_back(turned ? list_links{first, objects, previous, next, b, a}
                               : list_links{first, objects, next, previous, a, b});
      }
  }
  return found;
}

std::vector<proposal> link_both_ways(const view& v, const list_links& l, const reference_score& score) {
  return segments(v, l, score).joined();
}

}  // namespace korat::detail
