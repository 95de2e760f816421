// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "world.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <sstream>
#include <type_traits>
#include <utility>
#include <variant>

namespace korat_test {

std::vector<std::size_t> random_space::members_of(kind k) const {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < members.size(); ++i)
    if (members[i].owner == k) result.push_back(i);
  return result;
}

std::size_t random_space::field_of(std::size_t object, std::size_t member) const {
  return first_field.at({object, member});
}

namespace {

/// Makes a finitization and its model step by step, the same decision for both.
class maker {
 public:
  explicit maker(std::uint32_t seed) : generator_(seed) {}

  random_space make() {
    add_objects(1, kind::root, true);
    make_sets();
    bind_members();
    number_fields();
    return std::move(space_);
  }

 private:
  using any_object_set = std::variant<korat::object_set<type_a>, korat::object_set<type_b>, korat::object_set<type_c>>;
  struct set_made {
    kind what;
    std::vector<int> objects;  // in the model
    any_object_set set;
  };
  /// The fields a member makes in each object that has it.
  struct member_fields {
    kind owner;
    bool reference;
    std::vector<int> values;    // of an array: its lengths
    std::size_t room;           // of an array: the longest length
    std::vector<int> elements;  // of an array: values of each element
  };

  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(generator_() % n); }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

  std::vector<int> add_objects(std::uint32_t count, kind what, bool apart) {
    std::vector<int> numbers;
    for (std::uint32_t i = 0; i < count; ++i) {
      numbers.push_back(static_cast<int>(kinds_.size()));
      space_.in_numbers.objects.push_back({sets_.size(), static_cast<int>(i), apart, {}});
      kinds_.push_back(what);
    }
    return numbers;
  }

  template <class T>
  void make_set(kind what) {
    const std::uint32_t count = one_in(8) ? 0 : 1 + below(2);
    const bool apart = one_in(5);
    const auto first = kinds_.size();
    const auto made =
        space_.bounds.objects<T>(count, {.symmetry = apart ? korat::isomorphism::kept : korat::isomorphism::broken,
                                         .initialize = [first](T& o, std::uint32_t i) { o.number = first + i; }});
    sets_.push_back({what, {}, made});
    sets_.back().objects = add_objects(count, what, apart);
  }

  void make_sets() {
    std::vector<kind> order{kind::a, kind::b, kind::c};
    if (one_in(3)) order.push_back(kind::a);
    std::shuffle(order.begin(), order.end(), generator_);
    order.resize(1 + below(order.size()));
    for (const kind k : order) {
      if (k == kind::a)
        make_set<type_a>(k);
      else if (k == kind::b)
        make_set<type_b>(k);
      else
        make_set<type_c>(k);
    }
  }

  void bind_members() {
    std::vector<std::function<void()>> all{
        [&] { bind_reference<&type_root::a, type_a>(kind::root, kind::a); },
        [&] { bind_reference<&type_root::b, type_b>(kind::root, kind::b); },
        [&] { bind_any<&type_root::any>(kind::root); },
        [&] { bind_number<&type_root::key>(kind::root); },
        [&] { bind_flag<&type_root::flag>(kind::root); },
        [&] { bind_array<&type_root::list>(kind::root); },
        [&] { bind_reference<&type_a::next, type_a>(kind::a, kind::a); },
        [&] { bind_reference<&type_a::b, type_b>(kind::a, kind::b); },
        [&] { bind_any<&type_a::any>(kind::a); },
        [&] { bind_number<&type_a::key>(kind::a); },
        [&] { bind_reference<&type_b::a, type_a>(kind::b, kind::a); },
        [&] { bind_reference<&type_b::c, type_c>(kind::b, kind::c); },
        [&] { bind_flag<&type_b::flag>(kind::b); },
        [&] { bind_array<&type_b::list>(kind::b); },
        [&] { bind_any<&type_c::any>(kind::c); },
        [&] { bind_number<&type_c::key>(kind::c); },
    };
    std::shuffle(all.begin(), all.end(), generator_);
    for (const auto& bind : all)
      if (!one_in(3)) bind();
  }

  bool has_objects(kind owner) const {
    return owner == kind::root ||
           std::any_of(sets_.begin(), sets_.end(), [&](const set_made& s) { return s.what == owner; });
  }

