// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A guide takes the place of the search's own rule (first value first) for one run of the predicate: it says which
// value each field gets at its first read. So a run goes straight to one candidate, wherever it lies.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "korat/position.hpp"
#include "korat/random_source.hpp"
#include "space/space.hpp"

namespace korat::detail {

class guide {
 public:
  virtual ~guide() = default;
  /// The value of the field, of those isomorphism breaking allows: at most `limit`. `used`: the objects in use, for
  /// each class domain.
  virtual std::uint32_t pick(std::uint32_t cell, std::uint32_t limit, std::span<const std::uint32_t> used) = 0;
};

/// Leads to the candidate that a vector stands for. Objects are renumbered in the order in which the predicate meets
/// them, which is what makes a structure canonical; a vector of the search itself stays what it is.
class vector_guide final : public guide {
 public:
  vector_guide(const space&, candidate_vector);
  std::uint32_t pick(std::uint32_t cell, std::uint32_t limit, std::span<const std::uint32_t> used) override;

 private:
  std::uint32_t cell_before_renumbering(std::uint32_t cell) const;

  const space& space_;
  candidate_vector vector_;
  static constexpr std::uint32_t unknown = 0xffff'ffff;
  std::vector<std::uint32_t> canonical_;  // [object of the vector]: its number in the candidate
  std::vector<std::uint32_t> original_;   // [object of the candidate]: its number in the vector
};

/// Leads to the candidate that stands at a share (0 to 1) of the input space, all values of a field counting the same.
class share_guide final : public guide {
 public:
  share_guide(const space& s, double share) : space_(s), share_(share) {}
  std::uint32_t pick(std::uint32_t cell, std::uint32_t limit, std::span<const std::uint32_t> used) override;

 private:
  const space& space_;
  double share_;  // of what is left below the choices made
};

/// Leads to a random candidate: each value that is allowed has the same chance. (Not each candidate: see log_weight().)
class random_guide final : public guide {
 public:
  random_guide(const space& s, random_source random) : space_(s), random_(random) {}
  std::uint32_t pick(std::uint32_t cell, std::uint32_t limit, std::span<const std::uint32_t> used) override;
  /// One by the chance of the candidate that was reached is a fair estimate of the number of candidates (Knuth 1975).
  double log_weight() const noexcept { return log_weight_; }

 private:
  const space& space_;
  random_source random_;
  double log_weight_ = 0;
};

/// Why the search would never visit `wanted`, which stands for `canonical`; empty when they are the same.
std::string why_noncanonical(const space&, const candidate_vector& wanted, const candidate_vector& canonical,
                             std::span<const std::uint32_t> read);
/// Throws position_error unless the vector has a value for each field.
void check_length(const space&, const candidate_vector&);

}  // namespace korat::detail
