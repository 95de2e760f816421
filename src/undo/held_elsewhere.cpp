// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How shared libraries are watched. A call from one module to another goes through a table of addresses in the caller
// (the global offset table). The entries for malloc and its relatives in the tables of all shared libraries, and those
// for references to locales in all tables, are replaced by functions of ours, which pass everything on. The program
// itself is linked with --wrap and needs no entries for malloc. Nothing is counted but while a predicate whose states
// are saved runs in the thread, and nothing is replaced before the first search that saves states.

#include "undo/held_elsewhere.hpp"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <locale>
#include <string_view>
#include <utility>
#include <vector>

#include "undo/processor.hpp"
#include "undo/release.hpp"

extern "C" [[gnu::weak]] void __wrap_exit(int);

namespace korat::detail {

void held_elsewhere::took(void* block) {
  const not_for_predicate scope;
  blocks_.push_back(block);
}

namespace {

void* counted(void* block) {
  if (current_heap != nullptr && block != nullptr) [[unlikely]]
    current_heap->elsewhere().took(block);
  return block;
}

void* library_malloc(std::size_t size) { return counted(system_functions.allocate(size)); }
void* library_calloc(std::size_t count, std::size_t size) {
  return counted(system_functions.allocate_zeros(count, size));
}
void library_free(void* block) {
  if (!take_back(block)) system_functions.release(block);
}
// A library may be given a block of the predicate's heap to grow: the program's realloc knows all kinds.
void* library_realloc(void* block, std::size_t size) {
  if (block == nullptr) return library_malloc(size);
  return heap::owns(block) || current_heap != nullptr ? std::realloc(block, size)
                                                      : system_functions.reallocate(block, size);
}

// std::locale is a pointer to what is shared, with a count of references that is not kept for the "C" locale. What lies
// in the predicate's heap is saved with its states.
int references_outside(const void* locale) {
  const auto shared = [](const void* l) {
    const void* implementation;
    std::memcpy(&implementation, l, sizeof implementation);
    return implementation;
  };
  return shared(locale) == shared(&std::locale::classic()) || heap::owns(shared(locale)) ? 0 : 1;
}
void count_reference(const void* locale, int by) {
  if (current_heap != nullptr) [[unlikely]]
    current_heap->elsewhere().count_reference(by * references_outside(locale));
}

struct {
  void (*make)(void*);
  void (*copy)(void*, const void*);
  void* (*assign)(void*, const void*);
  void (*destroy)(void*);
} real_locale;

void make_locale(void* locale) {
  real_locale.make(locale);
  count_reference(locale, 1);
}
void copy_locale(void* locale, const void* other) {
  real_locale.copy(locale, other);
  count_reference(locale, 1);
}
void* assign_locale(void* locale, const void* other) {
  count_reference(locale, -1);
  void* const result = real_locale.assign(locale, other);
  count_reference(locale, 1);
  return result;
}
void destroy_locale(void* locale) {
  count_reference(locale, -1);
  real_locale.destroy(locale);
}

struct replacement {
  std::string_view name;
  void* ours;
  void** real;  // null: known at link time, and the program itself does not come by the table
};

template <class Function>
void* address_of(Function* f) {
  return reinterpret_cast<void*>(f);
}
template <class Function>
void** place_of(Function*& f) {
  return reinterpret_cast<void**>(&f);
}

const std::array replacements{
    replacement{"malloc", address_of(library_malloc), nullptr},
    replacement{"calloc", address_of(library_calloc), nullptr},
    replacement{"realloc", address_of(library_realloc), nullptr},
    replacement{"free", address_of(library_free), nullptr},
    replacement{"exit", address_of(__wrap_exit), nullptr},
    replacement{"_ZNSt6localeC1Ev", address_of(make_locale), place_of(real_locale.make)},
    replacement{"_ZNSt6localeC1ERKS_", address_of(copy_locale), place_of(real_locale.copy)},
    replacement{"_ZNSt6localeaSERKS_", address_of(assign_locale), place_of(real_locale.assign)},
    replacement{"_ZNSt6localeD1Ev", address_of(destroy_locale), place_of(real_locale.destroy)},
};

/// A library has thousands of names, and nearly all begin otherwise.
bool may_be_replaced(const char* name) {
  if (name[0] != '_') return name[0] != 0 && std::strchr("mcrfe", name[0]) != nullptr;
  constexpr std::string_view locale = "_ZNSt6locale";
  return std::mismatch(locale.begin(), locale.end(), name).first == locale.end();
}

/// An entry of a module's table that has to be replaced.
struct table_entry {
  ElfW(Addr) * place;
  const replacement* by;
  bool is_read_only;  // by now
  bool is_ours;       // this code is in the same module

