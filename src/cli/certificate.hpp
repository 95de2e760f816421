// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a predicate accepts, in a small text file: 'korat certify' writes it, its user commits it, 'korat check'
// compares. Per bound it has the number of structures and a hash of them that does not depend on their order, the same
// for each number of objects, and the smallest structures themselves, a line each.
//
//   korat certificate 1
//   subject my_tree.hpp
//   bound 2: 2 structures, hash 5f1c...
//     3 objects: 2 structures, hash 5f1c...
//       tree(root=node0 size=2) node0(left=null right=node1) node1(left=null right=null)
//       ...
//   end

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/digest.hpp"
#include "subjects/subject.hpp"

namespace korat::cli {

/// The structures of one number of objects.
struct certified_size {
  std::uint64_t count = 0;
  digest hash;
  std::optional<std::set<std::string>> lines;  // of all of them, or none
};

struct certified_bound {
  subjects::arguments arguments;
  std::map<std::size_t, certified_size> sizes;  // by the number of objects

  std::uint64_t count() const;
  digest hash() const;
};

struct certificate {
  std::string subject;  // as it was called
  std::vector<certified_bound> bounds;
};

std::string certificate_text(const certificate&);
/// Throws file_error when the file is none, or damaged.
certificate read_certificate(const std::string& path);

}  // namespace korat::cli
