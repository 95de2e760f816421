// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <random>

#include "korat/walk.hpp"

namespace korat {

std::vector<candidate_vector> cut_by_space(basic_search& search, std::size_t parts) {
  std::vector<candidate_vector> cuts;
  for (std::size_t i = 1; i < parts; ++i)
    cuts.push_back(search.at_share(static_cast<double>(i) / static_cast<double>(parts)));
  return cuts;
}

namespace {

/// Two candidates of one search differ first at a field that both read.
bool comes_before(const sampled_candidate& a, const sampled_candidate& b) {
  for (const auto field : a.accessed)
    if (a.vector[field] != b.vector[field]) return a.vector[field] < b.vector[field];
  return false;
}

/// Random candidates in order, as places to cut, and an estimate of how many candidates lie behind each.
class places {
 public:
  places(basic_search& search, const probing& how) : search_(search), how_(how) {
    std::mt19937_64 random(how.seed);
    for (std::size_t i = 0; i < std::max<std::size_t>(1, how.places); ++i) at_.push_back(search.sample(random));
    std::ranges::sort(at_, comes_before);
    behind_.assign(at_.size(), unknown);
  }
  double all() { return estimate(nullptr); }
  /// The first place from `from` on with at most `wanted` candidates behind it, or the last.
  std::size_t find(std::size_t from, double wanted) {
    auto end = at_.size() - 1;
    while (from < end) {
      const auto middle = from + (end - from) / 2;
      if (behind(middle) > wanted)
        from = middle + 1;
      else
        end = middle;
    }
    return from;
  }
  const candidate_vector& operator[](std::size_t i) const { return at_[i].vector; }

 private:
  static constexpr double unknown = -1;

  double behind(std::size_t i) {
    const candidate_position position{at_[i].vector, at_[i].accessed};
    if (behind_[i] == unknown) behind_[i] = estimate(&position);
    return behind_[i];
  }
  double estimate(const candidate_position* position) {
    double sum = 0;
    for (std::size_t i = 0; i < how_.probes; ++i)
      sum += search_.random_probe(how_.seed + i, {.width = how_.width, .behind = position}).explored;
    return sum / static_cast<double>(how_.probes);
  }

  basic_search& search_;
  const probing how_;
  std::vector<sampled_candidate> at_;
  std::vector<double> behind_;
};

}  // namespace

std::vector<candidate_vector> cut_by_probing(basic_search& search, std::size_t parts, probing how) {
  std::vector<candidate_vector> cuts;
  if (parts < 2) return cuts;
  places where(search, how);
  const double all = where.all();
  std::size_t at = 0;
  for (std::size_t i = 1; i < parts; ++i) {
    at = where.find(at, all * static_cast<double>(parts - i) / static_cast<double>(parts));
    cuts.push_back(where[at]);
  }
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
