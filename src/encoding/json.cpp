// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "encoding/json.hpp"

#include <cmath>

#include "encoding/digits.hpp"

namespace korat::encoding {

json::json(double number) : text_(std::isfinite(number) ? digits(number) : "null") {}

}  // namespace korat::encoding
