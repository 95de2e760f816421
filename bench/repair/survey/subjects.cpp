// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The subjects, which the rules were first made for: what a rule brings to large ones with many faults.

#include "kind.hpp"
#include "subjects/subject.hpp"

namespace korat::bench::survey {

namespace {

sample grown(const subjects::subject& s, int objects, random_numbers& random) {
  const auto made = s.grow(objects, random);
  sample result{s.describe(made.arguments), {}};
  std::vector<std::string> told_apart;
  for (const auto& c : detail::erasure::of(result.what).bounds.classes)
    if (c.told_apart) told_apart.push_back(c.name);
  result.intact = faults::renumbered(detail::read_live(result.what, made.root, made.told_apart), told_apart, random);
  result.intact = basic_repair(result.what, result.intact, {.max_fresh = 0}).before();
  return result;
}

}  // namespace

std::vector<kind> subject_kinds() {
  std::vector<kind> all;
  for (const auto& s : subjects::all())
    if (s.grow)
      all.push_back(
          {s.name, half::subjects, [&s](int objects, random_numbers& random) { return grown(s, objects, random); }});
  return all;
}

}  // namespace korat::bench::survey
