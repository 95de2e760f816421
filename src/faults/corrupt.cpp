// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "faults/corrupt.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
#include <unordered_set>
#include <utility>

#include "encoding/hash.hpp"
#include "faults/anatomy.hpp"

namespace korat::faults {
namespace {

/// Modulo and not a distribution: those of the standard library differ from one library to another, and a seed must
/// not.
template <class T>
std::size_t any_of(const std::vector<T>& list, std::mt19937_64& random) {
  return random() % list.size();
}

/// For each object the one through which the root first reaches it, breadth first; none for the root and what it does
/// not reach.
std::vector<std::size_t> reached_through(const structure& s, std::vector<bool>& reached) {
  std::vector<std::size_t> through(s.objects.size(), none);
  reached.assign(s.objects.size(), false);
  std::deque<std::size_t> work;
  if (!s.objects.empty()) reached[0] = true, work.push_back(0);
  while (!work.empty()) {
    const auto o = work.front();
    work.pop_front();
    for (const auto& f : s.objects[o].fields) {
      const auto* const id = std::get_if<object_id>(&f.value);
      if (id == nullptr || reached[id->index]) continue;
      reached[id->index] = true;
      through[id->index] = o;
      work.push_back(id->index);
    }
  }
  return through;
}

class corruption {
 public:
  corruption(structure& s, std::mt19937_64& random) : s_(s), random_(random), parts_(s) {
    std::vector<bool> reached;
    through_ = reached_through(s, reached);
  }

  std::vector<fault> make(const options& o) {
    for (const auto k : o.kinds) candidates_.push_back({k, places_for(k)});
    while (faults_.size() < o.count) {
      std::erase_if(candidates_, [&](const auto& c) {
        return c.places.empty() || (c.what == kind::swap && o.count - faults_.size() < 2);
      });
      if (candidates_.empty()) break;
      auto& chosen = candidates_[any_of(candidates_, random_)];
      while (!chosen.places.empty() && !make_one(chosen)) {
      }
    }
    return std::move(faults_);
  }

 private:
  struct candidates {
    kind what;
    std::vector<place> places;  // not tried yet
  };

  /// At a random one of the places, which is then done with. False: it cannot be changed in this way.
  bool make_one(candidates& c) {
    auto& chosen = c.places[any_of(c.places, random_)];
    const auto at = std::exchange(chosen, c.places.back());
    c.places.pop_back();
    return !is_hit(at) && (c.what == kind::swap ? swap(at) : change(c.what, at));
  }

  std::vector<place> places_for(kind k) const {
    std::vector<place> places;
    for (const auto& m : parts_.members()) {
      const bool fits = k == kind::swap ? m.places.size() > 1 : k == kind::value ? m.has_values : !m.classes.empty();
      if (fits) places.insert(places.end(), m.places.begin(), m.places.end());
    }
    return places;
  }

  const field_value& value_at(const place& p) const { return s_.objects[p.object].fields[p.field].value; }
  bool is_hit(const place& p) const { return hit_.contains({p.object, p.field}); }

  bool change(kind what, const place& p) {
    const auto after = what == kind::null       ? nothing(p)
                       : what == kind::redirect ? another_object(p)
                       : what == kind::cycle    ? object_above(p)
                                                : another_value(p);
    if (!after || *after == value_at(p)) return false;
    put(what, p, *after);
    return true;
  }
  void put(kind what, const place& p, const field_value& after) {
    auto& value = s_.objects[p.object].fields[p.field].value;
    faults_.push_back({what, p.object, p.field, value, after});
    value = after;
    hit_.insert({p.object, p.field});
  }

  std::optional<field_value> nothing(const place&) const { return null_reference{}; }

  /// Of the class that it refers to now, or of one that its member refers to elsewhere.
  std::optional<field_value> another_object(const place& p) {
    const auto& classes = parts_.member_of(p).classes;
    const auto* const now = std::get_if<object_id>(&value_at(p));
    const auto& objects = parts_.objects_of(now ? parts_.class_of(now->index) : classes[any_of(classes, random_)]);
    if (objects.size() < 2 && now) return std::nullopt;
    auto index = any_of(objects, random_);
    if (now && objects[index] == now->index) index = (index + 1) % objects.size();
    return object_id{objects[index]};
  }

