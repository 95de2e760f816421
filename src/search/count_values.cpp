// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/count_values.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>

namespace korat::detail {

namespace {

/// All differences that follow; variables are counted from 1, and 0 stands for the number 0.
class closed_differences {
 public:
  explicit closed_differences(const difference_problem& p)
      : size_(p.variables.size() + 1), most_(size_ * size_, unbound) {
    for (std::size_t i = 0; i < size_; ++i) at(i, i) = 0;
    for (std::size_t i = 1; i < size_; ++i) {
      at(i, 0) = p.variables[i - 1].high;
      at(0, i) = -p.variables[i - 1].low;
    }
    for (const auto& d : p.differences) at(d.plus, d.minus) = std::min(at(d.plus, d.minus), d.most);
    for (std::size_t k = 0; k < size_; ++k)
      for (std::size_t i = 0; i < size_; ++i)
        for (std::size_t j = 0; j < size_; ++j) at(i, j) = std::min(at(i, j), std::max(-unbound, at(i, k) + at(k, j)));
  }

  bool possible() const {
    for (std::size_t i = 0; i < size_; ++i)
      if (most(i, i) < 0) return false;
    return true;
  }
  wide most(std::size_t plus, std::size_t minus) const { return most_[plus * size_ + minus]; }

 private:
  static constexpr wide unbound = wide{1} << 100;  // sums of a few fit
  wide& at(std::size_t plus, std::size_t minus) { return most_[plus * size_ + minus]; }

  std::size_t size_;
  std::vector<wide> most_;
};

/// The same values by tighter bounds and fewer constraints. A difference that is not the tightest follows from others
/// that are: no shortest path passes it.
difference_problem reduced(const difference_problem& p, const closed_differences& closed) {
  difference_problem result;
  for (std::size_t i = 1; i <= p.variables.size(); ++i)
    result.variables.push_back({-closed.most(0, i), closed.most(i, 0), 0});
  const auto low = [&](std::uint32_t v) { return v == 0 ? wide{0} : result.variables[v - 1].low; };
  const auto high = [&](std::uint32_t v) { return v == 0 ? wide{0} : result.variables[v - 1].high; };
  for (const auto& d : p.differences)
    if (closed.most(d.plus, d.minus) == d.most && high(d.plus) - low(d.minus) > d.most) result.differences.push_back(d);
  for (const auto& g : p.gaps)
    if (closed.most(g.plus, g.minus) >= g.value && closed.most(g.minus, g.plus) >= -g.value) result.gaps.push_back(g);
  return result;
}

/// The part of the problem that these variables are, with numbers in this order.
difference_problem part_of(const difference_problem& p, const std::vector<std::uint32_t>& variables) {
  difference_problem part;
  std::vector<std::uint32_t> number(p.variables.size() + 1);
  for (const auto v : variables) {
    part.variables.push_back(p.variables[v - 1]);
    number[v] = static_cast<std::uint32_t>(part.variables.size());
  }
  const auto is_ours = [&](const auto& tie) { return number[tie.plus] != 0 || number[tie.minus] != 0; };
  for (const auto& d : p.differences)
    if (is_ours(d)) part.differences.push_back({number[d.plus], number[d.minus], d.most});
  for (const auto& g : p.gaps)
    if (is_ours(g)) part.gaps.push_back({number[g.plus], number[g.minus], g.value});
  return part;
}

/// Variables that are tied together, by their least values: so a chain has one form, whatever its variables are called.
std::vector<std::vector<std::uint32_t>> parts_of(const difference_problem& p) {
  std::vector<std::uint32_t> leader(p.variables.size() + 1);
  std::iota(leader.begin(), leader.end(), 0u);
  const auto find = [&](std::uint32_t v) {
    while (leader[v] != v) v = leader[v] = leader[leader[v]];
    return v;
  };
  const auto tie = [&](const auto& t) {
    if (t.plus != 0 && t.minus != 0) leader[find(t.plus)] = find(t.minus);
  };
  std::ranges::for_each(p.differences, tie);
  std::ranges::for_each(p.gaps, tie);
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_leader;
  for (std::uint32_t v = 1; v < leader.size(); ++v) by_leader[find(v)].push_back(v);
  std::vector<std::vector<std::uint32_t>> parts;
  for (auto& [first, part] : by_leader) {
    std::ranges::stable_sort(part, {},
                             [&](auto v) { return std::pair(p.variables[v - 1].low, p.variables[v - 1].high); });
    parts.push_back(std::move(part));
  }
  return parts;
}

/// The problem as a list of numbers, the same for the same constraints in another order.
std::vector<std::int64_t> key_of(difference_problem p) {
  std::vector<std::int64_t> key{static_cast<std::int64_t>(p.variables.size())};
  const auto add = [&](wide n) {
    key.push_back(static_cast<std::int64_t>(n));
    key.push_back(static_cast<std::int64_t>(n >> 64));
  };
  for (const auto& v : p.variables) add(v.low), add(v.high);
  std::ranges::sort(p.differences, {}, [](const auto& d) { return std::tuple(d.plus, d.minus, d.most); });
  std::ranges::sort(p.gaps, {}, [](const auto& g) { return std::tuple(g.plus, g.minus, g.value); });
  key.push_back(static_cast<std::int64_t>(p.differences.size()));
  for (const auto& d : p.differences) key.insert(key.end(), {d.plus, d.minus}), add(d.most);
  for (const auto& g : p.gaps) key.insert(key.end(), {g.plus, g.minus}), add(g.value);
  return key;
}

wide size_of(const difference_problem::variable& v) { return v.high - v.low + 1; }

/// Numbers for all values that some variables have together, as a table: the last variable runs fastest.
struct table {
  std::vector<std::uint32_t> of;
  std::vector<big_integer> numbers;
};

/// Sums variables out of a product of tables and constraints.
class elimination {
 public:
  elimination(const difference_problem& p, std::size_t effort)
      : problem_(p), effort_(effort), gone_(p.variables.size() + 1) {}

