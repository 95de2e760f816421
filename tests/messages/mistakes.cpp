// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Mistakes that a compiler finds. Each has, behind its line, what the one error about it must say.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "korat/search.hpp"

struct node {
  korat::field<node*> next;
  korat::field<int> key;
  korat::field<std::string> name;
  std::vector<std::string> words;
  std::vector<korat::field<int>> numbers;
  std::optional<int> weight;
  std::variant<int, node*> either;
  korat::array<int> digits;
  void print() const;
};
struct other {};
struct list {
  korat::field<node*> head;
  bool rep_ok() const;
};
struct made_of_three {
  explicit made_of_three(int, int, int);
};
struct shape {
  virtual int corners() const = 0;
};

void between_bounds_no_text(korat::finitization<list>& b) { b.set<&node::name>(korat::between(0, 3)); }  // error: list other values with one_of()
void listed_values_convert(korat::finitization<list>& b) { b.set<&node::key>(korat::one_of(std::vector<std::string>())); }  // error: the listed values do not convert
void a_number_refers_to_nothing(korat::finitization<list>& b) { b.set<&node::key>(b.objects<node>(3)); }  // error: objects are referred to by pointers
void a_set_of_another_class(korat::finitization<list>& b) { b.set<&node::next>(b.objects<other>(3)); }  // error: objects of this set do not convert
void a_number_is_no_domain(korat::finitization<list>& b) { b.set<&node::key>(3); }  // error: this is no domain
void a_function_is_no_member(korat::finitization<list>& b) { b.set<&node::print>(korat::between(0, 3)); }  // error: name a data member
void an_array_has_a_length(korat::finitization<list>& b) { b.set<&node::digits>(korat::between(0, 3)); }  // error: with_length(between(...))
void a_number_has_none(korat::finitization<list>& b) { b.set<&node::key>(korat::vector_of(korat::between(0, 3), korat::between(0, 2))); }  // error: has a length to search
void words_are_listed(korat::finitization<list>& b) { b.set<&node::words>(korat::vector_of(korat::one_of(std::string()), 2)); }  // error: list others whole
void no_vector_of_fields(korat::finitization<list>& b) { b.set<&node::numbers>(korat::vector_of(korat::between(0, 3), 2)); }  // error: korat::array<T>
void optional_is_for_optionals(korat::finitization<list>& b) { b.set<&node::key>(korat::optional_of(korat::between(0, 3))); }  // error: bounds a std::optional
void a_domain_for_each_alternative(korat::finitization<list>& b) { b.set<&node::either>(korat::variant_of(korat::between(0, 3))); }  // error: a domain for each alternative
void no_pointer_in_a_variant(korat::finitization<list>& b) { b.set<&node::either>(korat::variant_of(korat::between(0, 3), b.objects<node>(2))); }  // error: make the pointer a member of its own
void no_predicate(korat::finitization<list>& b) { korat::search<list> s(b, 3); }  // error: the predicate takes a const reference to the root
void a_predicate_of_another_class(korat::finitization<list>& b) { korat::search<list> s(b, [](const node&) { return true; }); }  // error: the predicate takes a const reference to the root
void a_predicate_that_tells_a_text(korat::finitization<list>& b) { korat::search<list> s(b, [](const list&) { return std::string(); }); }  // error: the predicate takes a const reference to the root
void an_abstract_class(korat::finitization<list>& b) { b.objects<shape>(2); }  // error: default constructor
void a_class_without_default_constructor(korat::finitization<list>& b) { b.objects<made_of_three>(2); }  // error: default constructor
void a_root_without_default_constructor() { korat::finitization<made_of_three> b; }  // error: default constructor
