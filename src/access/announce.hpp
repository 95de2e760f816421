// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace korat::detail {

/// A copy is being announced, byte by byte: also of bytes that belong to nothing, or that nobody will look at.
extern constinit thread_local bool copy_announced;

}  // namespace korat::detail
