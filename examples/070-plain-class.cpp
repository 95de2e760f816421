// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A class as it stands in your program: plain members, nothing of Korat in it. The compiler pass notices its reads; in
// CMake, one line more than usual:
//
//   korat_notice_reads(my_tests)

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <vector>

class interval_list {
 public:
  struct interval {
    int begin, end;
    std::optional<int> weight;
    std::unique_ptr<interval> next;
  };

  /// In order, apart from each other, none empty; only the last may have a weight.
  bool rep_ok() const {
    int covered = 0;
    for (const interval* i = first_.get(); i; i = i->next.get()) {
      if (i->begin <= covered || i->end <= i->begin) return false;
      if (i->next && i->weight) return false;
      covered = i->end;
    }
    return true;
  }

  friend std::ostream& operator<<(std::ostream& out, const interval_list& list) {
    for (const interval* i = list.first_.get(); i; i = i->next.get()) {
      out << '[' << i->begin << ", " << i->end << ')';
      if (i->weight) out << '*' << *i->weight;
    }
    return out << '\n';
  }

 private:
  std::unique_ptr<interval> first_;
};

// Everything below is Korat's.

#include <korat/korat.hpp>

// A private member, of a class that is not to be touched.
struct first : korat::private_name<first> {};
template struct korat::private_member<first, &interval_list::first_>;

int main() {
  using interval = interval_list::interval;
  korat::finitization<interval_list> bounds;
  const auto intervals = bounds.objects<interval>(2);
  bounds.set<first>(intervals).set<&interval::next>(intervals);
  bounds.set<&interval::begin>(korat::between(1, 4)).set<&interval::end>(korat::between(1, 4));
  bounds.set<&interval::weight>(korat::optional_of(korat::exactly(9)));
  for (const interval_list& list : korat::generate(bounds, &interval_list::rep_ok)) std::cout << list;
}
