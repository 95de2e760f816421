// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Structures as a picture in a format that is named by a word or by the ending of a file's name.

#pragma once

#include <string>
#include <vector>

#include "korat/diagram_drawing.hpp"
#include "korat/structure.hpp"

namespace korat::cli {

/// The ending of the name, or svg.
std::string format_of_file(const std::string& path);

/// Throws usage_error about `option` unless the format is svg, png, pdf, dot or text.
void check_format(const char* option, const std::string& format);

/// One structure, or several side by side. Without Graphviz a drawing of characters, and a complaint.
std::string picture(const std::vector<structure>&, const std::string& format);
std::string picture(const diagram_drawing&, const std::string& format);

}  // namespace korat::cli