  /// The way up from the owner, of which it may be the first object. A long way is only followed for some steps.
  std::optional<field_value> object_above(const place& p) {
    constexpr std::size_t farthest = 10'000;
    const auto& classes = parts_.member_of(p).classes;
    const field_value& now = value_at(p);
    std::vector<std::size_t> above;
    for (auto o = p.object; o != none && above.size() < farthest; o = through_[o])
      if (std::ranges::find(classes, parts_.class_of(o)) != classes.end() && now != field_value(object_id{o}))
        above.push_back(o);
    if (above.empty()) return std::nullopt;
    return object_id{above[any_of(above, random_)]};
  }

  std::optional<field_value> another_value(const place& p) {
    const auto& now = value_at(p);
    if (const auto* const b = std::get_if<bool>(&now)) return !*b;
    if (const auto* const n = std::get_if<std::int64_t>(&now)) return another_number(parts_.member_of(p), *n);
    if (const auto* const n = std::get_if<std::uint64_t>(&now)) return *n ^ (1 + random_() % 15);
    if (const auto* const d = std::get_if<double>(&now)) return *d + static_cast<double>(1 + random_() % 10);
    if (std::holds_alternative<null_reference>(now) || std::holds_alternative<object_id>(now)) return std::nullopt;
    auto others = parts_.member_of(p).words;
    std::erase(others, now);
    if (others.empty()) return std::nullopt;
    return others[any_of(others, random_)];
  }

  /// Between the least and the greatest that the member has, or a little outside; not near the ends of the type, which
  /// nobody knows here.
  std::optional<field_value> another_number(const member& m, std::int64_t now) {
    constexpr std::int64_t outside = 10, end = std::numeric_limits<std::int32_t>::max() - outside;
    const auto low = m.least > -end ? m.least - outside : m.least, high = m.most < end ? m.most + outside : m.most;
    const auto count = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);  // of others than now
    if (count == 0) return std::nullopt;
    const auto steps = random_() % count;
    const auto value = static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + steps);
    return value < now ? value : value + 1;
  }

  /// With a field of the same member that holds something else.
  bool swap(const place& p) {
    constexpr int most_tries = 64;
    const auto& places = parts_.member_of(p).places;
    for (int i = 0; i < most_tries; ++i) {
      const auto other = places[any_of(places, random_)];
      if (is_hit(other) || value_at(other) == value_at(p)) continue;
      const auto mine = value_at(p), its = value_at(other);
      put(kind::swap, p, its);
      put(kind::swap, other, mine);
      return true;
    }
    return false;
  }

  struct hash {
    std::size_t operator()(const std::pair<std::size_t, std::size_t>& p) const {
      return encoding::hashed_with(encoding::hashed_with(0, p.first), p.second);
    }
  };

  structure& s_;
  std::mt19937_64& random_;
  const anatomy parts_;
  std::vector<std::size_t> through_;  // in the structure without faults
  std::vector<candidates> candidates_;
  std::unordered_set<std::pair<std::size_t, std::size_t>, hash> hit_;
  std::vector<fault> faults_;
};

}  // namespace

const char* name_of(kind k) noexcept {
  switch (k) {
    case kind::null: return "null";
    case kind::redirect: return "redirect";
    case kind::cycle: return "cycle";
    case kind::swap: return "swap";
    case kind::value: return "value";
  }
  return "?";
}

std::vector<fault> corrupt(structure& s, const options& o, std::mt19937_64& random) {
  return corruption(s, random).make(o);
}

std::size_t count_unreachable(const structure& s) {
  std::vector<bool> reached;
  reached_through(s, reached);
  return static_cast<std::size_t>(std::ranges::count(reached, false));
}

}  // namespace korat::faults
