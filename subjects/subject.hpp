// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A subject: a structure with its predicate, finitization and known counts, under a name. Each lies in one file of this
// folder and is an ordinary user of the public interface.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "korat/korat.hpp"

namespace korat::subjects {

#ifdef KORAT_PLAIN_SUBJECTS
// The same text describes plain classes, whose reads the compiler pass notices.
template <class T>
using field = T;
template <class T>
using array = korat::array<T, T>;
#endif

using arguments = std::vector<std::int64_t>;

/// A published or otherwise independently known result. Zero explored: only the number of valid structures is known.
struct known_count {
  subjects::arguments arguments;
  std::uint64_t explored;
  std::uint64_t valid;
};

struct subject {
  std::string name;                              // "binary-tree"
  std::string summary;                           // one line
  std::vector<std::vector<std::string>> forms;   // the ways to call it: names of the parameters of each
  std::vector<known_count> known;
  /// For arguments whose number fits one of the forms. Throws finitization_error.
  std::function<description(const subjects::arguments&)> describe;

  std::unique_ptr<basic_search> search(const subjects::arguments& a, search_options options) const {
    return std::make_unique<basic_search>(describe(a), std::move(options));
  }
};

/// All subjects, in the order of their documentation.
std::span<const subject> all();
/// Null when there is no such subject.
const subject* find(std::string_view name);

}  // namespace korat::subjects
