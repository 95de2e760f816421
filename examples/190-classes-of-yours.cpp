// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Three kinds of classes that need a word more: with a private node, without a default constructor, and a template.

#include <iostream>
#include <string>

#include "korat/korat.hpp"

// 1. A private node: a friend, or a static function of the class, may name it and its members.
class stack {
 public:
  bool rep_ok() const {
    korat::set<const node*> seen;
    for (const node* n = top_; n != nullptr; n = n->below)
      if (!seen.insert(n).second) return false;
    return true;
  }
  static korat::finitization<stack> bounds(int nodes) {
    korat::finitization<stack> b;
    const auto all = b.objects<node>(nodes);
    b.set<&stack::top_>(all).set<&node::below>(all);
    return b;
  }

 private:
  struct node {
    korat::field<node*> below;
  };
  korat::field<node*> top_;
};

// The same, of a class that is not to be touched: what its private member leads to is the node.
class sealed_list {
 public:
  bool rep_ok() const { return !first_ || (first_->next != first_ && (!first_->next || !first_->next->next)); }

 private:
  struct node {
    korat::field<node*> next;
  };
  korat::field<node*> first_;
};

struct first : korat::private_name<first> {};
template struct korat::private_member<first, &sealed_list::first_>;
using sealed_node = korat::type_behind<first>;

korat::finitization<sealed_list> sealed_lists() {
  korat::finitization<sealed_list> b;
  const auto nodes = b.objects<sealed_node>(2);
  b.set<first>(nodes).set<&sealed_node::next>(nodes);
  return b;
}

// 2. No default constructor: a factory says what the search shall make.
struct heap {
  explicit heap(int most) : capacity(most) {}
  bool rep_ok() const {
    for (int i = 1; i < keys.size(); ++i)
      if (keys[i] > keys[(i - 1) / 2]) return false;
    return keys.size() <= capacity;
  }
  int capacity;
  korat::array<int> keys;
};

korat::finitization<heap> heaps() {
  korat::finitization<heap> b(korat::made_by([] { return heap(3); }));
  b.set<&heap::keys>(korat::array_of(korat::between(1, 2)).with_length(korat::between(0, 3))).keep<&heap::capacity>();
  return b;
}

// 3. A class template: its bounds are a function template. Where the class depends on a parameter, C++ wants the word
// 'template' before objects and set.
template <class T>
struct list {
  struct node {
    korat::field<node*> next;
    korat::field<T> value;
  };
  korat::field<node*> head;
  bool rep_ok() const {
    for (const node* n = head; n != nullptr && n->next; n = n->next)
      if (!(n->value < n->next->value)) return false;
    return true;
  }
};

template <class T, class Values>
korat::finitization<list<T>> lists(int nodes, Values values) {
  using node = typename list<T>::node;
  korat::finitization<list<T>> b;
  const auto all = b.template objects<node>(nodes);
  b.template set<&list<T>::head>(all).template set<&node::next>(all).template set<&node::value>(values);
  return b;
}

template <class Root, class Predicate>
std::uint64_t count(const korat::finitization<Root>& bounds, Predicate predicate) {
  return korat::for_each(bounds, predicate, [](const Root&) {}).valid;
}

int main() {
  std::cout << "stacks of up to 4 nodes: " << count(stack::bounds(4), &stack::rep_ok) << '\n'
            << "sealed lists of up to 2 nodes: " << count(sealed_lists(), &sealed_list::rep_ok) << '\n'
            << "heaps of up to 3 keys: " << count(heaps(), &heap::rep_ok) << '\n'
            << "sorted lists of int: " << count(lists<int>(3, korat::between(1, 3)), &list<int>::rep_ok) << '\n'
            << "sorted lists of text: "
            << count(lists<std::string>(2, korat::one_of<std::string>({"a", "b", "c"})), &list<std::string>::rep_ok)
            << '\n';
}
