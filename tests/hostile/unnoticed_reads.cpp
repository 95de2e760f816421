// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Reads around field<T>: by memcpy, casts, unions and assembly. With field<T> they go unnoticed and must be found out,
// also where a field has few values or an odd number of them; through the compiler pass most are ordinary reads.

#include <bit>
#include <cstring>

#include "cases.hpp"
#include "processor.hpp"

namespace hostile {

namespace {

using enum expected;

int copied(const field<int>& f) {
  int value;
  std::memcpy(&value, static_cast<const void*>(&f), sizeof value);
  return value;
}
int cast(const field<int>& f) { return *reinterpret_cast<const volatile int*>(&f); }
int loaded(const field<int>& f) { return load(&f); }
int through_union(const field<int>& f) {
  union {
    unsigned char bytes[sizeof(int)];
    int value;
  } u;
  std::memcpy(u.bytes, static_cast<const void*>(&f), sizeof u.bytes);
  return u.value;
}
int first_byte(const field<int>& f) { return *reinterpret_cast<const volatile unsigned char*>(&f); }

const hostile_case cases[] = {
    {"memcpy of one number", answer_or_refusal,
     [](const numbers& n) { return n.a == 1 && copied(n.b) == 2 && n.c != 0; }},
    {"memcpy of all", answer_or_refusal,
     [](const numbers& n) {
       int all[6];
       std::memcpy(all, static_cast<const void*>(&n), sizeof all);
       return all[0] + all[5] == all[3];
     }},
    {"memcmp of two numbers", answer_or_refusal,
     [](const numbers& n) {
       return n.a != 0 && std::memcmp(static_cast<const void*>(&n.b), static_cast<const void*>(&n.c), sizeof(int)) == 0;
     }},
    {"a cast pointer", answer_or_refusal, [](const numbers& n) { return n.a <= n.b && cast(n.f) == 3; }},
    {"a cast pointer, last value of three", answer_or_refusal,
     [](const uneven& u) { return u.two == 1 && cast(u.three) == 1; }},
    {"middle value of three", answer_or_refusal,
     [](const uneven& u) { return u.nine < 4 && cast(u.three) == 1 && u.five > 1; }},
    {"one value of five", answer_or_refusal,
     [](const uneven& u) { return u.nine < 7 && cast(u.five) == 3 && u.six != 2; }},
    {"one value of six", answer_or_refusal, [](const uneven& u) { return u.nine < 7 && cast(u.six) == 4; }},
    {"one value of nine", answer_or_refusal, [](const uneven& u) { return u.six < 5 && cast(u.nine) == 5; }},
    {"all but one value of nine", answer_or_refusal,
     [](const uneven& u) { return u.six < 5 && u.five < 4 && cast(u.nine) != 2; }},
    {"an unnoticed read behind many noticed", answer_or_refusal,
     [](const numbers& n) { return n.a == 3 && n.b == 2 && n.c == 1 && n.d >= 1 && cast(n.f) == 2; }},
    {"inline assembly", answer_or_refusal, [](const numbers& n) { return n.b + loaded(n.d) == 3; }},
    {"a union", answer_or_refusal, [](const numbers& n) { return through_union(n.c) > n.a; }},
    {"a byte of a number", answer_or_refusal, [](const numbers& n) { return first_byte(n.e) == 2 || n.a == 0; }},
    {"read noticed and unnoticed", answer_or_refusal, [](const numbers& n) { return cast(n.a) == 2 && n.a == 2; }},
    {"read unnoticed and then noticed", answer_or_refusal,
     [](const numbers& n) { return cast(n.a) >= 2 ? n.a + n.b == 4 : n.b == 1; }},
    {"a cast key of a node", answer_or_refusal,
     [](const tree& t) {
       const node* const n = t.root;
       return n != nullptr && n->left == nullptr && n->right == nullptr && cast(n->key) == 1;
     }},
    {"a link behind a cast", answer_or_refusal,
     [](const list& l) {
       const item* const i = l.first;
       if (i == nullptr) return false;
       const item* next;
       std::memcpy(&next, static_cast<const void*>(&i->next), sizeof next);
       return next == nullptr && l.size == 1;
     }},
};

}  // namespace

std::span<const hostile_case> unnoticed_reads() { return cases; }

}  // namespace hostile
