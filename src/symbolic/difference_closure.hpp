// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Differences of variables, x - y <= c, with all that follows from them: a difference-bound matrix that is kept closed
// (Dill, 1989). So whether one more difference is possible, or follows already, is one look at the matrix. A new one
// costs a look at each variable, and a pass over the row of each of which it says something new; taking it back copies
// the rows.
//
// Variables are counted from 1, and 0 stands for the number 0. Only those that a difference was about are in the
// matrix.

#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "symbolic/number.hpp"

namespace korat::detail {

class difference_closure {
 public:
  difference_closure();

  void add_variable(wide low, wide high);
  void drop_variables(std::size_t left) { variables_.resize(left + 1); }

  /// The tightest bound on plus - minus.
  wide most(std::uint32_t plus, std::uint32_t minus) const;
  bool allows(std::uint32_t plus, std::uint32_t minus, wide value) const;

  /// plus - minus <= value, which is possible. False: there is no room for a variable in the matrix, and nothing has
  /// changed.
  bool add(std::uint32_t plus, std::uint32_t minus, wide value);

  /// What came after is taken back by return_to().
  std::size_t position() const { return trail_.size(); }
  void return_to(std::size_t position);

 private:
  static constexpr std::uint8_t none = 0xff;
  static constexpr std::size_t room = 64;  // variables in the matrix, and 0; more make it too slow

  struct variable {
    wide low, high;
    std::uint8_t row;
  };
  /// A row of which something was replaced, whose bounds before are kept; or a variable that came into the matrix.
  struct change {
    std::uint8_t row;
    bool entered;
  };

  template <class Bound>
  struct matrix {
    matrix() : bounds(room * room) {}
    template <class Other>
    explicit matrix(const matrix<Other>& m)
        : bounds(m.bounds.begin(), m.bounds.end()), kept(m.kept.begin(), m.kept.end()), kept_size(m.kept_size) {}

    /// In absolute value, of a variable: sums of three differences fit.
    static constexpr wide largest = wide{1} << (8 * sizeof(Bound) - 4);
    Bound& at(std::size_t plus, std::size_t minus) { return bounds[plus * room + minus]; }
    Bound at(std::size_t plus, std::size_t minus) const { return bounds[plus * room + minus]; }
    Bound* room_to_keep(std::size_t rows, std::size_t width);
    void put_back(std::size_t row, std::size_t width);

    std::vector<Bound> bounds;
    std::vector<Bound>
        kept;  // rows as they were, as long as there were variables in the matrix; so many bounds of it count:
    std::size_t kept_size = 0;
  };
  // The narrower, the more bounds are compared at once: most keys are small.
  using narrow_matrix = matrix<std::int16_t>;
  using middle_matrix = matrix<std::int32_t>;
  using wide_matrix = matrix<std::int64_t>;
  using any_matrix = std::variant<narrow_matrix, middle_matrix, wide_matrix>;

  // Rows are gone over in whole blocks, which compilers turn into a few instructions. What lies behind the last
  // variable is not looked at, and is kept and put back with the rest.
  static constexpr std::size_t block = 8;
  std::size_t width() const { return (rows_.size() + block - 1) / block * block; }

  /// As std::visit, which calls through a table.
  template <class Matrix, class Do>
  static decltype(auto) with(Matrix& any, const Do& what) {
    if (auto* const narrow = std::get_if<narrow_matrix>(&any)) return what(*narrow);
    if (auto* const middle = std::get_if<middle_matrix>(&any)) return what(*middle);
    return what(*std::get_if<wide_matrix>(&any));
  }

  template <class Wider>
  void widen();
  wide most_of_new(std::uint32_t plus, std::uint32_t minus) const;
  bool enter(std::uint32_t v);
  template <class Bound>
  void bound(matrix<Bound>&, std::size_t plus, std::size_t minus, Bound value);

  std::vector<variable> variables_;  // number 0 is the number 0
  std::vector<std::uint32_t> rows_;  // the variables in the matrix
  any_matrix matrix_;
  std::vector<change> trail_;
};

inline wide difference_closure::most(std::uint32_t plus, std::uint32_t minus) const {
  const auto a = variables_[plus].row, b = variables_[minus].row;
  if (a == none || b == none) return most_of_new(plus, minus);
  return with(matrix_, [&](const auto& m) -> std::int64_t { return m.at(a, b); });
}

inline bool difference_closure::allows(std::uint32_t plus, std::uint32_t minus, wide value) const {
  return most(minus, plus) + value >= 0;
}

}  // namespace korat::detail
