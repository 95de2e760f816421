// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace korat::bench {

/// Where and how the numbers came about: processor, system, compiler, flags, date, load.
nlohmann::ordered_json describe_machine();
std::string machine_text(const nlohmann::ordered_json&);

}  // namespace korat::bench
