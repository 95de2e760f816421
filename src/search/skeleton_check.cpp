// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/skeleton_check.hpp"

#include <algorithm>
#include <cstring>

#include "korat/detail/notice.hpp"

namespace korat::detail {

bool skeleton_check::can_follow(const skeleton& s, const space& objects) {
  return std::ranges::none_of(
      s.nodes, [&](const skeleton::node& n) { return objects.cells()[n.cell].what == cell::kind::assigned; });
}

predicate skeleton_check::as_predicate(std::shared_ptr<const skeleton_check> check) { return {call, std::move(check)}; }

bool skeleton_check::call(const void* self, const void*) { return static_cast<const skeleton_check*>(self)->follow(); }

// Where the checks came to an open number, so does this one: what is behind it nobody knows.
bool skeleton_check::follow() const {
  for (std::uint32_t at = 0; at != skeleton::nowhere;) {
    const auto& n = skeleton_.nodes[at];
    notice_read(cells_[n.cell].address);
    const auto* const edge = taken(n);
    if (edge == nullptr) return false;
    at = edge->to;
  }
  if (skeleton_.open_number != skeleton::nowhere) notice_read(cells_[skeleton_.open_number].address);
  return true;
}

[[gnu::noinline]] const skeleton::edge* skeleton_check::taken(const skeleton::node& n) const noexcept {
  const auto& c = cells_[n.cell];
  const auto has = [&](std::uint32_t value) {
    std::uint64_t bytes = 0;
    store(c, &bytes, c.values[value]);
    return std::memcmp(&bytes, c.address, c.width) == 0;
  };
  for (const auto& e : std::span(skeleton_.edges).subspan(n.first_edge, n.edges))
    if (has(e.value)) return &e;
  return nullptr;
}

}  // namespace korat::detail