  template <auto Member>
  static const auto& member_of(const object& o) {
    using owner = typename korat::detail::place_traits<decltype(Member)>::owner;
    return static_cast<const owner&>(o).*Member;
  }

  template <auto Member>
  void add_reference(kind owner, bool null, const std::vector<const set_made*>& sets) {
    member_fields fields{owner, true, {}, 0, {}};
    if (null) fields.values.push_back(model_field::null);
    for (const auto* s : sets) fields.values.insert(fields.values.end(), s->objects.begin(), s->objects.end());
    fields_.push_back(fields);
    space_.members.push_back({owner, [](const object& o, std::uint64_t) -> sight {
                                return static_cast<const object*>(member_of<Member>(o).get());
                              }});
  }

  template <auto Member, class Target>
  void bind_reference(kind owner, kind target) {
    std::vector<const set_made*> fitting;
    for (const auto& s : sets_)
      if (s.what == target) fitting.push_back(&s);
    if (fitting.empty() || !has_objects(owner)) return;
    const set_made& chosen = *fitting[below(fitting.size())];
    const bool null = chosen.objects.empty() || !one_in(3);
    const auto set = std::get<korat::object_set<Target>>(chosen.set);
    space_.bounds.template set<Member>(null ? set.with_null() : set.without_null());
    add_reference<Member>(owner, null, {&chosen});
  }

  // Two different sets, for a pointer to their common base.
  template <auto Member>
  void bind_any(kind owner) {
    if (sets_.size() < 2 || !has_objects(owner)) return;
    const auto i = below(sets_.size());
    const auto j = (i + 1 + below(sets_.size() - 1)) % sets_.size();
    const bool null = (sets_[i].objects.empty() && sets_[j].objects.empty()) || one_in(2);
    std::visit(
        [&](auto first, auto second) {
          space_.bounds.template set<Member>(
              korat::any_of(null ? first.with_null() : first.without_null(), second.without_null()));
        },
        sets_[i].set, sets_[j].set);
    add_reference<Member>(owner, null, {&sets_[i], &sets_[j]});
  }

  template <auto Member>
  void add_number(kind owner, std::vector<int> values) {
    fields_.push_back({owner, false, std::move(values), 0, {}});
    space_.members.push_back(
        {owner, [](const object& o, std::uint64_t) -> sight { return static_cast<int>(member_of<Member>(o)); }});
  }

  template <auto Member>
  void bind_number(kind owner) {
    if (!has_objects(owner)) return;
    if (one_in(2)) {
      const int low = static_cast<int>(below(3)) - 1;
      const int high = low + static_cast<int>(below(3));
      space_.bounds.template set<Member>(korat::between(low, high));
      std::vector<int> values;
      for (int v = low; v <= high; ++v) values.push_back(v);
      add_number<Member>(owner, std::move(values));
    } else {
      space_.bounds.template set<Member>(korat::one_of(5, -3));
      add_number<Member>(owner, {5, -3});
    }
  }

  template <auto Member>
  void bind_flag(kind owner) {
    if (!has_objects(owner)) return;
    space_.bounds.template set<Member>(korat::any_bool);
    add_number<Member>(owner, {0, 1});
  }

  // An array is looked at as one thing: its length, and one of its elements if it has any.
  template <auto Member>
  void bind_array(kind owner) {
    if (!has_objects(owner)) return;
    const int shortest = static_cast<int>(below(2));
    const int longest = shortest + static_cast<int>(below(2)) + (shortest == 0 ? 1 : 0);
    space_.bounds.template set<Member>(
        korat::array_of(korat::between(0, 1)).with_length(korat::between(shortest, longest)));
    member_fields fields{owner, false, {}, static_cast<std::size_t>(longest), {0, 1}};
    for (int n = shortest; n <= longest; ++n) fields.values.push_back(n);
    fields_.push_back(std::move(fields));
    space_.members.push_back({owner, [](const object& o, std::uint64_t h) -> sight {
                                const auto& array = member_of<Member>(o);
                                const auto length = array.size();
                                if (length == 0) return 0;
                                const auto i = static_cast<std::int32_t>(h % static_cast<std::uint64_t>(length));
                                return 10 * length + static_cast<int>(array[i]);
                              }});
    space_.members.back().is_array = true;
  }

