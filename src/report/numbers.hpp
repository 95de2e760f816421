// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Numbers as people like to read them.

#pragma once

#include <cstdint>
#include <string>

namespace korat::report {

std::string grouped(std::uint64_t number);                    ///< 1234567 -> "1,234,567"
std::string counted(std::uint64_t number, const char* noun);  ///< "1 structure", "2 structures"
std::string percent(double share);                            ///< 0.1234 -> "12.34%", 1 -> "100%"
std::string precise_percent(double share);                    ///< 0.1234 -> "12.340000%": enough to see it move
/// Digits by threes while somebody can read them, else the order of magnitude: "1.234e45".
std::string big_number(const std::string& digits);
std::string grouped_digits(std::string digits);  ///< of a number too large for a machine word
std::string duration(double seconds);            ///< "4.20 ms", "1.234 s", "12.3 s", "3 min 05 s", "2 h 07 min"
std::string rate(std::uint64_t candidates, double seconds);  ///< per second: "23.4 million"; "" if too short to tell

}  // namespace korat::report
