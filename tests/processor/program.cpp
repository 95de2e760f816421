// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A search by saved states whose predicate allocates, throws and catches. Compiled with marked branch targets, the
// program first has the processor insist on them in its own code.

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "korat/korat.hpp"

struct node {
  korat::field<node*> left, right;
};
struct tree {
  korat::field<node*> root;

  static int count(const node* n, korat::set<const node*>& met) {
    if (n == nullptr) return 0;
    if (!met.insert(n).second) throw std::runtime_error("a circle, or two ways to a node");
    return 1 + count(n->left, met) + count(n->right, met);
  }
  bool rep_ok() const {
    const auto wanted = std::make_unique<int>(5);
    korat::set<const node*> met;
    try {
      return count(root, met) == *wanted;
    } catch (const std::runtime_error&) {
      return false;
    }
  }
};

#if defined(__ARM_FEATURE_BTI_DEFAULT)
constexpr const char* how = ", by guarded code";

bool guard_own_code() {
  return dl_iterate_phdr(
             [](dl_phdr_info* program, std::size_t, void*) {
               for (int i = 0; i < program->dlpi_phnum; ++i) {
                 const auto& segment = program->dlpi_phdr[i];
                 if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
                 const auto begin = (program->dlpi_addr + segment.p_vaddr) & ~std::uintptr_t{4095};
                 const auto end = program->dlpi_addr + segment.p_vaddr + segment.p_memsz;
                 if (mprotect(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_EXEC | PROT_BTI) != 0)
                   return 2;
               }
               return 1;  // the first is the program
             },
             nullptr) == 1;
}
#else
constexpr const char* how = "";
bool guard_own_code() { return true; }
#endif

int main() {
  if (!guard_own_code()) return std::perror("mprotect"), 1;
  try {
    korat::finitization<tree> bounds;
    const auto nodes = bounds.objects<node>(5);
    bounds.set<&tree::root>(nodes).set<&node::left>(nodes).set<&node::right>(nodes);
    korat::search<tree> search(bounds, &tree::rep_ok);
    while (search.next_valid()) continue;
    const auto counts = search.statistics();
    std::printf("%d binary trees, of %d saved states%s\n", static_cast<int>(counts.valid),
                static_cast<int>(counts.checkpoints), how);
  } catch (const korat::resource_error& e) {
    std::printf("%s\n", e.what());
  }
  std::fflush(stdout);
  _exit(0);  // what the compiler adds to a program for its end is not marked
}