  // Root first, then the objects of each set; fields in the order of binding.
  void number_fields() {
    auto& numbers = space_.in_numbers;
    for (std::size_t o = 0; o < numbers.objects.size(); ++o)
      for (std::size_t m = 0; m < fields_.size(); ++m) {
        const auto& made = fields_[m];
        if (made.owner != kinds_[o]) continue;
        const auto first = numbers.fields.size();
        space_.first_field[{o, m}] = first;
        numbers.fields.push_back({made.reference, made.values, first});
        for (std::size_t e = 0; e < made.room; ++e) numbers.fields.push_back({false, made.elements, first});
        for (auto f = first; f < numbers.fields.size(); ++f) numbers.objects[o].fields.push_back(f);
      }
    space_.kinds = kinds_;
  }

  std::mt19937 generator_;
  random_space space_;
  std::vector<kind> kinds_;
  std::vector<set_made> sets_;
  std::vector<member_fields> fields_;  // parallel to the space's members
};

/// What a predicate knows: objects in the order it met them.
template <memory Where>
class knowledge;

template <>
class knowledge<memory::on_the_stack> {
 public:
  std::size_t size() const { return size_; }
  const object* operator[](std::size_t i) const { return objects_[i]; }
  std::size_t number_of(const object* o) {
    std::size_t i = 0;
    while (i < size_ && objects_[i] != o) ++i;
    if (i == size_) objects_[size_++] = o;
    return i;
  }

 private:
  std::array<const object*, 32> objects_{};
  std::size_t size_ = 0;
};

template <class List, class Numbers>
class knowledge_in {
 public:
  std::size_t size() const { return list_.size(); }
  const object* operator[](std::size_t i) const { return list_.at(i); }
  std::size_t number_of(const object* o) {
    if (const auto found = numbers_.find(o); found != numbers_.end()) return found->second;
    numbers_[o] = list_.size();
    list_.push_back(o);
    return list_.size() - 1;
  }

 private:
  List list_;
  Numbers numbers_;
};
template <>
class knowledge<memory::undoable_containers>
    : public knowledge_in<korat::vector<const object*>, korat::map<const object*, std::size_t>> {};
template <>
class knowledge<memory::std_containers>
    : public knowledge_in<std::vector<const object*>, std::map<const object*, std::size_t>> {};

/// By kind: which members there are to look at.
using members_by_kind = std::array<std::vector<bound_member>, 4>;

std::uint64_t seen(int number) { return static_cast<std::uint64_t>(number + 1000); }
std::uint64_t seen_object(std::size_t known_as) { return 5000 + known_as; }
/// An object that is told apart shows which one it is.
std::uint64_t seen_object_told_apart(std::size_t number) { return 9000 + number; }
constexpr std::uint64_t seen_null = 1;

template <memory Where>
struct library_world {
  const members_by_kind& all;
  const std::vector<bool>& told_apart;
  knowledge<Where> objects;

  std::size_t known() const { return objects.size(); }
  std::uint32_t members(std::size_t o) const {
    return static_cast<std::uint32_t>(all[static_cast<std::size_t>(objects[o]->what)].size());
  }
  // A frame of its own: what it leaves behind is no part of the predicate's state at the next read.
  [[gnu::noinline]] std::uint64_t look(std::size_t o, std::uint32_t m, std::uint64_t h) {
    const object& at = *objects[o];
    const sight s = all[static_cast<std::size_t>(at.what)][m].look(at, h);
    if (const auto* number = std::get_if<int>(&s)) return seen(*number);
    const auto* const to = std::get<const object*>(s);
    if (to == nullptr) return seen_null;
    const auto known_as = objects.number_of(to);
    return told_apart[to->number] ? seen_object_told_apart(to->number) : seen_object(known_as);
  }
};

struct model_world {
  const random_space& space;
  const std::array<std::vector<std::size_t>, 4>& members_by_kind;
  const std::function<int(std::size_t)>& read;
  std::vector<std::size_t> objects;

