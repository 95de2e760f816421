// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What rules and the search are measured with: each with the range in which it makes sense, and why it is what it is.

#pragma once

#include <cstddef>
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

/// A reference of a list fits where one of so many objects behind it has a key that does. Range: 2 to 16. With 1, two
/// wrong keys in a row look like a wrong reference; a reference that leads back a little way is taken for right with
/// many.
inline constexpr int next_few = 4;

// The search near a failure (best_first.cpp, failure.cpp).

/// How much is looked at where the predicate rejected, one stage after the other.
struct stage {
  std::uint32_t window;  // fields read last
  bool closer;           // read for the first time or not
  int discrepancy;       // what it costs to come so far
};
/// Range of a window: 1 to the size of the structure. Most faults are among the last few fields read, and each stage
/// takes several times as long as the one before: what lies far back is looked at when nothing else is left.
inline constexpr stage stages[] = {{4, false, 0}, {16, false, 1}, {32, true, 2}, {128, true, 4}, {1'024, true, 6}};

/// Discrepancies of a child that came no further. Range: 1 to most_discrepancy. It costs more than the second best
/// child.
inline constexpr int no_gain = 2;

/// A candidate with more is not looked at. Range: that of the last stage and more; the number of candidates grows with
/// its power.
inline constexpr int most_discrepancy = 6;

/// A choice that lies so many decisions back counts as one discrepancy more. Range: 4 to 64. With a small one a large
/// structure is never given up near its beginning, with a large one an early mistake is never reconsidered.
inline constexpr int age = 16;

/// So many small steps in a row are a discrepancy. Range: 2 to 16. They follow an earlier mistake.
inline constexpr int few_steps = 4;

/// So many fields read last tell where the predicate failed. Range: 4 to 1,024: more than it reads of one object.
inline constexpr std::uint32_t way = 64;

/// Children that come further, and that come as far. Range: 1 to 16, and 0 to 64.
inline constexpr std::size_t most_gains = 4, most_level = 12;

/// So many reads apart, it is about the same place. Range: 1 to 16, what a predicate reads of one object.
inline constexpr std::uint32_t about_as_far = 4;

/// So many reads further, a change was right and is kept at once. Range: 16 to 1,024: beyond some objects, and well
/// within the structure.
inline constexpr std::uint32_t well_beyond = 64;

/// With such a score any progress confirms a change. Range: the scores of moves.cpp. What refers back, or was proposed
/// by a rule, has more.
inline constexpr double speaks_for_itself = 5;

/// Reads before the failure from which on fields are armed anew, to look closer; and so many fewer may be read where a
/// part was left out. Range: 4 to 64.
inline constexpr std::uint32_t armed_anew = 16;

/// Of objects that are lost, so many are tried in one field; of parts that lead to themselves, so many. Range: 1 to 64.
/// Any object of such a part may be its first, and of an object that nothing leads to, that is known.
inline constexpr std::size_t few_lost = 4, few_heads = 16;

/// Empty fields of a group that lost objects are tried in, and reads that are looked through for them. Range: 1 to
/// 1,024, and up to what the predicate reads: the end of a list may lie far back, and to look takes nanoseconds.
inline constexpr std::size_t few_places = 64, furthest_back = 1 << 16;

/// Fields read last that are exchanged with others of their member, and how many others. Range: 1 to 8, and 100 to
/// 10,000: each is an execution.
inline constexpr std::size_t exchanged = 2, exchanged_with = 2'000;

/// The score of an exchange. Range: below 0, the score of lost objects: two changes are likely only after one.
inline constexpr double score_of_exchange = -2;

/// So many integers are left open at the same time. Range: 16 to 256. The time to solve their conditions grows with its
/// square.
inline constexpr std::size_t most_open = 64;

}  // namespace korat::detail::thresholds
