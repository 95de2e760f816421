// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Fields and choices together: every sorted array, with every value that it holds, as an input of an operation under
// test. The array is found by its predicate; the value is chosen inside it.

#include <iostream>
#include <korat/korat.hpp>

struct sorted_array {
  korat::array<int> values;

  bool rep_ok() const {
    for (int i = 1; i < values.size(); ++i)
      if (values[i - 1] >= values[i]) return false;
    return true;
  }
  bool contains(int wanted) const {
    for (int i = 0; i < values.size(); ++i)
      if (values[i] == wanted) return true;
    return false;
  }
  /// The operation under test: where the value stands, by bisection.
  int find(int wanted) const {
    int low = 0, high = values.size();
    while (low < high) {
      const int middle = low + (high - low) / 2;
      if (values[middle] < wanted)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
};

int main() {
  korat::finitization<sorted_array> bounds("sorted_array");
  bounds.set<&sorted_array::values>(korat::array_of(korat::between(0, 4)).with_length(korat::between(1, 3)));
  bounds.choices(1, 5);
  korat::search<sorted_array> inputs(
      bounds, [](const sorted_array& a) { return a.rep_ok() && a.contains(korat::choose(0, 4)); });
  int wrong = 0;
  while (inputs.next_valid()) {
    const auto& array = inputs.structure();
    const int wanted = static_cast<int>(inputs.choices().front());
    const int at = array.find(wanted);
    if (at == array.values.size() || array.values[at] != wanted) ++wrong;
    if (inputs.statistics().valid == 20) std::cout << korat::to_text(inputs.snapshot());
  }
  std::cout << inputs.statistics().valid << " inputs, " << wrong << " wrong answers\n";
}
