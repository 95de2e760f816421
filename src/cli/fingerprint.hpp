// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace korat::cli {

/// A hash of this program's code and data: of the predicates too, whether subjects or a compiled header with all that
/// it includes. Comments, lines and names of folders do not change it; other flags or another build of Korat may.
std::string program_fingerprint();

}  // namespace korat::cli
