// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "faults/renumber.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace korat::faults {

structure renumbered(const structure& s, const std::vector<std::string>& kept_classes, std::mt19937_64& random) {
  std::vector<std::size_t> moving;
  for (std::size_t o = 1; o < s.objects.size(); ++o)
    if (std::ranges::find(kept_classes, s.objects[o].class_name) == kept_classes.end()) moving.push_back(o);
  std::vector<std::size_t> to(s.objects.size());  // where an object goes
  for (std::size_t o = 0; o < to.size(); ++o) to[o] = o;
  auto targets = moving;
  for (std::size_t i = targets.size(); i > 1; --i) std::swap(targets[i - 1], targets[random() % i]);
  for (std::size_t i = 0; i < moving.size(); ++i) to[moving[i]] = targets[i];
  structure result;
  result.objects.resize(s.objects.size());
  for (std::size_t o = 0; o < to.size(); ++o) result.objects[to[o]] = s.objects[o];
  std::unordered_map<std::string, std::size_t> numbers;
  for (std::size_t o = 0; o < result.objects.size(); ++o) {
    auto& object = result.objects[o];
    if (o > 0 && std::ranges::find(kept_classes, object.class_name) == kept_classes.end())
      object.name = object.class_name + std::to_string(numbers[object.class_name]++);
    for (auto& f : object.fields)
      if (auto* const id = std::get_if<object_id>(&f.value)) id->index = to[id->index];
  }
  return result;
}

}  // namespace korat::faults
