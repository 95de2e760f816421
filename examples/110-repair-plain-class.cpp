// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Repairing a plain class, compiled through the pass: the free blocks of an allocator, after a stray write.

#include <array>
#include <iostream>
#include <korat/korat.hpp>
#include <korat/repair.hpp>

namespace {

struct block {
  long offset = 0;
  long size = 0;
  block* next = nullptr;

  long end() const { return offset + size; }
};

class free_list {
 public:
  explicit free_list(block* first = nullptr) : first_(first) {}

  /// In order, apart from each other by 16 bytes at least, none smaller than 32.
  bool rep_ok() const {
    korat::set<const block*> visited;
    long end = -16;
    for (const block* b = first_; b != nullptr; b = b->next) {
      if (!visited.insert(b).second) return false;
      if (b->offset - 16 < end || b->size < 32) return false;
      if (b->offset + b->size > 65'536) return false;
      end = b->end();
    }
    return true;
  }

  static korat::finitization<free_list> bounds() {
    korat::finitization<free_list> space("free_list");
    const auto blocks = space.objects<block>(4);
    space.set<&free_list::first_>(blocks).set<&block::next>(blocks);
    space.set<&block::offset>(korat::between(0, 65'536)).set<&block::size>(korat::between(0, 65'536));
    return space;
  }

 private:
  block* first_;
};

}  // namespace

int main() {
  std::array<block, 4> blocks{{{0, 64}, {128, 256}, {1'024, 4'096}, {8'192, 512}}};
  for (std::size_t i = 1; i < blocks.size(); ++i) blocks[i - 1].next = &blocks[i];
  free_list list(&blocks[0]);
  blocks[1].size = -559'038'737;
  blocks[3].offset = 0xdead'beef;

  const auto result = korat::repair(list, free_list::bounds(), &free_list::rep_ok);
  std::cout << explain(result);
  for (const auto& b : blocks) std::cout << '[' << b.offset << ", " << b.end() << ") ";
  std::cout << name_of(result.outcome) << '\n';
}
