// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Prints, for every subject and both engines, the counts and a hash of the whole sequence of candidates: vectors,
// accessed fields in their order, answers; and the counts and solutions of its diagram. Built over the subjects of
// field<T> and over the same text as plain classes; what they print must be the same.

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

#include "korat/diagram.hpp"
#include "subjects/subject.hpp"

namespace {

using korat::subjects::arguments;

/// Large enough for every branch of the predicates, small enough to be run five times in every build.
const std::map<std::string, arguments> sizes = {
    {"binary-tree", {6}},
    {"search-tree", {4}},
    {"red-black-tree", {5}},
    {"binomial-heap", {4}},
    {"fibonacci-heap", {3}},
    {"disj-set", {3}},
    {"heap-array", {4}},
    {"singly-linked-list", {5}},
    {"doubly-linked-list", {6}},
    {"sorted-list", {0, 3, 4, 3}},
    {"dag", {4}},
    {"fault-tree", {4}},
    {"avl-tree", {5}},
    {"ternary-tree", {4}},
    {"linked-disj-set", {4}},
};

class sequence_hash {
 public:
  void add(std::uint64_t number) { value_ = (value_ ^ number) * 1'099'511'628'211U; }
  void add(std::span<const std::uint32_t> numbers) {
    add(numbers.size());
    for (const auto n : numbers) add(n);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14'695'981'039'346'656'037U;
};

void trace(const korat::subjects::subject& subject, const arguments& given, korat::engine engine) {
  sequence_hash hash;
  const auto search = subject.search(given, {.engine = engine});
  while (search->next()) {
    hash.add(search->vector());
    hash.add(search->accessed());
    hash.add(search->valid());
  }
  const auto counts = search->statistics();
  std::printf("%s %s explored %lu valid %lu initialized %lu sequence %016lx\n", subject.name.c_str(),
              engine == korat::engine::checkpoint ? "checkpoint" : "reexecute", counts.explored, counts.valid,
              counts.field_initializations, hash.value());
}

void trace_diagram(const korat::subjects::subject& subject, const arguments& given) try {
  korat::basic_diagram all(subject.describe(given));
  sequence_hash hash;
  while (all.next()) hash.add(all.vector());
  std::printf("%s diagram explored %s valid %s initialized %s sequence %016lx\n", subject.name.c_str(),
              all.explored().decimal().c_str(), all.count().decimal().c_str(),
              all.field_initializations().decimal().c_str(), hash.value());
} catch (const korat::diagram_error& e) {
  std::printf("%s: %s\n", subject.name.c_str(), e.what());
}

}  // namespace

int main() {
  for (const auto& subject : korat::subjects::all()) {
    for (const auto engine : {korat::engine::checkpoint, korat::engine::reexecute})
      trace(subject, sizes.at(subject.name), engine);
    trace_diagram(subject, sizes.at(subject.name));
  }
}