  std::optional<big_integer> run() {
    for (std::size_t i = 0; i < problem_.variables.size(); ++i)
      if (!sum_out(cheapest())) return std::nullopt;
    return std::move(factor_);
  }

 private:
  static bool has(const std::vector<std::uint32_t>& all, std::uint32_t v) {
    return std::ranges::find(all, v) != all.end();
  }
  const difference_problem::variable& variable(std::uint32_t v) const { return problem_.variables[v - 1]; }

  std::vector<std::uint32_t> neighbours(std::uint32_t v) const {
    std::vector<std::uint32_t> found;
    const auto add = [&](std::uint32_t other) {
      if (other != v && other != 0 && !gone_[other] && !has(found, other)) found.push_back(other);
    };
    const auto look = [&](const auto& tie) {
      if (tie.plus == v) add(tie.minus);
      if (tie.minus == v) add(tie.plus);
    };
    std::ranges::for_each(problem_.differences, look);
    std::ranges::for_each(problem_.gaps, look);
    for (const auto& t : tables_)
      if (has(t.of, v)) std::ranges::for_each(t.of, add);
    std::ranges::sort(found);
    return found;
  }

  double work(const std::vector<std::uint32_t>& around) const {
    double product = 1;
    for (const auto v : around) product *= static_cast<double>(size_of(variable(v)));
    return product;
  }

  std::uint32_t cheapest() const {
    std::uint32_t best = 0;
    double least = 0;
    for (std::uint32_t v = 1; v < gone_.size(); ++v) {
      if (gone_[v]) continue;
      const double cost = work(neighbours(v)) * static_cast<double>(size_of(variable(v)));
      if (best == 0 || cost < least) best = v, least = cost;
    }
    return best;
  }

  bool sum_out(std::uint32_t v) {
    table sum{neighbours(v), {}};
    if (work(sum.of) * static_cast<double>(size_of(variable(v))) > static_cast<double>(effort_)) return false;
    const auto behind =
        std::stable_partition(tables_.begin(), tables_.end(), [&](const table& t) { return !has(t.of, v); });
    const std::vector<table> multiplied(std::make_move_iterator(behind), std::make_move_iterator(tables_.end()));
    tables_.erase(behind, tables_.end());
    values_.assign(gone_.size(), 0);
    for (const auto other : sum.of) values_[other] = variable(other).low;
    do sum.numbers.push_back(sum_at(v, multiplied));
    while (next_values(sum.of));
    gone_[v] = true;
    if (sum.of.empty())
      factor_ *= sum.numbers.front();
    else
      tables_.push_back(std::move(sum));
    return true;
  }

  bool next_values(const std::vector<std::uint32_t>& of) {
    for (auto i = of.size(); i-- > 0;) {
      if (++values_[of[i]] <= variable(of[i]).high) return true;
      values_[of[i]] = variable(of[i]).low;
    }
    return false;
  }

  big_integer sum_at(std::uint32_t v, const std::vector<table>& multiplied) {
    big_integer sum;
    for (auto& value = values_[v] = variable(v).low; value <= variable(v).high; ++value) {
      if (!allowed(v)) continue;
      big_integer product = 1;
      for (const auto& t : multiplied) product *= t.numbers[place_in(t)];
      sum += product;
    }
    return sum;
  }

  std::size_t place_in(const table& t) const {
    std::size_t place = 0;
    for (const auto v : t.of)
      place = place * static_cast<std::size_t>(size_of(variable(v))) +
              static_cast<std::size_t>(values_[v] - variable(v).low);
    return place;
  }

  /// By the constraints of v with variables that are still there.
  bool allowed(std::uint32_t v) const {
    const auto holds = [&](const auto& tie, auto so) {
      if ((tie.plus != v && tie.minus != v) || gone_[tie.plus] || gone_[tie.minus]) return true;
      return so(values_[tie.plus] - values_[tie.minus]);
    };
    return std::ranges::all_of(problem_.differences,
                               [&](const auto& d) { return holds(d, [&](wide n) { return n <= d.most; }); }) &&
           std::ranges::all_of(problem_.gaps,
                               [&](const auto& g) { return holds(g, [&](wide n) { return n != g.value; }); });
  }

