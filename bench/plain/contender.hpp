// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The subjects as plain classes. Their text is compiled a second time, through the pass and with the namespace
// 'subjects' renamed, so that both can be in one program.

#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "korat/search.hpp"

namespace korat::bench {

std::unique_ptr<basic_search> plain_search(std::string_view subject, const std::vector<std::int64_t>& arguments,
                                           search_options);

}  // namespace korat::bench
