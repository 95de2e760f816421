// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A subject: a structure with its predicate, finitization and known counts, under a name. Each lies in one file of this
// folder and is an ordinary user of the public interface.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "korat/diagnosis.hpp"
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

/// A structure of live objects, for programs that start from one instead of searching. subjects/large has the code.
struct grown {
  std::shared_ptr<void> objects;  // keeps them alive
  void* root;                     // of the class that the description is about
  subjects::arguments arguments;  // of bounds that it lies within
  /// Objects that are told apart, with the name of their class, in the order of their numbers.
  std::vector<std::pair<std::string, void*>> told_apart = {};
};

struct subject {
  std::string name;                             // "binary-tree"
  std::string summary;                          // one line
  std::vector<std::vector<std::string>> forms;  // the ways to call it: names of the parameters of each
  std::vector<known_count> known;
  /// For arguments whose number fits one of the forms. Throws finitization_error.
  std::function<description(const subjects::arguments&)> describe;
  /// A random valid structure of exactly so many objects or elements, the same one for the same random numbers. Neither
  /// the addresses of its objects nor the values of its keys tell its shape. Throws finitization_error for a size that
  /// there is none of. A header's offer has none to give.
  std::function<subjects::grown(std::int64_t size, std::mt19937_64&)> grow = {};

  /// Changes the options of its searches where they do not suit it.
  std::function<void(search_options&)> adapt = {};

  std::unique_ptr<basic_search> search(const subjects::arguments& a, search_options options,
                                       const diagnosis& more = {}) const {
    if (adapt) adapt(options);
    return std::make_unique<basic_search>(diagnosed(describe(a), more, std::move(options)));
  }
};

/// All subjects, in the order of their documentation.
std::span<const subject> all();
/// Some of them, and others, whose predicates are checks in lockstep (docs/lockstep.md).
std::span<const subject> in_lockstep();
/// Among both. Null when there is no such subject.
const subject* find(std::string_view name);

}  // namespace korat::subjects
