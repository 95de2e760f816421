// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Every kind of domain once, and every way to be refused. The examples of docs/finitization.md.

#include <array>
#include <cstdint>
#include <functional>
#include <iostream>
#include <korat/korat.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace {

enum class color { red, black };

struct values {
  korat::field<int> number;
  korat::field<std::uint8_t> byte;
  korat::field<double> ratio;
  korat::field<char> letter;
  korat::field<bool> flag;
  korat::field<color> paint;
  korat::field<std::string> name;
  korat::field<std::string_view> unit;
};

korat::finitization<values> all_kinds_of_values() {
  korat::finitization<values> bounds;
  bounds.set<&values::number>(korat::between(-1, 3))
      .set<&values::byte>(korat::exactly(255))
      .set<&values::ratio>(korat::one_of(0.5, 1.0, 2.0))
      .set<&values::letter>(korat::between('a', 'c'))
      .set<&values::flag>(korat::any_bool)
      .set<&values::paint>(korat::enumerators<color::red, color::black>)
      .set<&values::name>(korat::one_of(std::vector<std::string>{"", "Ada", "Grace"}))
      .set<&values::unit>(korat::one_of("mm", "cm"));
  return bounds;
}

struct shape {
  virtual ~shape() = default;
};
struct circle : shape {};
struct square : shape {
  korat::field<shape*> inner;
};
struct drawing {
  korat::field<shape*> any;
  korat::field<circle*> nullable;
  korat::field<circle*> not_null;
};

korat::finitization<drawing> references() {
  korat::finitization<drawing> bounds;
  const auto circles = bounds.objects<circle>(2);
  const auto squares = bounds.objects<square>(1, {.null = korat::null_value::excluded});
  bounds.set<&drawing::nullable>(circles)
      .set<&drawing::not_null>(circles.without_null())
      .set<&drawing::any>(korat::any_of(squares, circles.without_null()))
      .set<&square::inner>(korat::any_of(squares.with_null(), circles));
  return bounds;
}

struct element {
  int number = 0;  // not searched
};
struct pair {
  korat::field<element*> first, second;
};

korat::finitization<pair> told_apart() {
  korat::finitization<pair> bounds("pairs");
  const auto elements = bounds.objects<element>(
      2, {.symmetry = korat::isomorphism::kept,
          .null = korat::null_value::excluded,
          .initialize = [](element& e, std::uint32_t index) { e.number = 10 * static_cast<int>(index + 1); }});
  bounds.set<&pair::first>(elements).set<&pair::second>(elements);
  return bounds;
}

struct arrays {
  korat::field<int> fixed[2];
  std::array<korat::field<bool>, 2> bits;
  korat::array<int> searched;
  korat::array<element*> references;
  korat::array<element*> all;
};

korat::finitization<arrays> all_kinds_of_arrays() {
  korat::finitization<arrays> bounds;
  const auto elements = bounds.objects<element>(3);
  bounds.set<&arrays::fixed>(korat::between(0, 1))
      .set<&arrays::bits>(korat::any_bool)
      .set<&arrays::searched>(korat::array_of(korat::between(1, 9)).with_length(korat::between(0, 4)))
      .set<&arrays::references>(korat::array_of(elements.without_null()).with_length(korat::between(0, 2)))
      .set<&arrays::all>(korat::each_of(elements));
  return bounds;
}

class counter {
 public:
  static korat::finitization<counter> bounds(int most) {
    korat::finitization<counter> space;
    space.set<&counter::count_>(korat::between(0, most));
    return space;
  }
  bool rep_ok() const { return count_ % 2 == 0; }

 private:
  korat::field<int> count_;
};

template <class Root>
void count(const char* name, const korat::finitization<Root>& bounds, bool (*predicate)(const Root&)) {
  korat::search search(bounds, predicate);
  while (search.next_valid()) continue;
  std::cout << name << ": " << search.fields() << " fields, " << search.statistics().valid << " structures\n";
}

template <class Root>
bool anything(const Root&) {
  return true;
}

void refused(const std::function<void(korat::finitization<values>&)>& bind) {
  korat::finitization<values> bounds;
  try {
    bind(bounds);
    const korat::search search(bounds, anything<values>);
    std::cout << "accepted\n";
  } catch (const korat::finitization_error& e) {
    std::cout << e.what() << '\n';
  }
}

}  // namespace

int main() {
  count("values", all_kinds_of_values(), anything<values>);
  count("references", references(), anything<drawing>);
  count("pairs", told_apart(), anything<pair>);
  count("arrays", all_kinds_of_arrays(), anything<arrays>);
  count<counter>("counters", counter::bounds(9), [](const counter& c) { return c.rep_ok(); });

  using bounds = korat::finitization<values>;
  refused([](bounds& b) { b.set<&values::number>(korat::between(3, 2)); });
  refused([](bounds& b) { b.set<&values::byte>(korat::between(0, 256)); });
  refused([](bounds& b) { b.set<&values::number>(korat::one_of(0.5)); });
  refused([](bounds& b) { b.set<&values::number>(korat::one_of(1, 2, 1)); });
  refused([](bounds& b) { b.set<&values::name>(korat::one_of(std::vector<std::string>{})); });
  refused([](bounds& b) { b.set<&values::number>(korat::exactly(1)).set<&values::number>(korat::exactly(2)); });
  refused([](bounds& b) { b.objects<element>(-1); });
  refused([](bounds& b) { b.set<&square::inner>(b.objects<circle>(1)); });
}
