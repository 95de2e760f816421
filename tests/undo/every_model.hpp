// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <gtest/gtest.h>

#include "models.hpp"

namespace korat_test {

using every_model =
    ::testing::Types<set_model<int>, set_model<const char*>, set_model<wide>, set_model<tag>, set_model<std::uint8_t>,
                     map_model<int, int>, map_model<const char*, bool>, map_model<int, wide>, map_model<wide, char>,
                     map_model<std::uint64_t, const char*>, vector_model<int>, vector_model<const char*>,
                     vector_model<wide>, vector_model<char>, vector_model<bool>, vector_model<double>, deque_model<int>,
                     deque_model<wide>, deque_model<std::int16_t>, queue_model<int>, queue_model<const char*>,
                     queue_model<wide>, stack_model<int>, stack_model<wide>, stack_model<char>, ordered_set_model<int>,
                     ordered_set_model<const char*>, ordered_set_model<wide>, ordered_map_model<int, int>,
                     ordered_map_model<const char*, wide>, list_model<int>, list_model<wide>, list_model<const char*>,
                     priority_queue_model<int>, priority_queue_model<wide>>;

/// Keys to choose from: few, so that they meet again; many, so that tables grow. A narrow element takes fewer.
template <class Model>
number keys_for(std::uint32_t seed) {
  const number choices[] = {3, 17, 60, 120};
  return choices[seed % 4];
}

}  // namespace korat_test
