// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "parallel/piecework.hpp"

#include <optional>
#include <utility>

#include "search/engine.hpp"

namespace korat::detail {

/// What is given first is the largest, and comes last.
std::vector<open_range> leave_in_pieces(search_engine& engine, unsigned pieces) {
  std::vector<part> given;
  for (unsigned i = 1; i < pieces; ++i)
    if (auto piece = engine.give_part(pieces - i + 1)) given.push_back(std::move(*piece));
  std::vector<open_range> all;
  const auto add = [&all](std::optional<open_range> left) {
    if (left) all.push_back(std::move(*left));
  };
  add(engine.leave());
  for (auto piece = given.rbegin(); piece != given.rend(); ++piece) add(engine.left_in(*piece));
  return all;
}

piecework::piecework(std::unique_ptr<basic_search> search)
    : search_(std::move(search)), engine_(search_engine::of(*search_)) {}

void piecework::go_through(const open_range& range, allowance most,
                           const std::function<void(const basic_search&)>& visit) {
  engine_.take(range);
  engine_.allow(most.valid, most.explored);
  while (search_->next_valid()) visit(*search_);
}

std::vector<open_range> piecework::leave(unsigned pieces) { return leave_in_pieces(engine_, pieces); }

bool piecework::can_be_cut() const noexcept { return !engine_.is_trying_out(); }

}  // namespace korat::detail
