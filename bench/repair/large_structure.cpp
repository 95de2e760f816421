// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/large_structure.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>

#include "faults/corrupt.hpp"
#include "harness/timing.hpp"
#include "harness/workload.hpp"
#include "image/image.hpp"

namespace korat::bench {

namespace {

subjects::grown grow(const std::string& subject, std::int64_t nodes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  return subjects::find(subject)->grow(nodes, random);
}

/// Of objects whose class only the subject knows.
struct untyped_repair : basic_repair {
  using basic_repair::basic_repair;
  untyped_repair(const description& what, void* root, repair_options options)
      : basic_repair(what, root, std::move(options)) {}
};

}  // namespace

const detail::bounds& large_structure::bounds() const { return detail::erasure::of(what_).bounds; }

large_structure::large_structure(const std::string& subject, std::int64_t nodes, std::uint64_t seed)
    : grown_(grow(subject, nodes, seed)), what_(subjects::find(subject)->describe(grown_.arguments)), seed_(seed) {
  constexpr int runs = 3;
  plain_seconds_ = std::numeric_limits<double>::infinity();
  for (int i = 0; i < runs; ++i) {
    const auto start = processor_seconds();
    if (!is_valid()) throw disagreement(subject + ": the structure to be damaged is not valid");
    plain_seconds_ = std::min(plain_seconds_, processor_seconds() - start);
  }
  live_.emplace(bounds(), grown_.root, grown_.told_apart);
  copy_.emplace(live_->with_room(0));
  live_->copy_to(*copy_);
  intact_ = detail::to_structure(*copy_);
  for (std::size_t c = 0; c < bounds().classes.size(); ++c) {
    const auto size = bounds().classes[c].size;
    auto& bytes = bytes_.emplace_back();
    bytes.reserve(live_->objects()[c].size() * size);
    for (const auto* const object : live_->objects()[c]) bytes.insert(bytes.end(), object, object + size);
  }
}

bool large_structure::is_valid() const {
  const auto& predicate = detail::erasure::of(what_).predicate;
  return predicate.call(predicate.function.get(), grown_.root);
}

// The same faults as those of 'korat corrupt', in the live objects.
void large_structure::damage(std::uint64_t faults) {
  std::mt19937_64 random(seed_);
  auto broken = intact_;
  const auto made = faults::corrupt(broken, {.count = faults}, random);
  detail::load(broken, *copy_);
  for (const auto& f : made) {
    const auto cell = copy_->objects()[f.object].first_cell + static_cast<std::uint32_t>(f.field);
    auto bits = copy_->bits_in_memory(cell);
    if (const auto* const to = std::get_if<object_id>(&f.after))
      bits = live_->pointer_bits(copy_->place(cell).binding, copy_->objects()[to->index].object_class,
                                 live_->object(*copy_, to->index));
    detail::store(copy_->cells()[cell], live_->place(*copy_, cell, live_->object(*copy_, f.object)), bits);
  }
}

void large_structure::put_back() const {
  for (std::size_t c = 0; c < bytes_.size(); ++c) {
    const auto size = bounds().classes[c].size;
    const auto* from = bytes_[c].data();
    for (auto* const object : live_->objects()[c]) std::memcpy(object, from, size), from += size;
  }
}

large_structure::measured large_structure::repair(std::uint64_t faults, const repair_options& options) {
  damage(faults);
  auto with_all = options;  // objects that the root reaches no more belong to it still
  for (std::size_t c = 1; c < live_->objects().size(); ++c)
    for (auto* const object : live_->objects()[c])
      detail::erasure::inside(with_all.objects.emplace_back(*object)) = {bounds().classes[c].name, object};
  measured m{};
  const auto start = processor_seconds();
  {
    untyped_repair work(what_, grown_.root, std::move(with_all));
    m.result = work.run();
    if (m.result.outcome == repair_outcome::repaired) work.commit();
  }
  m.seconds = processor_seconds() - start;
  if (m.result.ok() && !is_valid()) throw disagreement("a repaired structure is not valid");
  put_back();
  return m;
}

}  // namespace korat::bench
