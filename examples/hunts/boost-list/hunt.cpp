// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// boost::intrusive::list: a ring through the list's own header node, with the hooks in members of the objects, so that
// the pointers lead to a part of an object.

#include <algorithm>
#include <boost/intrusive/list.hpp>
#include <iterator>

#include "list_model.hpp"

namespace {

namespace bi = boost::intrusive;

struct item {
  bi::list_member_hook<bi::link_mode<bi::normal_link>> hook;
  int value = 0;
};
using item_list =
    bi::list<item, bi::member_hook<item, bi::list_member_hook<bi::link_mode<bi::normal_link>>, &item::hook>,
             bi::constant_time_size<false>>;
using node = bi::list_node<void*>;  // what the hook is

const node& header_of(const item_list& l) { return *l.end().pointed_node(); }
node& header(item_list& l) { return *l.end().pointed_node(); }
node*& first(item_list& l) { return header(l).next_; }
node*& last(item_list& l) { return header(l).prev_; }
node& hook(item& i) { return *i.hook.this_ptr(); }
node*& next(item& i) { return hook(i).next_; }
node*& previous(item& i) { return hook(i).prev_; }

struct library {
  using list = item_list;

  static korat::finitization<list> bounds(int n) {
    korat::finitization<list> bounds("boost::intrusive::list");
    const auto items = bounds.objects<item>(n, {.null = korat::null_value::excluded});
    const auto nodes = korat::any_of(bounds.root().part<&header>(), items.part<&hook>());
    bounds.set<&first>(nodes).set<&last>(nodes).set<&next>(nodes).set<&previous>(nodes);
    bounds.set<&item::value>(korat::one_of(1, 2));
    return bounds;
  }
  static bool rep_ok(const list& l, int size) {
    const node* n = &header_of(l);
    for (int count = 0; count <= size; ++count) {
      if (n->next_->prev_ != n) return false;
      n = n->next_;
      if (n == &header_of(l)) return count == size;
    }
    return false;
  }

  static values front_to_back(const list& l) {
    values found;
    for (const item& i : l) found.push_back(i.value);
    return found;
  }
  static values back_to_front(const list& l) {
    values found;
    for (auto i = l.rbegin(); i != l.rend(); ++i) found.push_back(i->value);
    return found;
  }
};

item& fresh() {
  static item added;
  added = item();
  added.value = added_value;
  return added;
}

void operations() {
  hunt_lists<library>(
      "push_front", places::none, [](item_list& l, int) { l.push_front(fresh()); }, insert_at);
  hunt_lists<library>(
      "push_back", places::none, [](item_list& l, int) { l.push_back(fresh()); },
      [](values& v, int) { v.push_back(added_value); });
  hunt_lists<library>(
      "insert", places::gaps, [](item_list& l, int place) { l.insert(std::next(l.begin(), place), fresh()); },
      insert_at);
  hunt_lists<library>(
      "erase", places::values, [](item_list& l, int place) { l.erase(std::next(l.begin(), place)); }, erase_at);
  hunt_lists<library>(
      "reverse", places::none, [](item_list& l, int) { l.reverse(); }, [](values& v, int) { std::ranges::reverse(v); });
  hunt_lists<library>(
      "sort", places::none,
      [](item_list& l, int) { l.sort([](const item& a, const item& b) { return a.value < b.value; }); },
      [](values& v, int) { std::ranges::sort(v); });
  hunt_lists<library>(
      "shift_forward", places::gaps, [](item_list& l, int by) { l.shift_forward(static_cast<std::size_t>(by)); },
      [](values& v, int by) { std::rotate(v.begin(), v.begin() + by, v.end()); });
  hunt_lists<library>(
      "shift_backwards", places::gaps, [](item_list& l, int by) { l.shift_backwards(static_cast<std::size_t>(by)); },
      [](values& v, int by) { std::rotate(v.begin(), v.end() - by, v.end()); });
}

}  // namespace

int main() {
  count_lists<library>("lists");
  operations();
}
