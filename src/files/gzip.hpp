// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

namespace korat::files {

/// One member of a .gz file. Members can follow each other: programs that read such files read them as one text.
std::string gzip(std::string_view text);

}  // namespace korat::files
