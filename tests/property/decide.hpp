// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Random predicates. A predicate is a number: it walks about the objects it knows, the root at first; which field of
// which object it looks at next, whether it stops and what it answers follow from a hash of all it has seen so far.
// What it sees of a reference is whether it is null, an object it knows, or a new one, never an address: so it cannot
// tell isomorphic structures apart, and nothing else is promised about it.

#pragma once

#include <cstdint>

namespace korat_test {

struct decision {
  std::uint64_t seed = 0;
  std::uint32_t steps = 12;        // at most
  std::uint32_t stops_one_in = 6;  // after each step
  std::uint32_t accepts_of_8 = 4;  // how readily it says yes
  std::uint32_t memories = 0;      // what it has seen comes to one of so many; 0: it forgets nothing
};

inline std::uint64_t mix(std::uint64_t h, std::uint64_t with) {
  h ^= with + 0x9e37'79b9'7f4a'7c15 + (h << 6) + (h >> 2);
  h *= 0xff51'afd7'ed55'8ccd;
  return h ^ (h >> 33);
}

/// What it keeps in mind of all it has seen.
inline std::uint64_t remembered(const decision& d, std::uint64_t h, std::uint32_t step) {
  return d.memories == 0 ? h : mix(mix(d.seed, step), h % d.memories);
}

/// `World`: how to look at things.
///   std::size_t known()                                   objects known so far
///   std::uint32_t members(std::size_t object)             of a known object: how many it has that can be looked at
///   std::uint64_t look(std::size_t object, std::uint32_t member, std::uint64_t hash)   what is seen there
template <class World>
bool decide(World& world, const decision& d) {
  std::uint64_t h = mix(d.seed, 1);
  for (std::uint32_t step = 0; step < d.steps; ++step) {
    const auto object = static_cast<std::size_t>((h >> 3) % world.known());
    const auto members = world.members(object);
    const std::uint64_t seen =
        members == 0 ? 7 : world.look(object, static_cast<std::uint32_t>((h >> 17) % members), h >> 29);
    h = remembered(d, mix(h, mix(seen, step)), step);
    if ((h >> 40) % d.stops_one_in == 0) break;
  }
  return (h >> 50) % 8 < d.accepts_of_8;
}

/// The same by recursion: one frame for each look.
template <class World>
[[gnu::noinline]] std::uint64_t decide_from(World& world, const decision& d, std::uint64_t h, std::uint32_t step) {
  if (step == d.steps) return h;
  const auto object = static_cast<std::size_t>((h >> 3) % world.known());
  const auto members = world.members(object);
  const std::uint64_t seen =
      members == 0 ? 7 : world.look(object, static_cast<std::uint32_t>((h >> 17) % members), h >> 29);
  h = remembered(d, mix(h, mix(seen, step)), step);
  if ((h >> 40) % d.stops_one_in == 0) return h;
  volatile std::uint64_t kept = h;  // so that this frame is needed afterwards
  const auto result = decide_from(world, d, h, step + 1);
  return kept == h ? result : 0;
}
template <class World>
bool decide_recursively(World& world, const decision& d) {
  return (decide_from(world, d, mix(d.seed, 1), 0) >> 50) % 8 < d.accepts_of_8;
}

}  // namespace korat_test
