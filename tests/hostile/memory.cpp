// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Memory by every way there is, held across reads.

#include <malloc.h>
#include <sys/mman.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "cases.hpp"

namespace hostile {

namespace {

using enum expected;

struct alignas(128) aligned {
  int value;
};

/// A pool in a local buffer: blocks are handed out again in a list of their own.
template <class T, int Room>
class pool {
 public:
  T* take() {
    if (free_ == nullptr) return new (&slots_[used_++]) T{};
    auto* const slot = std::exchange(free_, *reinterpret_cast<void**>(free_));
    return new (slot) T{};
  }
  void give(T* t) { *reinterpret_cast<void**>(t) = std::exchange(free_, t); }
  int used() const { return used_; }

 private:
  union slot {
    alignas(T) unsigned char bytes[sizeof(T)];
    void* next;
  };
  slot slots_[Room];
  void* free_ = nullptr;
  int used_ = 0;
};

const hostile_case cases[] = {
    {"malloc and free", answer,
     [](const numbers& n) {
       auto* const v = static_cast<int*>(std::malloc(6 * sizeof(int)));
       int i = 0;
       each(n, [&](int x) { v[i++] = x; });
       const bool valid = v[0] == v[5] && v[1] == v[4] && v[2] != v[3];
       std::free(v);
       return valid;
     }},
    {"realloc at each read", answer,
     [](const numbers& n) {
       int* v = nullptr;
       std::size_t size = 0;
       each(n, [&](int x) {
         v = static_cast<int*>(std::realloc(v, (size + 1 + static_cast<std::size_t>(x) * 30) * sizeof(int)));
         v[size++] = x;
       });
       int falls = 0;
       for (std::size_t i = 1; i < size; ++i) falls += v[i] < v[i - 1];
       std::free(v);
       return falls == 3;
     }},
    {"calloc is zero also where memory is used again", answer,
     [](const numbers& n) {
       int total = 0;
       each(n, [&](int x) {
         auto* const v = static_cast<int*>(std::calloc(8, sizeof(int)));
         for (int k = 0; k < 8; ++k) total += v[k];
         for (int k = 0; k < 8; ++k) v[k] = x;
         total += v[x];
         std::free(v);
       });
       return total == 8;
     }},
    {"strdup and strndup", answer,
     [](const numbers& n) {
       char* s = strdup("");
       each(n, [&](int x) {
         char* const longer = static_cast<char*>(std::malloc(std::strlen(s) + 2));
         std::sprintf(longer, "%s%d", s, x);
         std::free(s);
         s = strndup(longer, 5);
         std::free(longer);
       });
       const bool valid = std::strcmp(s, "20000") > 0 && s[4] == '1';
       std::free(s);
       return valid;
     }},
    {"asprintf", answer,
     [](const numbers& n) {
       char* s = nullptr;
       if (asprintf(&s, "%d-%d", static_cast<int>(n.a), static_cast<int>(n.b)) < 0) return false;
       const bool valid = n.c == s[0] - '0' && n.d == s[2] - '0';
       std::free(s);
       return valid;
     }},
    {"posix_memalign and aligned_alloc", answer,
     [](const numbers& n) {
       void* first = nullptr;
       if (posix_memalign(&first, 256, 64) != 0) return false;
       auto* const second = static_cast<int*>(std::aligned_alloc(64, 128));
       *static_cast<int*>(first) = n.a;
       *second = n.b;
       const bool right =
           reinterpret_cast<std::uintptr_t>(first) % 256 == 0 && reinterpret_cast<std::uintptr_t>(second) % 64 == 0;
       const bool valid = right && *static_cast<int*>(first) + *second == n.c + n.d;
       std::free(first), std::free(second);
       return valid;
     }},
    {"new of an aligned type", answer,
     [](const numbers& n) {
       std::vector<std::unique_ptr<aligned>> all;
       int misaligned = 0;
       each(n, [&](int x) {
         all.push_back(std::make_unique<aligned>(aligned{x}));
         misaligned += reinterpret_cast<std::uintptr_t>(all.back().get()) % alignof(aligned) != 0;
       });
       return misaligned == 0 && all[2]->value > all[5]->value;
     }},
    {"new without exceptions", answer,
     [](const numbers& n) {
       int* const v = new (std::nothrow) int[6]{};
       if (v == nullptr) return false;
       int i = 0;
       each(n, [&](int x) { v[i++] += x; });
       const bool valid = v[3] + v[4] == 5;
       delete[] v;
       return valid;
     }},
    {"placement new in a local buffer", answer,
     [](const numbers& n) {
       alignas(std::string) unsigned char buffer[sizeof(std::string)];
       auto* s = new (buffer) std::string("begin");
       each(n, [&](int x) {
         if (x == 3)
           s->~basic_string(), s = new (buffer) std::string(20, 'n');
         else
           s->push_back(static_cast<char>('0' + x));
       });
       const bool valid = s->size() == 22 && s->back() == '1';
       s->~basic_string();
       return valid;
     }},
    {"a pool of its own", answer,
     [](const numbers& n) {
       pool<long, 8> p;
       std::array<long*, 8> taken{};
       std::size_t count = 0;
       each(n, [&](int x) {
         if (x == 0 && count > 0)
           p.give(taken[--count]);
         else
           taken[count++] = p.take(), *taken[count - 1] = x;
       });
       return count == 2 && p.used() == 3 && *taken[0] == 2;
     }},
    {"mmap across reads", answer_or_refusal,
     [](const numbers& n) {
       auto* const v =
           static_cast<int*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
       if (v == MAP_FAILED) return false;
       int i = 0;
       each(n, [&](int x) { v[i++] = x; });
       const bool valid = v[0] + v[1] == v[4] + v[5];
       munmap(v, 4096);
       return valid;
     }},
    {"memory kept by mmap", answer_or_refusal,
     [](const numbers& n) {
       static auto* const v =
           static_cast<int*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
       v[0] = 0;
       each(n, [&](int x) { v[0] += x; });
       return v[0] == 5;
     }},
    {"blocks of 64 KiB again and again", answer,
     [](const numbers& n) {
       int total = 0;
       each(n, [&](int x) {
         for (int k = 0; k < 3; ++k) {
           const std::unique_ptr<char[]> block(new char[65536]);
           block[static_cast<std::size_t>(x)] = static_cast<char>(x);
           total += opaque(block.get())[x];
         }
       });
       return total == 15;
     }},
    {"a megabyte held across reads", answer,
     [](const uneven& u) {
       std::vector<char> v(std::size_t{1} << 20, 1);
       v[static_cast<std::size_t>(u.two) << 19] = static_cast<char>(u.three);
       v[static_cast<std::size_t>(u.five) << 17] = 5;
       return u.two == 0 && v[0] == 2 && v[std::size_t{1} << 19] == 5;
     }},
    {"blocks freed out of order", answer,
     [](const numbers& n) {
       std::array<std::unique_ptr<int[]>, 4> blocks;
       int lost = 0;
       each(n, [&](int x) {
         auto& b = blocks[static_cast<std::size_t>(x)];
         if (b)
           lost += b[0], b.reset();
         else
           b = std::make_unique<int[]>(static_cast<std::size_t>(x * 17 + 1)), b[0] = x;
       });
       return lost == 3 && blocks[1] != nullptr;
     }},
    {"blocks of no bytes", answer,
     [](const numbers& n) {
       std::vector<void*> all;
       each(n, [&](int x) { all.push_back(std::malloc(static_cast<std::size_t>(x))); });
       int distinct = 0;
       for (std::size_t i = 1; i < all.size(); ++i) distinct += all[i] != all[i - 1];
       for (void* const p : all) std::free(p);
       return distinct == 5 && n.a == 0;
     }},
    {"malloc_usable_size", answer,
     [](const numbers& n) {
       auto* const v = static_cast<char*>(std::malloc(static_cast<std::size_t>(n.a) * 10 + 1));
       const auto room = malloc_usable_size(v);
       std::memset(v, n.b, room);
       const bool valid = room >= static_cast<std::size_t>(n.a) * 10 + 1 && v[room - 1] == n.c;
       std::free(v);
       return valid;
     }},
    {"a stream into memory", answer,
     [](const numbers& n) {
       char* text = nullptr;
       std::size_t size = 0;
       std::FILE* const out = open_memstream(&text, &size);
       std::fprintf(out, "%d%d", static_cast<int>(n.a), static_cast<int>(n.b));
       std::fclose(out);
       const bool valid = size == 2 && text[0] - '0' == n.c && text[1] == '2';
       std::free(text);
       return valid;
     }},
    {"a stream into memory across reads", answer_or_refusal,
     [](const numbers& n) {
       char* text = nullptr;
       std::size_t size = 0;
       std::FILE* const out = open_memstream(&text, &size);
       each(n, [&](int x) { std::fprintf(out, "%d", x); });
       std::fclose(out);
       const bool valid = size == 6 && std::strncmp(text, "23", 2) == 0;
       std::free(text);
       return valid;
     }},
    {"a leak at each run", answer_or_refusal,
     [](const numbers& n) {
       int* const leaked = opaque(new int(n.a));
       return *leaked + n.b == n.c;
     }},
};

}  // namespace

std::span<const hostile_case> memory() { return cases; }

}  // namespace hostile
