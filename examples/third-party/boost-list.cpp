// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// boost::intrusive::list: a ring through the list's own header node, with the hooks in members of the objects, so that
// the pointers lead to a part of an object.

#include <boost/intrusive/list.hpp>

#include "every_operation.hpp"
#include "list_model.hpp"

namespace {

namespace bi = boost::intrusive;

struct item {
  bi::list_member_hook<bi::link_mode<bi::normal_link>> hook;
  int value = 0;
};
using list = bi::list<item, bi::member_hook<item, bi::list_member_hook<bi::link_mode<bi::normal_link>>, &item::hook>,
                      bi::constant_time_size<false>>;
using node = bi::list_node<void*>;  // what the hook is

const node& header_of(const list& l) { return *l.end().pointed_node(); }
node& header(list& l) { return *l.end().pointed_node(); }
node*& first(list& l) { return header(l).next_; }
node*& last(list& l) { return header(l).prev_; }
node& hook(item& i) { return *i.hook.this_ptr(); }
node*& next(item& i) { return hook(i).next_; }
node*& previous(item& i) { return hook(i).prev_; }

bool rep_ok(const list& l, int size) {
  const node* n = &header_of(l);
  for (int count = 0; count <= size; ++count) {
    if (n->next_->prev_ != n) return false;
    n = n->next_;
    if (n == &header_of(l)) return count == size;
  }
  return false;
}

korat::search<list> lists(int n) {
  korat::finitization<list> bounds("boost::intrusive::list");
  const auto items = bounds.objects<item>(n, {.null = korat::null_value::excluded});
  const auto nodes = korat::any_of(bounds.root().part<&header>(), items.part<&hook>());
  bounds.set<&first>(nodes).set<&last>(nodes).set<&next>(nodes).set<&previous>(nodes);
  bounds.set<&item::value>(korat::one_of(1, 2));
  return {bounds, [n](const list& l) { return rep_ok(l, n); }};
}

/// Seen by the library's own iterators in both directions.
std::string fault_of(const list& l, const values& expected) {
  values forward, backward;
  for (const item& i : l) forward.push_back(i.value);
  for (auto i = l.rbegin(); i != l.rend(); ++i) backward.push_back(i->value);
  return difference(forward, backward, expected);
}

std::vector<operation<list>> operations(const list& l) {
  values now, reversed, sorted;
  for (const item& i : l) now.push_back(i.value);
  reversed.assign(now.rbegin(), now.rend());
  sorted = now;
  std::ranges::sort(sorted);
  std::vector<operation<list>> all;
  const auto add = [&](const std::string& name, const values& expected, auto change) {
    all.push_back({name, [=](list& changed) {
                     item added;
                     added.value = 3;
                     change(changed, added);
                     return fault_of(changed, expected);
                   }});
  };
  add("push_front", with(now, 0, 3), [](list& c, item& a) { c.push_front(a); });
  add("push_back", with(now, now.size(), 3), [](list& c, item& a) { c.push_back(a); });
  add("reverse", reversed, [](list& c, item&) { c.reverse(); });
  add("sort", sorted, [](list& c, item&) { c.sort([](const item& a, const item& b) { return a.value < b.value; }); });
  for (std::size_t i = 0; i < now.size(); ++i) {
    const auto steps = static_cast<std::ptrdiff_t>(i);
    add("erase", without(now, i), [=](list& c, item&) { c.erase(std::next(c.begin(), steps)); });
    add("insert", with(now, i, 3), [=](list& c, item& a) { c.insert(std::next(c.begin(), steps), a); });
  }
  return all;
}

}  // namespace

int main() {
  bool ok = true;
  for (int n = 0; n <= 7; ++n)
    ok &= report("intrusive lists", n, run_every_operation(lists(n), operations), number_of_lists(n));
  return ok ? 0 : 1;
}