  const difference_problem& problem_;
  std::size_t effort_;
  std::vector<bool> gone_;     // [variable]
  std::vector<table> tables_;  // sums so far
  std::vector<wide> values_;   // [variable], in the place looked at; of number 0 it is 0
  big_integer factor_ = 1;
};

/// Nothing but the order of variables that have the same values matters.
bool is_an_order(const difference_problem& p) {
  const auto& first = p.variables.front();
  return std::ranges::all_of(p.variables, [&](const auto& v) { return v.low == first.low && v.high == first.high; }) &&
         std::ranges::all_of(
             p.differences,
             [](const auto& d) { return d.plus != 0 && d.minus != 0 && (d.most == 0 || d.most == -1); }) &&
         std::ranges::all_of(p.gaps, [](const auto& g) { return g.plus != 0 && g.minus != 0 && g.value == 0; });
}

/// More than it takes to tell the orders apart, so that no bound is felt between two of them.
bool has_many_values(const difference_problem& p) {
  return p.variables.size() > 1 && size_of(p.variables.front()) > 2 * static_cast<wide>(p.variables.size()) + 2;
}

/// The variables by their least values, each with the values that all have.
difference_problem in_order(const difference_problem& p, const difference_problem::variable& all) {
  std::vector<std::uint32_t> order(p.variables.size());
  std::iota(order.begin(), order.end(), 1u);
  std::ranges::stable_sort(order, {},
                           [&](auto v) { return std::pair(p.variables[v - 1].low, -p.variables[v - 1].high); });
  auto result = part_of(p, order);
  for (auto& v : result.variables) v = {all.low, all.high, 0};
  return result;
}

/// n is not negative and has at most 65 bits.
big_integer as_number(wide n) {
  big_integer high = static_cast<std::uint64_t>(n >> 32);
  high *= big_integer(std::uint64_t{1} << 32);
  return high += static_cast<std::uint64_t>(n & 0xffff'ffff);
}

big_integer binomial(wide n, std::uint32_t k) {
  big_integer result = 1;
  for (std::uint32_t i = 0; i < k; ++i) {
    if (n <= static_cast<wide>(i)) return 0;
    result *= as_number(n - i);
    result /= i + 1;
  }
  return result;
}

/// Of one variable, single values are missing.
big_integer count_alone(const difference_problem& p) {
  std::vector<wide> missing;
  for (const auto& g : p.gaps) missing.push_back(g.plus != 0 ? g.value : -g.value);
  std::ranges::sort(missing);
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  const auto& v = p.variables.front();
  const auto inside = std::ranges::count_if(missing, [&](wide n) { return v.low <= n && n <= v.high; });
  return as_number(size_of(v) - inside);
}

}  // namespace

std::optional<big_integer> value_counter::count(const difference_problem& p) {
  if (known_.size() > most_known) known_.clear();
  big_integer product = 1;
  for (const auto& variables : parts_of(p)) {
    const auto part = count_part(part_of(p, variables));
    if (!part) return std::nullopt;
    product *= *part;
  }
  return product;
}

std::optional<big_integer> value_counter::count_part(const difference_problem& p) {
  const closed_differences closed(p);
  if (!closed.possible()) return big_integer();
  const auto less = reduced(p, closed);
  if (is_an_order(p) && has_many_values(p)) return by_order_polynomial(in_order(less, p.variables.front()));
  big_integer product = 1;
  for (const auto& variables : parts_of(less)) {
    const auto number = count_connected(part_of(less, variables));
    if (!number) return std::nullopt;
    product *= *number;
  }
  return product;
}

std::optional<big_integer> value_counter::count_connected(const difference_problem& p) {
  if (p.variables.size() == 1) return count_alone(p);
  const auto [found, is_new] = known_.try_emplace(key_of(p));
  if (is_new) found->second = elimination(p, effort_).run();
  return found->second;
}

std::optional<big_integer> value_counter::by_order_polynomial(const difference_problem& p) {
  const auto [found, is_new] = known_.try_emplace(key_of(p));
  if (!is_new) return found->second;
  auto& result = found->second;
  auto small = p;
  big_integer sum;
  std::vector<big_integer> with;  // so many different values: ways to put the variables in order
  for (std::uint32_t values = 1; values <= p.variables.size(); ++values) {
    for (auto& v : small.variables) v.low = 0, v.high = static_cast<wide>(values) - 1;
    auto ways = count_part(small);
    if (!ways) return std::nullopt;
    for (std::uint32_t fewer = 1; fewer < values; ++fewer) {
      auto of_these = with[fewer - 1];
      of_these *= binomial(values, fewer);
      *ways -= of_these;
    }
    auto term = *ways;
    term *= binomial(size_of(p.variables.front()), values);
    sum += term;
    with.push_back(std::move(*ways));
  }
  return result = std::move(sum);
}

}  // namespace korat::detail
