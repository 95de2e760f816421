// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string_view>

namespace korat::files {

/// CRC-32, as in zip and PNG files.
std::uint32_t checksum(std::string_view bytes);

}  // namespace korat::files