  std::size_t known() const { return objects.size(); }
  const std::vector<std::size_t>& all_of(std::size_t o) const {
    return members_by_kind[static_cast<std::size_t>(space.kinds[objects[o]])];
  }
  std::uint32_t members(std::size_t o) const { return static_cast<std::uint32_t>(all_of(o).size()); }
  std::uint64_t look(std::size_t o, std::uint32_t m, std::uint64_t h) {
    const auto member = all_of(o)[m];
    const auto field = space.field_of(objects[o], member);
    const int value = read(field);
    if (space.members[member].is_array)
      return seen(value == 0 ? 0 : 10 * value + read(field + 1 + h % static_cast<std::uint64_t>(value)));
    if (!space.in_numbers.fields[field].reference) return seen(value);
    if (value == model_field::null) return seen_null;
    const auto to = static_cast<std::size_t>(value);
    const auto at = std::find(objects.begin(), objects.end(), to);
    const auto known_as = static_cast<std::size_t>(at - objects.begin());
    if (at == objects.end()) objects.push_back(to);
    return space.in_numbers.objects[to].told_apart ? seen_object_told_apart(to) : seen_object(known_as);
  }
};

constexpr std::array all_kinds{kind::root, kind::a, kind::b, kind::c};

template <memory Where>
std::function<bool(const type_root&)> predicate_in(const random_space& space, const decision& d, bool recursive) {
  auto all = std::make_shared<members_by_kind>();
  for (const kind k : all_kinds)
    for (const auto m : space.members_of(k)) (*all)[static_cast<std::size_t>(k)].push_back(space.members[m]);
  auto told_apart = std::make_shared<std::vector<bool>>();
  for (const auto& o : space.in_numbers.objects) told_apart->push_back(o.told_apart);
  return [all, told_apart, d, recursive](const type_root& root) {
    library_world<Where> world{*all, *told_apart, {}};
    world.objects.number_of(&root);
    return recursive ? decide_recursively(world, d) : decide(world, d);
  };
}

}  // namespace

random_space make_random_space(std::uint32_t seed, double largest) {
  for (std::uint32_t attempt = 0;; ++attempt) {
    auto space = maker(seed * 1000 + attempt).make();
    if (space.in_numbers.size() <= largest) return space;
  }
}

std::function<bool(const type_root&)> predicate_of(const random_space& space, const decision& d, memory where,
                                                   bool recursive) {
  switch (where) {
    case memory::on_the_stack: return predicate_in<memory::on_the_stack>(space, d, recursive);
    case memory::undoable_containers: return predicate_in<memory::undoable_containers>(space, d, recursive);
    case memory::std_containers: break;
  }
  return predicate_in<memory::std_containers>(space, d, recursive);
}

model_predicate model_predicate_of(const random_space& space, const decision& d) {
  auto members = std::make_shared<std::array<std::vector<std::size_t>, 4>>();
  for (const kind k : all_kinds) (*members)[static_cast<std::size_t>(k)] = space.members_of(k);
  return [&space, d, members](const std::function<int(std::size_t)>& read) {
    model_world world{space, *members, read, {0}};
    return decide(world, d);
  };
}

std::string canonical_in_memory(const random_space& space, const type_root& root) {
  // What the memory says, as a candidate vector; then as the model writes it.
  const auto& numbers = space.in_numbers;
  indexes vector(numbers.fields.size());
  std::vector<const object*> todo{&root};
  std::vector<bool> met(numbers.objects.size());
  met[root.number] = true;
  const auto put = [&](std::size_t field, int value) {
    const auto& values = numbers.fields[field].values;
    vector[field] = static_cast<std::uint32_t>(std::find(values.begin(), values.end(), value) - values.begin());
  };
  while (!todo.empty()) {
    const object& o = *todo.back();
    todo.pop_back();
    for (const auto m : space.members_of(o.what)) {
      const auto field = space.field_of(o.number, m);
      const auto& member = space.members[m];
      if (member.is_array) {
        const auto first = std::get<int>(member.look(o, 0));
        put(field, first / 10);
        for (int e = 0; e < first / 10; ++e)
          put(field + 1 + static_cast<std::size_t>(e),
              std::get<int>(member.look(o, static_cast<std::uint64_t>(e))) % 10);
        continue;
      }
      const sight s = member.look(o, 0);
      if (const auto* number = std::get_if<int>(&s)) {
        put(field, *number);
        continue;
      }
      const auto* const to = std::get<const object*>(s);
      put(field, to == nullptr ? model_field::null : static_cast<int>(to->number));
      if (to != nullptr && !met[to->number]) {
        met[to->number] = true;
        todo.push_back(to);
      }
    }
  }
  return canonical(numbers, vector);
}

}  // namespace korat_test
