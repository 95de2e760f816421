// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What all hunts do: the structures of all sizes up to a bound, as many as is known from elsewhere; a property of an
// operation, checked on each of them, told in a line; and where it fails, the smallest structure on which it does.

#pragma once

#include <cstdint>
#include <iostream>
#include <korat/korat.hpp>
#include <korat/property.hpp>
#include <string>

/// `property_of(size)`: the korat::property for structures of that size. Ends with the first size at which it fails.
template <class PropertyOf>
void hunt(const std::string& name, int first, int last, const PropertyOf& property_of) {
  std::uint64_t structures = 0, calls = 0;
  for (int size = first; size <= last; ++size) {
    auto property = property_of(size);
    const auto result = property.check();
    structures += result.structures, calls += result.calls;
    if (result.failed) {
      std::cout << name << ": FAILS at size " << size << "\n" << result.failed->drawing;
      if (!result.failed->values.empty()) std::cout << "arguments: " << result.failed->values << '\n';
      return;
    }
  }
  std::cout << name << ": holds, sizes " << first << " to " << last << ", " << structures << " structures, " << calls
            << " calls\n";
}

/// How many structures there are of each size, and whether these are the numbers known from elsewhere.
template <class BoundsOf, class PredicateOf, class KnownOf>
void count(const std::string& name, int first, int last, const BoundsOf& bounds_of, const PredicateOf& predicate_of,
           const KnownOf& known_of) {
  std::cout << name << ", sizes " << first << " to " << last << ':';
  for (int size = first; size <= last; ++size) {
    const auto found = korat::for_each(bounds_of(size), predicate_of(size), [](const auto&) {}).valid;
    std::cout << ' ' << found;
    if (const std::uint64_t known = known_of(size); found != known) std::cout << " (BUT THERE ARE " << known << ')';
  }
  std::cout << '\n';
}
