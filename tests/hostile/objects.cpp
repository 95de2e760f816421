// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Classes with virtual functions, run-time types, lambdas that change, members that are pointed to.

#include <functional>
#include <memory>
#include <typeindex>
#include <typeinfo>
#include <vector>

#include "cases.hpp"

namespace hostile {

namespace {

using enum expected;

struct shape {
  virtual ~shape() = default;
  virtual int area() const = 0;
  virtual std::unique_ptr<shape> grown(int by) const = 0;
};
struct square : shape {
  int side;
  explicit square(int s) : side(s) {}
  int area() const override { return side * side; }
  std::unique_ptr<shape> grown(int by) const override { return std::make_unique<square>(side + by); }
};
struct strip : virtual shape {
  int length;
  explicit strip(int l) : length(l) {}
  int area() const override { return length; }
  std::unique_ptr<shape> grown(int by) const override {
    if (by == 3) return std::make_unique<square>(length);
    return std::make_unique<strip>(length * 2 + by);
  }
};

struct left_base {
  virtual int left() const { return 1; }
  int x = 2;
  virtual ~left_base() = default;
};
struct right_base {
  virtual int right() const { return 3; }
  int y = 4;
  virtual ~right_base() = default;
};
struct both : left_base, right_base {
  int left() const override { return x * 10; }
  int right() const override { return y * 10; }
};

template <class Derived>
struct summing {
  int total = 0;
  void add(int x) { total += static_cast<Derived*>(this)->weight(x); }
};
struct doubling : summing<doubling> {
  int weight(int x) const { return 2 * x; }
};

const hostile_case cases[] = {
    {"virtual functions", answer,
     [](const numbers& n) {
       std::unique_ptr<shape> s = std::make_unique<strip>(0);
       each(n, [&](int x) { s = s->grown(x); });
       return s->area() % 10 == 6;
     }},
    {"run-time types", answer,
     [](const numbers& n) {
       std::vector<std::unique_ptr<shape>> all;
       each(n, [&](int x) {
         if (x < 2)
           all.push_back(std::make_unique<square>(x));
         else
           all.push_back(std::make_unique<strip>(x));
       });
       int squares = 0;
       for (const auto& s : all)
         squares += typeid(*s) == typeid(square) ? 1 : dynamic_cast<const strip&>(*s).length % 2;
       return squares == 5;
     }},
    {"casts between bases", answer,
     [](const numbers& n) {
       both b;
       left_base* l = &b;
       int total = 0;
       each(n, [&](int x) {
         if (x % 2 != 0) b.x = x;
         total += x == 2 ? dynamic_cast<right_base*>(l)->right() : l->left();
       });
       return total % 7 == 3;
     }},
    {"a lambda that changes", answer,
     [](const numbers& n) {
       auto next = [state = 1]() mutable { return state = state * 5 % 7; };
       int hits = 0;
       each(n, [&](int x) { hits += next() % 4 == x; });
       return hits == 2;
     }},
    {"a lambda copied with its state", answer,
     [](const numbers& n) {
       std::function<int(int)> count = [c = 0, pad = std::vector<int>(9)](int x) mutable {
         pad[static_cast<std::size_t>(c)] = x;
         return c += x > 1;
       };
       auto other = count;
       int last = 0;
       each(n, [&](int x) { last = x == 0 ? (other = count, 0) : other(x) + count(x); });
       return last == 4;
     }},
    {"static polymorphism", answer,
     [](const numbers& n) {
       doubling d;
       each(n, [&](int x) { d.add(x); });
       return d.total == 14;
     }},
    {"pointers to members", answer,
     [](const numbers& n) {
       static constexpr field<int> numbers::*members[] = {&numbers::f, &numbers::b, &numbers::d};
       int total = 0;
       for (int i = 0; i < 3; ++i) total = total * 3 + (n.*members[i]);
       const auto left = &left_base::left;
       both b;
       b.x = n.a;
       return total % 11 == (b.*left)() / 10;
     }},
    {"pointers to functions", answer,
     [](const numbers& n) {
       using operation = int (*)(int, int);
       operation now = [](int p, int q) { return p + q; };
       int total = 1;
       each(n, [&](int x) {
         if (x == 1) now = [](int p, int q) { return p * q + 1; };
         if (x == 2) now = [](int p, int q) { return p - q; };
         total = now(total, x);
       });
       return total == 3;
     }},
    {"a copy of the structure", answer,
     [](const numbers& n) {
       const numbers copy = n;
       return copy.a == copy.b && copy.c < copy.d;
     }},
    {"a copy that is changed", answer,
     [](const numbers& n) {
       numbers copy = n;
       copy.a = 5;
       copy.b = copy.a + copy.c;
       return copy.b == 7 && n.a == n.b;
     }},
    {"a copy of the structure on the heap", answer,
     [](const numbers& n) {
       const auto copy = std::make_unique<numbers>(n);
       copy->d = 0;
       return copy->e + copy->d == n.a && n.d == 3;
     }},
    {"hashes of run-time types", answer,
     [](const numbers& n) {
       std::vector<std::type_index> seen;
       each(n,
            [&](int x) { seen.push_back(x < 2 ? std::type_index(typeid(square)) : std::type_index(typeid(strip))); });
       return seen[0] == seen[5] && seen[1] != seen[2];
     }},
};

}  // namespace

std::span<const hostile_case> objects() { return cases; }

}  // namespace hostile
