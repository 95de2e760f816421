// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Outside a search the undoable containers are plain good containers: random operations, beside a std:: model.

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <utility>

#include "every_model.hpp"

namespace korat_test::heap_model_test {
namespace {

template <class Model>
class HeapModel : public ::testing::Test {};
TYPED_TEST_SUITE(HeapModel, every_model);

// Three containers: they are also made, destroyed, copied, moved and swapped.
template <class Model>
std::string run(std::uint32_t seed) {
  constexpr number count = 3;
  dice d(seed);
  const auto keys = keys_for<Model>(seed);
  std::array<std::optional<typename Model::container>, count> containers;
  std::array<typename Model::model, count> models;
  for (int step = 0; step < 1500; ++step) {
    const auto i = d.below(count), j = d.below(count);
    auto& c = containers[i];
    if (!c) {
      c.emplace();
      models[i] = {};
    }
    std::string wrong;
    switch (d.below(40)) {
      case 0: c.reset(); break;
      case 1:
        if (containers[j]) *c = std::as_const(*containers[j]), models[i] = models[j];
        break;
      case 2:
        if (containers[j] && i != j) *c = std::move(*containers[j]), models[i] = models[j], containers[j].reset();
        break;
      case 3:
        if (containers[j]) std::swap(*c, *containers[j]), std::swap(models[i], models[j]);
        break;
      case 4:
        if (containers[j] && i != j) c.emplace(std::as_const(*containers[j])), models[i] = models[j];
        break;
      case 5:
        if (containers[j] && i != j) c.emplace(std::move(*containers[j])), models[i] = models[j], containers[j].reset();
        break;
      default: wrong = Model::step(*c, models[i], d, keys);
    }
    for (number k = 0; k < count && wrong.empty(); ++k)
      if (containers[k] && (step % 16 == 0 || k == i)) wrong = Model::difference(*containers[k], models[k], keys);
    if (!wrong.empty()) return "seed " + std::to_string(seed) + ", step " + std::to_string(step) + ": " + wrong;
  }
  return "";
}

TYPED_TEST(HeapModel, AgreesAfterEveryOperation) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) ASSERT_EQ(run<TypeParam>(seed), "");
}

}  // namespace
}  // namespace korat_test::heap_model_test
