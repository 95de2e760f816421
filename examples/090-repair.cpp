// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Repairing a list that a wrong method built.

#include <array>
#include <iostream>
#include <korat/korat.hpp>
#include <korat/repair.hpp>

namespace {

struct entry {
  korat::field<entry*> next, previous;
  int element = 0;
};

/// A ring that begins with a header, which is no element.
struct list {
  korat::field<entry*> header;
  korat::field<int> size;

  bool rep_ok() const {
    const entry* current = header;
    if (!current) return false;
    korat::set<const entry*> visited;
    while (visited.insert(current).second) {
      const entry* const next = current->next;
      if (!next || next->previous != current) return false;
      current = next;
    }
    return current == header && static_cast<int>(visited.size()) - 1 == size;
  }

  void add_first(entry& added) {
    entry* const second = header->next;
    header->next = &added;
    added.previous = header;
    added.next = second;
    second->previous = header;  // wrong; and who counts?
  }
};

korat::finitization<list> bounds(std::int64_t size) {
  korat::finitization<list> space("list");
  const auto entries = space.objects<entry>(size + 1);
  space.set<&list::header>(entries).set<&list::size>(korat::between(0, size));
  space.set<&entry::next>(entries).set<&entry::previous>(entries);
  return space;
}

}  // namespace

int main() {
  std::array<entry, 8> entries;
  list broken;
  broken.header = entries[0].next = entries[0].previous = &entries[0];
  broken.size = 0;
  for (std::size_t i = 1; i < entries.size(); ++i) broken.add_first(entries[i]);

  const auto result = korat::repair(broken, bounds(7), &list::rep_ok, {.keep = {"next"}});
  std::cout << explain(result);
  std::cout << name_of(result.outcome) << ", " << result.changes.size() << " fields changed, size " << broken.size
            << '\n';
}
