// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A diagram on disk (docs/files.md): what space it is of, the nodes with their edges, children before parents, and a
// checksum. Sums over paths are not stored, but for leaves that stand for several solutions: they follow from the
// edges.

#pragma once

#include <string>

#include "diagram/graph.hpp"
#include "space/space.hpp"

namespace korat::detail {

/// Written beside the file and renamed, so that there is never half of one. Throws file_error.
void write_diagram(const std::string& path, const graph&, const space&, const std::string& description);
/// Throws file_error when it is no such file, damaged, of another version, or of another space.
graph read_diagram(const std::string& path, const space&);
std::string description_in_diagram(const std::string& path);

}  // namespace korat::detail
