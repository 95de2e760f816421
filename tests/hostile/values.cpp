// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Values that own something, held across reads: strings, functions, variants, pointers with counts.

#include <any>
#include <charconv>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "cases.hpp"

namespace hostile {

namespace {

using enum expected;

struct counted {
  int* count;
  explicit counted(int* c) : count(c) { ++*count; }
  counted(const counted& other) : counted(other.count) {}
  counted& operator=(const counted&) = default;
  ~counted() { --*count; }
};

struct link {
  int value = 0;
  std::shared_ptr<link> next;
  std::weak_ptr<link> previous;
};

const hostile_case cases[] = {
    {"a short string", answer,
     [](const numbers& n) {
       std::string s;
       each(n, [&](int x) { s += static_cast<char>('0' + x); });
       return s < "2" && s.find("33") != std::string::npos;
     }},
    {"a string that grows long", answer,
     [](const numbers& n) {
       std::string s = "0123456789";
       each(n, [&](int x) { s.append(static_cast<std::size_t>(x) * 3, 'x'), s.back() = 'y'; });
       return s.size() == 37 && s.find("xy") > 12;
     }},
    {"a string that shrinks", answer,
     [](const numbers& n) {
       std::string s(80, 'x');
       each(n, [&](int x) { s.erase(s.size() - static_cast<std::size_t>(x) * 4), s.shrink_to_fit(); });
       return s.size() == 44;
     }},
    {"string fields joined", answer,
     [](const words& w) {
       const std::string& first = w.first;
       const std::string joined = first + static_cast<char>(w.letter) + static_cast<const std::string&>(w.second);
       return joined.find("ab") != std::string::npos && joined.size() > 3 && w.flag;
     }},
    {"views of string fields", answer,
     [](const words& w) {
       const std::string_view first = static_cast<const std::string&>(w.first),
                              second = static_cast<const std::string&>(w.second);
       return first.ends_with(second) && w.real < 1 && w.wide >= 0;
     }},
    {"string fields moved out of copies", answer,
     [](const words& w) {
       std::string mine = w.first;
       const std::string taken = std::move(mine);
       mine = w.second;
       return taken < mine && w.wide > 0;
     }},
    {"to_chars and back", answer,
     [](const words& w) {
       char text[400];
       const double real = w.real;
       const auto end = std::to_chars(text, text + sizeof text, real).ptr;
       const bool flag = w.flag;
       double back = 0;
       std::from_chars(text, end, back);
       return back == real && flag && (real > 1) == (w.letter == 'z');
     }},
    {"function with captures", answer,
     [](const numbers& n) {
       std::function<int(int)> f = [](int x) { return x; };
       each(n, [&](int x) { f = [g = f, x, pad = std::array<int, 8>{x}](int y) { return g(y) * 2 + x + pad[1]; }; });
       return f(0) % 5 == 2;
     }},
    {"variant that changes", answer,
     [](const numbers& n) {
       std::variant<std::monostate, int, std::string, std::vector<int>> v;
       each(n, [&](int x) {
         if (x == 0)
           v = 1;
         else if (x == 1)
           v = std::string(30, 'v');
         else if (x == 2 && std::holds_alternative<std::string>(v))
           v = std::vector<int>{x};
       });
       return v.index() == 3;
     }},
    {"optional", answer,
     [](const numbers& n) {
       std::optional<std::string> o;
       each(n, [&](int x) { x == 3 ? o.reset() : (void)o.emplace(o.value_or("long enough not to be short") + "!"); });
       return o && o->size() == 29;
     }},
    {"any", answer,
     [](const numbers& n) {
       std::any a;
       each(n, [&](int x) {
         if (x % 2 != 0)
           a = x;
         else
           a = std::string(static_cast<std::size_t>(x) + 20, 'a');
       });
       const auto* const s = std::any_cast<std::string>(&a);
       return s != nullptr && s->size() == 22 && n.a == 1;
     }},
    {"shared_ptr with copies", answer,
     [](const numbers& n) {
       const auto first = std::make_shared<int>(0);
       std::vector<std::shared_ptr<int>> copies;
       each(n, [&](int x) {
         if (x >= 2)
           copies.push_back(first);
         else if (!copies.empty())
           copies.pop_back();
         *first += x;
       });
       return first.use_count() == 3 && *first == 9;
     }},
    {"weak_ptr that expires", answer,
     [](const numbers& n) {
       auto strong = std::make_shared<std::string>("a string that is on the heap");
       const std::weak_ptr<std::string> weak = strong;
       int alive = 0;
       each(n, [&](int x) {
         if (x == 3) strong.reset();
         alive += !weak.expired();
       });
       return alive == 4;
     }},
    {"a chain of shared_ptr", answer,
     [](const numbers& n) {
       auto first = std::make_shared<link>();
       auto last = first;
       each(n, [&](int x) {
         last->next = std::make_shared<link>();
         last->next->value = x, last->next->previous = last;
         last = last->next;
       });
       int rises = 0;
       for (auto l = last; l != first; l = l->previous.lock()) rises += l->value > l->previous.lock()->value;
       return rises == 4;
     }},
    {"unique_ptr with a deleter", answer,
     [](const numbers& n) {
       int deleted = 0;
       const auto count = [&](int* p) { deleted += *p, delete p; };
       std::unique_ptr<int, decltype(count)> p(nullptr, count);
       each(n, [&](int x) { p.reset(x == 0 ? nullptr : new int(x)); });
       return deleted == 5;
     }},
    {"objects that are counted", answer,
     [](const numbers& n) {
       int alive = 0;
       std::vector<counted> all;
       each(n, [&](int x) {
         x == 0 ? all.clear() : (void)all.insert(all.end(), static_cast<std::size_t>(x), counted(&alive));
       });
       return alive == 4;
     }},
    {"tuples and pairs", answer,
     [](const numbers& n) {
       std::tuple<int, std::string, std::unique_ptr<int>> t{0, "", nullptr};
       each(n, [&](int x) {
         t = {x, std::get<1>(t) + std::to_string(std::get<0>(t)),
              std::make_unique<int>(x + (std::get<2>(t) ? *std::get<2>(t) : 0))};
       });
       return *std::get<2>(t) == 7 && std::get<1>(t) > "02";
     }},
    {"bind and reference_wrapper", answer,
     [](const numbers& n) {
       int total = 0;
       const auto add =
           std::bind([](int& to, int x, int y) { to += x * y; }, std::ref(total), std::placeholders::_1, 2);
       each(n, [&](int x) { add(x); });
       return total == 16;
     }},
};

}  // namespace

std::span<const hostile_case> values() { return cases; }

}  // namespace hostile
