// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
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
bool comes_before(const probe& a, const probe& b) {
  for (const auto field : a.accessed)
    if (a.vector[field] != b.vector[field]) return a.vector[field] < b.vector[field];
  return false;
}

}  // namespace

// A probe stands for as many candidates as its weight says, so the cuts are the quantiles of the weighted probes.
std::vector<candidate_vector> cut_by_probing(basic_search& search, std::size_t parts, probing how) {
  std::mt19937_64 random(how.seed);
  std::vector<probe> probes;
  for (std::size_t i = 0; i < std::max<std::size_t>(1, how.probes); ++i) probes.push_back(search.random_probe(random));
  std::ranges::sort(probes, comes_before);
  const auto heaviest = std::ranges::max(probes, {}, &probe::log_weight).log_weight;
  const auto weight = [heaviest](const probe& p) { return std::exp(p.log_weight - heaviest); };
  double total = 0;
  for (const auto& p : probes) total += weight(p);
  std::vector<candidate_vector> cuts;
  double passed = 0;
  auto at = probes.begin();
  for (std::size_t i = 1; i < parts; ++i) {
    const double share = total * static_cast<double>(i) / static_cast<double>(parts);
    while (at + 1 != probes.end() && passed + weight(*at) < share) passed += weight(*at++);
    cuts.push_back(at->vector);
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
