// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Searches that examine a predicate: where in it fields are read, and how the search would go if it read others first.
// They re-execute.
//
//   auto search = korat::diagnosed(describe(bounds, &tree::rep_ok), {.trace_reads = true});
//   while (search.next()) std::cout << korat::read_sites(search).size() << '\n';

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "korat/options.hpp"
#include "korat/search.hpp"

namespace korat {

struct diagnosis {
  /// Note where in the predicate each field is first read, for read_sites().
  bool trace_reads = false;
  /// Fields of the root, by index, to be chosen before the predicate runs: as if it read them first.
  std::vector<std::uint32_t> read_first = {};
};

basic_search diagnosed(description, const diagnosis&, search_options = {});

/// The address of an instruction.
using code_address = std::uintptr_t;
/// The code behind the first read of each accessed field of the current candidate; empty unless reads are traced.
std::span<const code_address> read_sites(const basic_search&);

}  // namespace korat
