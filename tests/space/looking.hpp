// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Ways to look at a bounded space from outside: the names of its fields, the values of a member, all candidate vectors.

#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "korat/korat.hpp"

namespace korat_test {

using names = std::vector<std::string>;
using vectors = std::vector<std::vector<std::uint32_t>>;

struct everything {
  template <class Root>
  bool operator()(const Root&) const {
    return true;
  }
};

/// The candidate vector's fields, by name.
template <class Root>
names fields_of(const korat::finitization<Root>& bounds) {
  const korat::search<Root> search(bounds, everything());
  names result;
  for (std::size_t i = 0; i < search.fields(); ++i) {
    const auto name = search.field(i);
    result.push_back(name.object + "." + name.member);
  }
  return result;
}

/// All candidate vectors, in order, of a predicate that accepts everything: the space up to isomorphism.
template <class Root>
vectors all_vectors(const korat::finitization<Root>& bounds, korat::search_options options = {}) {
  korat::search<Root> search(bounds, everything(), std::move(options));
  vectors result;
  while (search.next()) result.push_back(search.vector());
  return result;
}

template <class T>
struct holds {
  korat::field<T> value{};
};
template <class T>
struct holds_plain {
  T value{};
};

// Apart from values_in, for it takes long to compile and need not know the domain's type.
template <class Holder, class T>
std::vector<T> all_values(const korat::finitization<Holder>& bounds) {
  std::vector<T> result;
  korat::for_each(bounds, everything(), [&](const Holder& h) { result.push_back(h.value); });
  return result;
}

template <class Holder, class T, class Domain>
std::vector<T> values_in(const Domain& domain) {
  korat::finitization<Holder> bounds("holds");
  bounds.template set<&Holder::value>(domain);
  return all_values<Holder, T>(bounds);
}

/// The values a member of type T takes, in the order of the search, whichever way it is declared.
template <class T, class Domain>
std::vector<T> values_of(const Domain& domain) {
  const auto values = values_in<holds<T>, T>(domain);
  const auto plain = values_in<holds_plain<T>, T>(domain);
  EXPECT_TRUE(values == plain) << "a field and a plain member differ";
  return values;
}

/// What is shown of them.
template <class T, class Domain>
std::vector<korat::field_value> shown_of(const Domain& domain) {
  korat::finitization<holds<T>> bounds("holds");
  bounds.template set<&holds<T>::value>(domain);
  korat::search<holds<T>> search(bounds, everything());
  std::vector<korat::field_value> result;
  while (search.next_valid()) result.push_back(search.snapshot().objects.at(0).fields.at(0).value);
  return result;
}

}  // namespace korat_test
