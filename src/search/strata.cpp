// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/strata.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "korat/probe.hpp"

namespace korat::detail {
namespace {

constexpr std::size_t block = 1024;

/// A low subtree cannot hide much, so few nodes of such a stratum tell enough, and the effort goes where one node may
/// lead to nearly everything. Without this, a sweep of binomial heaps of 9 nodes that tries every shape took four times
/// as long.
double most_kept(const stratum& s, double width) {
  constexpr double least = 64;
  return s.height == 0 ? width : std::min(width, least + std::pow(2.0, s.height * s.height));
}

}  // namespace

void strata::end() {
  for (auto& b : blocks_)
    for (auto& s : b) {
      // A few heavy nodes may be all there are: only what is sure is expected, and as long as not more comes, it is
      // kept.
      const double sure = std::max(0.0, s.met - 2 * std::sqrt(s.squares));
      s.expected = (s.expected * sweeps_ + sure) / (sweeps_ + 1);
      s.met = s.squares = 0;
      s.phase = -1;
    }
  constexpr double most = 8;  // later ones, being wider, know better
  sweeps_ = std::min(sweeps_ + 1, most);
}

stratum& strata::find(std::uint64_t key) {
  if (2 * count_ >= slots_.size()) grow();
  const auto mask = slots_.size() - 1;
  auto i = key & mask;
  while (slots_[i] != nullptr && slots_[i]->key != key) i = (i + 1) & mask;
  if (slots_[i] == nullptr) {
    if (count_ % block == 0) blocks_.emplace_back().reserve(block);
    slots_[i] = &blocks_.back().emplace_back(stratum{.key = key});
    ++count_;
  }
  return *slots_[i];
}

void strata::grow() {
  slots_.assign(std::max<std::size_t>(block, 2 * slots_.size()), nullptr);
  const auto mask = slots_.size() - 1;
  for (auto& b : blocks_)
    for (auto& s : b) {
      auto i = s.key & mask;
      while (slots_[i] != nullptr) i = (i + 1) & mask;
      slots_[i] = &s;
    }
}

// One node for each part of the stratum, along the nodes in the order in which they are met: nodes that are met one
// after the other are alike, and as many of them are kept as they deserve.
bool strata::keep(stratum& s, double& weight, std::mt19937_64& random) const {
  s.met += weight;
  s.squares += weight * weight;
  const double part = std::max(s.expected, s.met) / most_kept(s, width_);
  if (weight >= part) return true;
  if (s.phase < 0) s.phase = std::uniform_real_distribution<double>(0, 1)(random);
  s.phase += weight / part;
  if (s.phase < 1) return false;
  s.phase -= 1;
  weight = part;
  return true;
}

double strata::nodes_entered(double width) const {
  double sum = 0;
  for (const auto& b : blocks_)
    for (const auto& s : b) sum += std::min(s.expected, most_kept(s, width));
  return sum;
}

}  // namespace korat::detail

namespace korat {

sweep_memory::sweep_memory() : strata_(std::make_unique<detail::strata>()) {}
sweep_memory::~sweep_memory() = default;
sweep_memory::sweep_memory(sweep_memory&&) noexcept = default;
sweep_memory& sweep_memory::operator=(sweep_memory&&) noexcept = default;
std::size_t sweep_memory::strata_met() const noexcept { return strata_->count(); }
double sweep_memory::effort(std::uint32_t width) const { return strata_->nodes_entered(width); }

}  // namespace korat
