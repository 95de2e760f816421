// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// boost::intrusive::slist, a ring with one link at each node, in the kind that also keeps a pointer to its last node.

#include <algorithm>
#include <boost/intrusive/slist.hpp>
#include <iterator>

#include "list_model.hpp"

namespace {

namespace bi = boost::intrusive;

struct item : bi::slist_base_hook<bi::link_mode<bi::normal_link>> {
  int value = 0;
  friend bool operator<(const item& a, const item& b) { return a.value < b.value; }
  friend bool operator==(const item& a, const item& b) { return a.value == b.value; }
};
using item_list = bi::slist<item, bi::constant_time_size<false>, bi::cache_last<true>>;
using node = bi::slist_node<void*>;  // what the hook is

const node& header_of(const item_list& l) { return *l.before_begin().pointed_node(); }
node& header(item_list& l) { return *l.before_begin().pointed_node(); }
node*& first(item_list& l) { return header(l).next_; }
/// Kept by the list behind its header.
node*& last(item_list& l) { return reinterpret_cast<node*(&)[2]>(header(l))[1]; }

/// The last element, by the list itself. Its last() for constant lists does not compile.
const node* told_last(const item_list& l) { return const_cast<item_list&>(l).last().pointed_node(); }

struct library {
  using list = item_list;

  static korat::finitization<list> bounds(int n) {
    korat::finitization<list> bounds("boost::intrusive::slist");
    const auto items = bounds.objects<item>(n, {.null = korat::null_value::excluded});
    const auto nodes = korat::any_of(items, bounds.root().part<&header>());
    bounds.set<&first>(nodes).set<&last>(nodes).set<&node::next_>(nodes);
    bounds.set<&item::value>(korat::one_of(1, 2));
    return bounds;
  }
  static bool rep_ok(const list& l, int size) {
    const node* n = &header_of(l);
    for (int count = 0; count <= size; ++count) {
      const node* const before = n;
      n = n->next_;
      if (n == &header_of(l)) return count == size && told_last(l) == before;
    }
    return false;
  }

  static values front_to_back(const list& l) {
    values found;
    for (const item& i : l) found.push_back(i.value);
    if (told_last(l) != l.previous(l.end()).pointed_node()) found.push_back(-1);  // a pointer to the last that is none
    return found;
  }
};

item& fresh() {
  static item added;
  added = item();
  added.value = added_value;
  return added;
}
item_list::iterator at(item_list& l, int place) { return std::next(l.begin(), place); }
item_list::iterator before(item_list& l, int place) { return std::next(l.before_begin(), place); }

void changes() {
  hunt_lists<library>(
      "push_front", places::none, [](item_list& l, int) { l.push_front(fresh()); }, insert_at);
  hunt_lists<library>(
      "push_back", places::none, [](item_list& l, int) { l.push_back(fresh()); },
      [](values& v, int) { v.push_back(added_value); });
  hunt_lists<library>(
      "insert_after", places::gaps, [](item_list& l, int place) { l.insert_after(before(l, place), fresh()); },
      insert_at);
  hunt_lists<library>(
      "insert", places::gaps, [](item_list& l, int place) { l.insert(at(l, place), fresh()); }, insert_at);
  hunt_lists<library>(
      "erase_after", places::values, [](item_list& l, int place) { l.erase_after(before(l, place)); }, erase_at);
  hunt_lists<library>(
      "erase", places::values, [](item_list& l, int place) { l.erase(at(l, place)); }, erase_at);
  hunt_lists<library>(
      "erase to the end", places::gaps, [](item_list& l, int place) { l.erase_after(before(l, place), l.end()); },
      [](values& v, int place) { v.resize(static_cast<std::size_t>(place)); });
}

void of_the_whole() {
  hunt_lists<library>(
      "reverse", places::none, [](item_list& l, int) { l.reverse(); }, [](values& v, int) { std::ranges::reverse(v); });
  hunt_lists<library>(
      "sort", places::none, [](item_list& l, int) { l.sort(); }, [](values& v, int) { std::ranges::sort(v); });
  hunt_lists<library>(
      "unique", places::none, [](item_list& l, int) { l.unique(); },
      [](values& v, int) { v.erase(std::unique(v.begin(), v.end()), v.end()); });
  hunt_lists<library>(
      "remove_if", places::none, [](item_list& l, int) { l.remove_if([](const item& i) { return i.value == 1; }); },
      [](values& v, int) { std::erase(v, 1); });
  hunt_lists<library>(
      "shift_forward", places::gaps, [](item_list& l, int by) { l.shift_forward(static_cast<std::size_t>(by)); },
      [](values& v, int by) { std::rotate(v.begin(), v.begin() + by, v.end()); });
  hunt_lists<library>(
      "shift_backwards", places::gaps, [](item_list& l, int by) { l.shift_backwards(static_cast<std::size_t>(by)); },
      [](values& v, int by) { std::rotate(v.begin(), v.end() - by, v.end()); });
  hunt_lists<library>(
      "splice_after", places::gaps,
      [](item_list& l, int place) {
        item_list other;  // what is behind the place goes there and comes back in front
        other.splice_after(other.before_begin(), l, before(l, place), l.last());
        l.splice_after(l.before_begin(), other);
      },
      [](values& v, int place) { std::rotate(v.begin(), v.begin() + place, v.end()); });
}

}  // namespace

int main() {
  count_lists<library>("lists");
  changes();
  of_the_whole();
}
