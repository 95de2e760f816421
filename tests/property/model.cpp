// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "model.hpp"

#include <algorithm>
#include <map>
#include <sstream>

namespace korat_test {

double model::size() const {
  double product = 1;
  for (const auto& f : fields) product *= static_cast<double>(f.values.size());
  return product;
}

namespace {

int value_of(const model& m, const indexes& vector, std::size_t field) { return m.fields[field].values[vector[field]]; }

/// An element behind its array's length is no part of the structure.
bool part_of_structure(const model& m, const indexes& vector, std::size_t object, std::size_t field) {
  const auto length = m.fields[field].length_field;
  if (length == field) return true;
  const auto& fields = m.objects[object].fields;
  const auto element =
      std::find(fields.begin(), fields.end(), field) - std::find(fields.begin(), fields.end(), length) - 1;
  return element < value_of(m, vector, length);
}

/// Depth first from the root, calls `visit` for each field of the structure; reads the vector as it is then.
void walk(const model& m, const indexes& vector, const std::function<void(std::size_t object)>& meet,
          const std::function<void(std::size_t field)>& visit) {
  std::set<std::size_t> met;
  const std::function<void(std::size_t)> from = [&](std::size_t object) {
    if (!met.insert(object).second) return;
    meet(object);
    for (const auto f : m.objects[object].fields) {
      if (!part_of_structure(m, vector, object, f)) continue;
      visit(f);
      const int to = value_of(m, vector, f);
      if (m.fields[f].reference && to != model_field::null) from(static_cast<std::size_t>(to));
    }
  };
  from(0);
}

/// At most one fresh object: `value` of `field` may be taken when the fields before hold what they hold.
bool allowed(const model& m, const indexes& vector, const indexes& before, std::size_t field, std::uint32_t value) {
  const int wanted = m.fields[field].values[value];
  if (!m.fields[field].reference || wanted == model_field::null) return true;
  const auto& object = m.objects[static_cast<std::size_t>(wanted)];
  if (object.told_apart) return true;
  int largest = -1;
  for (const auto f : before) {
    if (!m.fields[f].reference) continue;
    const int held = value_of(m, vector, f);
    if (held == model_field::null || m.objects[static_cast<std::size_t>(held)].set != object.set) continue;
    largest = std::max(largest, m.objects[static_cast<std::size_t>(held)].index);
  }
  return object.index <= largest + 1;
}

}  // namespace

std::vector<visited> reference_search(const model& m, const model_predicate& predicate) {
  std::vector<visited> result;
  indexes vector(m.fields.size());
  for (;;) {
    indexes list;
    const auto access = [&](std::size_t field) {
      if (std::find(list.begin(), list.end(), field) == list.end()) list.push_back(static_cast<std::uint32_t>(field));
    };
    const bool valid = predicate([&](std::size_t field) {
      access(field);
      return value_of(m, vector, field);
    });
    if (valid)
      walk(
          m, vector, [](std::size_t) {}, access);
    result.push_back({vector, list, valid});
    for (;;) {
      if (list.empty()) return result;
      const auto last = list.back();
      list.pop_back();
      auto next = vector[last] + 1;
      while (next < m.fields[last].values.size() && !allowed(m, vector, list, last, next)) ++next;
      if (next < m.fields[last].values.size()) {
        vector[last] = next;
        break;
      }
      vector[last] = 0;
    }
  }
}

std::string canonical(const model& m, const indexes& vector) {
  std::map<std::size_t, int> number;  // of objects met
  std::map<std::size_t, int> met_of_set;
  std::vector<std::size_t> fields;
  const auto name = [&](std::size_t object) {
    const auto& o = m.objects[object];
    if (o.told_apart) return std::to_string(o.set) + "!" + std::to_string(o.index);
    return std::to_string(o.set) + "#" + std::to_string(number.at(object));
  };
  walk(
      m, vector, [&](std::size_t o) { number[o] = met_of_set[m.objects[o].set]++; },
      [&](std::size_t f) { fields.push_back(f); });
  std::ostringstream out;
  for (const auto f : fields) {
    const int v = value_of(m, vector, f);
    if (!m.fields[f].reference)
      out << v << ' ';
    else if (v == model_field::null)
      out << "null ";
    else
      out << name(static_cast<std::size_t>(v)) << ' ';
  }
  return out.str();
}

std::set<std::string> brute_force(const model& m, const model_predicate& predicate) {
  std::set<std::string> result;
  indexes vector(m.fields.size());
  for (;;) {
    if (predicate([&](std::size_t field) { return value_of(m, vector, field); })) result.insert(canonical(m, vector));
    std::size_t i = 0;
    while (i < vector.size() && ++vector[i] == m.fields[i].values.size()) vector[i++] = 0;
    if (i == vector.size()) return result;
  }
}

}  // namespace korat_test
