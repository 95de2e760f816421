// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace korat::detail {

__extension__ using wide_unsigned = unsigned __int128;

}  // namespace korat::detail
