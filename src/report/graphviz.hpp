// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Graphviz, as the program 'dot' of whoever runs this: it need not be there.

#pragma once

#include <optional>
#include <string>

namespace korat::report {

/// What `dot -T<format>` makes of graphs in its language; nothing when there is no such program. Throws
/// std::runtime_error when it fails.
std::optional<std::string> run_dot(const std::string& format, const std::string& graphs);

}  // namespace korat::report
