// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Lists whose entries know both neighbours. Where 'next' and 'previous' answer each other they are right; what is left
// of a damaged list are segments, whose ends lack an answer.

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "repair/ledger.hpp"

namespace korat::detail {

/// Two members of one class that answer each other.
struct list_links {
  std::uint32_t first_object, objects;  // of the class
  std::uint32_t next, previous;         // their places among an object's cells
  std::uint32_t member_of_next, member_of_previous;
};

std::vector<list_links> find_list_links(const view&);
/// How much speaks for it that the cell leads to the object.
using reference_score = std::function<double(std::uint32_t cell, std::uint32_t object)>;
/// What joins the segments again. Where two ways are possible, the score decides.
std::vector<proposal> link_both_ways(const view&, const list_links&, const reference_score&);

}  // namespace korat::detail
