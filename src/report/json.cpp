// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "report/json.hpp"

#include <cmath>

#include "report/show.hpp"

namespace korat::report {

json::json(double number) : text_(std::isfinite(number) ? digits(number) : "null") {}

}  // namespace korat::report
