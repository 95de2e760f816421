// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// options: -fno-rtti
// expect: Korat needs run-time type information: compile this file without -fno-rtti

#include <korat/korat.hpp>
