// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace korat::cli {

/// --progress; automatic: on a terminal.
enum class show_progress { automatic, always, never };

}  // namespace korat::cli
