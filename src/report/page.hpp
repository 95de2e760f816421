// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The report as one page that needs nothing else: page/page.html with its style and script, embedded at build time, and
// the data of a run inside it.

#pragma once

#include <string>

#include "encoding/json.hpp"
#include "report/layout.hpp"

namespace korat::report {

using encoding::json;
using encoding::json_object;

extern const char* const page_template;

std::string page_with(const json_object& data);
json_object as_json(const drawing&);

}  // namespace korat::report
