// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A structure for people and programs. All four take time and space linear in the structure and none recurses, so a
// list of a million nodes prints as safely as one of three. Text that is no UTF-8 comes out as valid UTF-8 all the
// same.

#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "korat/diagram_drawing.hpp"
#include "korat/structure.hpp"

namespace korat {

/// A drawing for a terminal: the objects as a tree from the root; lines end with '\n'.
///
///   tree  size=3
///   └─ root: node0  parent=null, key=1, right=null
///      └─ left: node1  parent -> node0, key=?
///
/// Values and nulls stand beside the object, references to objects not drawn yet are branches, and an object met again
/// is only named ("-> node0"). A question mark: the predicate did not look at that field. Branches deeper than 24 end
/// in "node24 ..." and go on as a drawing of their own, which keeps long lists readable.
std::string to_text(const structure&);

/// One line, without '\n':
///
///   {"root":"tree","objects":[{"id":"tree","class":"tree","fields":{"root":{"ref":"node0"},"size":3}}, ...]}
///
/// A reference is {"ref": id} or null, an array is an array, an enumerator is its name, a number that JSON lacks is
/// "NaN", "Infinity" or "-Infinity". An object with fields the predicate did not look at lists them: "unread":["key"].
/// Bytes that are no UTF-8 become the code points U+0080 to U+00FF.
std::string to_json(const structure&);

/// A Graphviz digraph: a box for each object with its values, an edge for each reference; what is null is listed in
/// grey, as is what the predicate did not look at ("key: ?").
std::string to_dot(const structure&);
/// Several in one picture, each in a frame with its number.
std::string to_dot(std::span<const structure>);

/// A diagram: a box for each field that is chosen, shaded where paths meet, an edge with its values for each way on.
std::string to_dot(const diagram_drawing&);
/// The same as a list: each node with its number, and where its values lead.
std::string to_text(const diagram_drawing&);

/// A candidate vector: "1 0 2 0".
std::string to_text(std::span<const std::uint32_t> vector);

}  // namespace korat
