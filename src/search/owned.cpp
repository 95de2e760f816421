// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/owned.hpp"

#include <algorithm>

#include "korat/error.hpp"
#include "search/runner.hpp"

namespace korat {

namespace {

using makings = detail::structure_copier::makings;

detail::predicate_runner& runner_of(const void* root) {
  auto* const owner = detail::in_region(root) ? detail::slice::owner_of(root) : nullptr;
  if (owner == nullptr || owner->searched().root() != root)
    throw usage_error(
        "korat::copy: this is not the root of a structure that a search or a diagram has found; others are copied by "
        "their own means");
  if (owner->predicate_runs())
    throw usage_error("korat::copy: a structure is copied when it is found, not by its predicate");
  return *owner;
}

void use_factories(makings& how, const detail::bounds& bounds, const copy_options& options) {
  for (const auto& factory : options.factories) {
    const auto& f = detail::erasure::inside(factory);
    for (std::size_t c = 0; c < how.size(); ++c)
      if (bounds.classes[c].name == f.class_name) how[c] = {nullptr, nullptr, f.make, f.free};
    if (std::ranges::find(bounds.classes, f.class_name, &detail::object_class::name) == bounds.classes.end())
      throw usage_error("korat::copy: there is a factory for " + f.class_name + ", which is no class of " +
                        bounds.name);
  }
}

void check_ownership(const detail::bounds& bounds, ownership owner) {
  if (owner == ownership::root) return;
  for (const auto& b : bounds.bindings)
    if (std::ranges::any_of(b.values.segments, [](const detail::segment& s) { return s.own != nullptr; }))
      throw usage_error("korat::copy: " + b.class_name + "::" + b.name +
                        " owns its object, so the copy must not: use ownership::root");
}

void check_making(const makings& how, const detail::bounds& bounds) {
  for (std::size_t c = 0; c < how.size(); ++c)
    if (!how[c].possible())
      throw usage_error("korat::copy: " + bounds.classes[c].name +
                        " cannot be made by new: give copy_options a factory for it");
}

}  // namespace

void copy_deleter::free(void* root) const {
  inside_.how->front().free(root);
  for (const auto& c : inside_.others) (*inside_.how)[c.object_class].free(c.object);
}

void* detail::copy_objects(const void* root, const copy_options& options, ownership owner, copy_deleter& deleter) {
  auto& runner = runner_of(root);
  const auto& bounds = runner.searched().described();
  auto& copier = runner.copier();
  auto& [how, others] = erasure::inside(deleter);
  how = copier.usual();
  if (!options.factories.empty()) {
    auto adapted = *copier.usual();
    use_factories(adapted, bounds, options);
    how = std::make_shared<const makings>(std::move(adapted));
  }
  check_ownership(bounds, owner);
  check_making(*how, bounds);
  const auto copies = copier.copy(*how);
  if (owner == ownership::copy) others.assign(copies.begin() + 1, copies.end());
  return copies.front().object;
}

}  // namespace korat
