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

/// And what holds for so large a share tells that a field is wrong where it does not hold; what holds less often may
/// just be frequent, as that the ranks of a leftist heap fall by one to the left. Range: usual to 1.
inline constexpr double nearly_always = 0.9;

/// Fields that lead to so large a share of the objects of a class are meant to lead to all. Range: nearly_always less
/// what damage there may be, 0.7, to 1.
inline constexpr double nearly_all = 0.85;

/// Two members link a list both ways if so large a share of each answers the other. Range: usual to 1. Of ten nodes of
/// an intact binomial heap, six of ten parents are answered by a child.
inline constexpr double mutual = 0.7;

/// A rule about a member needs so many references or fields to be seen at all. Range: 3 to 20. Of fewer, one fault is
/// too large a share; with more, small structures have no rules.
inline constexpr std::uint32_t fewest = 8;

/// Keys are in order if they are so much more often than by chance, in standard deviations. Range: 1 to 3. With 2,
/// one in forty unordered structures looks ordered.
inline constexpr double beyond_chance = 2;

/// Links may lead through a sorted list if they agree so much with an integer, beyond chance; and they do if, besides,
/// the usual share of its objects needs no change. Range: 0.3 to 0.7. A wrong integer is seen in three places, so with
/// a fault in every third object it is hardly more than 0.6; the right links of small search trees come to the same,
/// but half of them would have to be changed.
inline constexpr double agreement = 0.5;

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

/// A rule that would change so large a share of the objects that the predicate has passed, and of so many or more, is
/// wrong about the structure. Range: 0.25, for a bug may be in every fourth object, to 1; and `fewest` or more.
inline constexpr double distrusted = 0.5;

/// Integers are keys, or meant to differ, when so large a share of them does. Range: above 0.5 to 1. Keys drawn at
/// random from ten times as many values repeat in 5 percent.
inline constexpr double distinct = 0.9;

/// The same of integers that are nearly all numbers of elements. Range: 0.63, for so large a share of numbers drawn at
/// random differs, to `distinct`: that they are numbers of elements speaks for it, too.
inline constexpr double distinct_indices = 0.75;

/// A tree is meant to be balanced where so large a share of its objects, or a smaller one, is not. Range: 0 to 0.3: in
/// a tree of random shape it is a third.
inline constexpr double unbalanced = 0.2;

/// A reference of a list fits where one of so many objects behind it has a key that does. Range: 2 to 16. With 1, two
/// wrong keys in a row look like a wrong reference; a reference that leads back a little way is taken for right with
/// many.
inline constexpr int next_few = 4;

// The search near a failure (iterated_greedy.cpp, failure.cpp).

/// How many of the fields read last are looked at where the predicate rejected, one stage after the other. Range: 1 to
/// the size of the structure. Most faults are among the last few, and each stage takes several times as long as the one
/// before: what lies far back is looked at when nothing else is left.
inline constexpr std::uint32_t windows[] = {4, 16, 32, 128};

/// A construction ends when so many changes in a row brought nothing better. Range: from most_level + 1 to 64.
inline constexpr std::size_t patience = 8;

/// So many constructions go on from a candidate without anything better, before all begins anew; and so many times it
/// begins anew. Range: 10 to 1,000, each takes some hundred executions; and 1 to 1,000.
inline constexpr std::size_t most_in_vain = 40, most_rounds_in_vain = 64;

/// What a construction tries at a failure: the very first one, for where there are few faults one change will do; the
/// first of every round; and those that go on from a candidate, where every fourth tries four times as much as the
/// others, every sixteenth four times as much again. Range: 16 to 65,536. Where a failure is not what the change before
/// it made of it, what is right is among the first few.
inline constexpr std::size_t very_first_tries = 65'536, first_tries = 1'024, fewest_tries = 64, most_tries = 16'384;

/// One choice in so many takes the next best; one stage in so many that brought something is followed by the next one.
/// Range: 2 to 16; without chance, what was taken out is put back.
inline constexpr std::uint64_t next_best = 4, looks_further = 2;

/// So many changes in a row may let the predicate come no further, for so many fields may be wrong in one place. Range:
/// 1 to 4.
inline constexpr std::uint32_t most_level = 2;

/// What a change, and a part that is cut off, cost a candidate, in fields read. Range: 0 to 16. Of the development half
/// of the survey fewer are repaired with 8 and more for a change, for with many faults a change brings hardly more.
inline constexpr std::int64_t of_a_change = 2, of_a_lost_part = 4;

/// So many fields read last tell where the predicate failed. Range: 2 to 16: about what it reads of an object or two.
inline constexpr std::uint32_t way = 6;

/// So many reads apart, it is about the same place. Range: 1 to 16, what a predicate reads of one object.
inline constexpr std::uint32_t about_as_far = 4;

/// So many reads further, a change was right and is kept at once. Range: 16 to 1,024: beyond some objects, and well
/// within the structure.
inline constexpr std::uint32_t well_beyond = 64;

/// With such a score any progress confirms a change. Range: the scores of moves.cpp. What refers back, or was proposed
/// by a rule, has more.
inline constexpr double speaks_for_itself = 5;

/// Of objects that are lost, so many are tried in one field; and so many where another one leads there, too. Range: 1
/// to 64.
inline constexpr std::size_t few_lost = 4, few_heads = 16;

/// Empty fields of a group that lost objects are tried in, and reads that are looked through for them. Range: 1 to
/// 1,024, and up to what the predicate reads: the end of a list may lie far back, and to look takes nanoseconds.
inline constexpr std::size_t few_places = 64, furthest_back = 1 << 16;

/// What nothing leads to, in a field that leads where another one leads: so many are tried. Its score. Range: 64 to the
/// number of fields; and between those of an unlikely reference and of a likely one, -1 to 4. The reason is as good as
/// that of a null, but the field may lie anywhere.
inline constexpr std::size_t reattached = 1'024;
inline constexpr double score_of_reattachment = 2.5;

/// Fields read last of a member, and fields of it that were not read, that are exchanged with each other. Range: 2
/// to 32. And the score of an exchange. Range: below 0, the score of lost objects: two changes are likely only after
/// one.
inline constexpr std::size_t exchanged = 8;
inline constexpr double score_of_exchange = -1;

/// Every object is tried in the fields read last where there are so many, or fewer. Range: 100 to 10,000: each is an
/// execution.
inline constexpr std::size_t few_objects = 2'000;

/// So many integers are left open at the same time. Range: 16 to 256. The time to solve their conditions grows with its
/// square.
inline constexpr std::size_t most_open = 64;

}  // namespace korat::detail::thresholds
