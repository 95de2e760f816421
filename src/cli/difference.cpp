// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/difference.hpp"

#include <algorithm>

#include "space/outline.hpp"

namespace korat::cli {
namespace {

struct two_predicates {
  detail::predicate first, second;
  accepted_by wanted;
};

bool accepts(const void* function, const void* root) {
  const auto& p = *static_cast<const two_predicates*>(function);
  const bool first = p.first.call(p.first.function.get(), root);
  if (first == (p.wanted == accepted_by::second_only)) return false;
  const bool second = p.second.call(p.second.function.get(), root);
  return second == (p.wanted != accepted_by::first_only);
}

bool same_types(const detail::bounds& a, const detail::bounds& b) {
  return std::ranges::equal(a.classes, b.classes, {}, &detail::object_class::throw_pointer,
                            &detail::object_class::throw_pointer) &&
         std::ranges::equal(a.bindings, b.bindings, {}, &detail::binding::key, &detail::binding::key);
}

}  // namespace

std::string why_different_spaces(const description& first, const description& second) {
  if (!same_types(detail::erasure::of(first).bounds, detail::erasure::of(second).bounds))
    return "they are about different classes or members; both must be predicates of one class, offered by one header";
  const detail::space a(detail::erasure::of(first).bounds), b(detail::erasure::of(second).bounds);
  if (detail::outline(a) != detail::outline(b)) return "their bounds differ: the same fields must have the same values";
  return "";
}

description combined(const description& first, const description& second, accepted_by wanted) {
  return detail::erasure::describe(
      {detail::erasure::of(first).bounds,
       {accepts, std::make_shared<two_predicates>(two_predicates{detail::erasure::of(first).predicate,
                                                                 detail::erasure::of(second).predicate, wanted})}});
}

}  // namespace korat::cli
