// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// options: -fno-exceptions
// expect: Korat needs exceptions: compile this file without -fno-exceptions

#include <korat/korat.hpp>
