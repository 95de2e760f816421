// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What rules are measured with: each with the range in which it makes sense, and why it is what it is.

#pragma once

#include <cstdint>

namespace korat::detail::thresholds {

/// A rule is believed when it holds for so large a share. Range: above 0.5, where the opposite would be believed too,
/// to
/// 1. Half the objects of a structure may be damaged, each in one field of several, so it is well below one.
inline constexpr double usual = 0.6;

/// A rule about a member needs so many references or fields to be seen at all. Range: 3 to 20. Of fewer, one fault is
/// too large a share; with more, small structures have no rules.
inline constexpr std::uint32_t fewest = 8;

/// A member may lack its inverse in so large a share, if another member lacks none. Range: 0 to 0.4 (1 - usual).
inline constexpr double tolerated = 0.1;

/// And so many times as often as the member that lacks it least. Range: 1 to 10. Damage hits all members alike: what
/// one lacks by far more often is not meant to be there.
inline constexpr double times_the_least = 3;

/// Objects of a class that several fields lead to are no fault where they are more than this share of those owned.
/// Range: 0 to 0.5. A structure with a fault in every fourth object is past this rule.
inline constexpr double shared = 0.25;

/// And so many more, which a few faults in a small structure may make. Range: 0 to 8.
inline constexpr std::uint32_t shared_at_least = 1;

/// Integers are keys, or meant to differ, when so large a share of them does. Range: above 0.5 to 1. Keys drawn at
/// random from ten times as many values repeat in 5 percent.
inline constexpr double distinct = 0.9;

/// A tree is meant to be balanced where so large a share of its objects, or a smaller one, is not. Range: 0 to 0.3: in
/// a tree of random shape it is a third.
inline constexpr double unbalanced = 0.2;

}  // namespace korat::detail::thresholds
