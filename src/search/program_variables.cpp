// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/program_variables.hpp"

#include <link.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "search/guard.hpp"
#include "search/valgrind.hpp"
#include "space/mapped_memory.hpp"

namespace korat::detail {

namespace {

constexpr std::size_t largest = std::size_t{64} << 20;  // a program with larger variables is not watched

/// Libraries of the system change their own variables for good reasons: allocation, streams, locales.
bool of_the_system(std::string_view path) {
  return path.starts_with("/lib") || path.starts_with("/usr/lib") || path.starts_with("linux-vdso");
}

/// Where the undefined-behaviour sanitizer remembers which classes it has met. A program that mentions it has it among
/// its own variables, and two classes that share an entry change it in turn.
extern "C" [[gnu::weak]] std::byte __ubsan_vptr_type_cache[];
extern "C" [[gnu::weak]] void __asan_init();
constexpr std::size_t vptr_type_cache_size = 128 * sizeof(void*);

struct byte_range {
  const std::byte* begin = nullptr;
  const std::byte* end = nullptr;
};

byte_range classes_met() {
  if (__ubsan_vptr_type_cache == nullptr) return {};
  return {__ubsan_vptr_type_cache, __ubsan_vptr_type_cache + vptr_type_cache_size};
}

/// The table of library functions, of which each entry is filled in when the function is called for the first time: a
/// change that the predicate causes and that is none of its variables.
byte_range bound_functions(const dl_phdr_info& module) {
  const auto at = [&](std::uintptr_t address) { return reinterpret_cast<const std::byte*>(address); };
  std::uintptr_t table = 0;
  std::size_t functions = 0;
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    if (module.dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(module.dlpi_addr + module.dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_PLTGOT) table = entry->d_un.d_ptr;
      if (entry->d_tag == DT_PLTRELSZ) functions = entry->d_un.d_val / sizeof(ElfW(Rela));
    }
  }
  constexpr std::size_t reserved = 3;  // at its beginning, for the loader
  return table == 0 ? byte_range() : byte_range{at(table), at(table) + (reserved + functions) * sizeof(void*)};
}

}  // namespace

// Between variables an address sanitizer keeps places that nobody may read: nothing is watched under it.
program_variables::program_variables() : thread_(&this_thread) {
  if (&__asan_init != nullptr) return;
  const auto visit = [](dl_phdr_info* module, std::size_t, void* data) {
    auto& pieces = *static_cast<std::vector<piece>*>(data);
    if (of_the_system(module->dlpi_name)) return 0;
    const auto add = [&](const std::byte* begin, const std::byte* end) {
      if (begin < end) pieces.push_back({begin, {begin, end}});
    };
    byte_range no_variables[] = {bound_functions(*module), classes_met()};
    std::ranges::sort(no_variables, {}, &byte_range::begin);
    for (int i = 0; i < module->dlpi_phnum; ++i) {
      const auto& segment = module->dlpi_phdr[i];
      const bool variables = segment.p_type == PT_LOAD && (segment.p_flags & PF_W) != 0;
      const bool of_thread = segment.p_type == PT_TLS && module->dlpi_tls_data != nullptr;
      if ((!variables && !of_thread) || segment.p_memsz > largest) continue;
      const auto* place = of_thread ? static_cast<const std::byte*>(module->dlpi_tls_data)
                                    : reinterpret_cast<const std::byte*>(module->dlpi_addr + segment.p_vaddr);
      const auto* const end = place + segment.p_memsz;
      for (const auto& hole : no_variables) {
        add(place, std::clamp(hole.begin, place, end));
        place = std::clamp(hole.end, place, end);
      }
      add(place, end);
    }
    return 0;
  };
  dl_iterate_phdr(visit, &pieces_);
}

// Mostly nothing has changed, and looking costs less than copying.
void program_variables::take() {
  const unseen_by_valgrind scope;
  for (auto& p : pieces_)
    if (std::memcmp(p.bytes.data(), p.place, p.bytes.size()) != 0) std::memcpy(p.bytes.data(), p.place, p.bytes.size());
}

std::size_t program_variables::size() const noexcept {
  std::size_t sum = 0;
  for (const auto& p : pieces_) sum += p.bytes.size();
  return sum;
}

bool program_variables::of_this_thread() const noexcept { return thread_ == &this_thread; }

// All but our own record of kept mappings, from which a growing memory of saved states is taken.
bool program_variables::changed() const {
  const unseen_by_valgrind scope;
  const auto ours = kept_variables();
  return std::any_of(pieces_.begin(), pieces_.end(), [&](const piece& p) {
    const auto* const end = p.place + p.bytes.size();
    const auto* const skip = std::clamp(ours.data(), p.place, end);
    const auto* const behind = std::clamp(ours.data() + ours.size(), p.place, end);
    const auto differs = [&p](const std::byte* from, const std::byte* to) {  // std::equal goes byte by byte
      return from != to && std::memcmp(from, &p.bytes[static_cast<std::size_t>(from - p.place)],
                                       static_cast<std::size_t>(to - from)) != 0;
    };
    return differs(p.place, skip) || differs(behind, end);
  });
}

}  // namespace korat::detail
