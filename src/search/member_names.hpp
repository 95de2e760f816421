// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The names of members, where the program has them: of classes in files that were compiled through the pass with debug
// information (pass/member_names.hpp).

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace korat::detail {

/// Of the member that has the byte at this offset of an object of the class, which has so many bytes. Empty: not known,
/// or several classes of that name and size have different ones.
std::string member_at(std::string_view class_name, std::size_t class_size, std::size_t offset);

}  // namespace korat::detail