  void replace() const {
    if (by->ours == nullptr || (by->real == nullptr ? is_ours : *by->real == nullptr)) return;
    static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    auto* const begin = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(place) / page * page);
    if (is_read_only && mprotect(begin, page, PROT_READ | PROT_WRITE) != 0) return;
    __atomic_store_n(place, reinterpret_cast<ElfW(Addr)>(by->ours), __ATOMIC_RELAXED);
    if (is_read_only) mprotect(begin, page, PROT_READ);
  }
};

/// The part of a loaded module that the dynamic linker works with.
class module_tables {
 public:
  explicit module_tables(const dl_phdr_info& module) : module_(module) {
    for (int i = 0; i < module.dlpi_phnum; ++i) {
      const auto& segment = module.dlpi_phdr[i];
      const auto begin = module.dlpi_addr + segment.p_vaddr;
      if (segment.p_type == PT_GNU_RELRO) read_only_ = {begin, begin + segment.p_memsz};
      if (segment.p_type == PT_LOAD &&
          inside(reinterpret_cast<std::uintptr_t>(&library_malloc), {begin, begin + segment.p_memsz}))
        is_ours_ = true;
      if (segment.p_type == PT_DYNAMIC) read(reinterpret_cast<const ElfW(Dyn)*>(begin));
    }
  }

  /// Appends the entries to replace, and notes where the functions really are that this module defines.
  void look_up(std::vector<table_entry>& found) const {
    const auto look_at = [&](const ElfW(Rela) & entry) {
      if (!is_function_address(ELF64_R_TYPE(entry.r_info))) return;
      const auto& symbol = symbols_[ELF64_R_SYM(entry.r_info)];
      const char* const name = names_ + symbol.st_name;
      if (!may_be_replaced(name)) return;
      const auto by = std::ranges::find(replacements, std::string_view(name), &replacement::name);
      if (by == replacements.end()) return;
      if (by->real != nullptr && symbol.st_value != 0)
        *by->real = reinterpret_cast<void*>(module_.dlpi_addr + symbol.st_value);
      const auto place = module_.dlpi_addr + entry.r_offset;
      found.push_back({reinterpret_cast<ElfW(Addr)*>(place), &*by, inside(place, read_only_), is_ours_});
    };
    if (calls_ != nullptr) std::for_each_n(calls_, call_count_, look_at);
    if (others_ != nullptr) std::for_each(others_ + without_name_, others_ + other_count_, look_at);
  }

 private:
  struct range {
    std::uintptr_t begin, end;
  };
  static bool inside(std::uintptr_t address, range r) { return address >= r.begin && address < r.end; }

  void read(const ElfW(Dyn) * entry) {
    for (; entry->d_tag != DT_NULL; ++entry) {
      const auto value = entry->d_un.d_val;
      switch (entry->d_tag) {
        case DT_SYMTAB: symbols_ = reinterpret_cast<const ElfW(Sym)*>(value); break;
        case DT_STRTAB: names_ = reinterpret_cast<const char*>(value); break;
        case DT_JMPREL: calls_ = reinterpret_cast<const ElfW(Rela)*>(value); break;
        case DT_PLTRELSZ: call_count_ = value / sizeof(ElfW(Rela)); break;
        case DT_RELA: others_ = reinterpret_cast<const ElfW(Rela)*>(value); break;
        case DT_RELASZ: other_count_ = value / sizeof(ElfW(Rela)); break;
        case DT_RELACOUNT: without_name_ = value; break;
        default: break;
      }
    }
  }

  const dl_phdr_info& module_;
  bool is_ours_ = false;  // this code is in it
  range read_only_{0, 0};
  const ElfW(Sym) * symbols_ = nullptr;
  const char* names_ = nullptr;
  const ElfW(Rela) * calls_ = nullptr;
  std::size_t call_count_ = 0;
  const ElfW(Rela) * others_ = nullptr;
  std::size_t other_count_ = 0;
  std::size_t without_name_ = 0;
};

/// The dynamic linker's own tables, and those of the kernel's, are left alone.
bool may_be_watched(const dl_phdr_info& module) {
  const std::string_view path = module.dlpi_name;
  return path.find("ld-linux") == path.npos && !path.starts_with("linux-vdso");
}

}  // namespace

bool watch_shared_libraries() {
  static const bool locales_too = [] {
    std::vector<table_entry> found;
    dl_iterate_phdr(
        [](dl_phdr_info* module, std::size_t, void* entries) {
          if (may_be_watched(*module)) module_tables(*module).look_up(*static_cast<std::vector<table_entry>*>(entries));
          return 0;
        },
        &found);
    for (const auto& entry : found) entry.replace();
    return real_locale.make != nullptr && real_locale.destroy != nullptr;
  }();
  return locales_too;
}

}  // namespace korat::detail
