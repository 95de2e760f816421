// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "korat/walk.hpp"
#include "search/engine.hpp"
#include "search/sweep.hpp"

namespace korat {

std::vector<candidate_vector> cut_by_space(basic_search& search, std::size_t parts) {
  std::vector<candidate_vector> cuts;
  for (std::size_t i = 1; i < parts; ++i)
    cuts.push_back(search.at_share(static_cast<double>(i) / static_cast<double>(parts)));
  return cuts;
}

// A sweep goes through the whole space in order and leaves most of it out, so it knows of each candidate that it meets
// how many come before, about; and it meets more of them where there are more. The first sweeps learn how much each
// kind of node holds; the last one is wider.
std::vector<candidate_vector> cut_by_probing(basic_search& search, std::size_t parts, probing how) {
  constexpr std::size_t places_in_a_part = 16;
  constexpr std::uint32_t wider = 8;  // the sweep that finds the cuts
  std::vector<candidate_vector> cuts;
  if (parts < 2) return cuts;
  auto& engine = detail::search_engine::of(search);
  search.to_start();
  sweep_memory memory;
  auto seed = how.seed;
  for (std::size_t i = 1; i < how.probes; ++i) detail::sweeper::sweep_of(engine, seed++, {.width = how.width}, memory);
  detail::sweep_marks marks(std::max(how.places, places_in_a_part * parts));
  const double all = detail::sweeper::sweep_of(engine, seed, {.width = wider * how.width}, memory, &marks).explored;
  auto at = marks.all().begin();
  for (std::size_t i = 1; i < parts && at != marks.all().end(); ++i) {
    const double wanted = all * static_cast<double>(i) / static_cast<double>(parts);
    const auto last = marks.all().end() - 1;
    if (i > 1 && at != last) ++at;  // no two the same if it can be helped
    while (at != last && at->before < wanted) ++at;
    cuts.push_back(at->at);
  }
  if (detail::sweeper::goes_backward(engine)) std::ranges::reverse(cuts);
  return cuts;
}

namespace {

/// Keeps every n-th candidate, with n doubled whenever that becomes too many.
class landmarks {
 public:
  explicit landmarks(std::size_t most) : most_(std::max<std::size_t>(2, most)) {}

  void pass(const basic_search& search, std::uint64_t number) {
    if (number % stride_ != 0) return;
    kept_.push_back(search.vector());
    if (kept_.size() < most_) return;
    std::vector<candidate_vector> every_second;
    for (std::size_t i = 0; i < kept_.size(); i += 2) every_second.push_back(std::move(kept_[i]));
    kept_ = std::move(every_second);
    stride_ *= 2;
  }
  /// Goes to the candidate with this number.
  void go_to(basic_search& search, std::uint64_t number) const {
    search.seek(kept_[number / stride_]);
    for (auto i = number % stride_; i > 0; --i) search.next();
  }

 private:
  std::size_t most_;
  std::uint64_t stride_ = 1;
  std::vector<candidate_vector> kept_;  // number i * stride_
};

}  // namespace

// The number of candidates is known only at the end. Landmarks along the way make it a short walk to any of them.
std::vector<candidate_vector> cut_by_count(basic_search& search, std::size_t parts) {
  landmarks marks(64 * parts);
  std::uint64_t count = 0;
  search.to_start();
  for (; search.next(); ++count) marks.pass(search, count);
  std::vector<candidate_vector> cuts;
  for (std::size_t i = 1; i < parts && count != 0; ++i) {
    marks.go_to(search, std::min(count - 1, count / parts * i + count % parts * i / parts));
    cuts.push_back(search.vector());
  }
  return cuts;
}

}  // namespace korat
