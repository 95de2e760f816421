// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/walk.hpp"

namespace korat {

namespace {

/// One of the two directions: steps away from the candidate, and the valid one met there, if it is not yet told.
class side {
 public:
  enum class way { up, down };
  side(basic_search& search, way where) : search_(search), where_(where) {}

  std::int64_t distance() const noexcept { return distance_; }
  bool met() const noexcept { return met_; }
  bool ended() const noexcept { return ended_; }

  void step() {
    ended_ = !(where_ == way::up ? search_.next() : search_.previous());
    if (ended_) return;
    ++distance_;
    met_ = search_.valid();
  }
  neighbour take() {
    met_ = false;
    return {search_.vector(), where_ == way::up ? distance_ : -distance_};
  }

 private:
  basic_search& search_;
  way where_;
  std::int64_t distance_ = 0;
  bool met_ = false;
  bool ended_ = false;
};

}  // namespace

// Both sides go outward in step, so whoever meets a valid candidate first has the nearest. A side that has come to its
// end of the space leaves the rest to the other.
std::vector<neighbour> find_neighbours(basic_search& up, basic_search& down, const candidate_vector& around,
                                       std::size_t count, noncanonical policy,
                                       const function<bool(std::uint64_t)>& stop) {
  std::vector<neighbour> found;
  if (count == 0 || !up.seek(around, policy) || !down.seek(up.vector())) return found;
  if (up.valid()) found.push_back({up.vector(), 0});
  side above(up, side::way::up), below(down, side::way::down);
  const auto explored = [&] { return static_cast<std::uint64_t>(1 + above.distance() + below.distance()); };
  while (found.size() < count && !(above.ended() && below.ended()) && !(stop && stop(explored()))) {
    side& next = below.ended() || (!above.ended() && above.distance() <= below.distance()) ? above : below;
    next.step();
    if (next.met()) found.push_back(next.take());
  }
  return found;
}

}  // namespace korat
