// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// options: -std=c++17
// expect: Korat needs C++20: compile with -std=c++20

#include <korat/korat.hpp>
