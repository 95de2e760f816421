// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Reads of members that have no domain. Such a member holds in every structure what the constructor put there, which
// may be meant, or forgotten. In some self-checks the shadow of these bytes is set too, so that reading them is noticed
// like a first read; the search itself pays nothing. Each place of a class is looked at once.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "space/space.hpp"

namespace korat::detail {

class unbound_reads {
 public:
  explicit unbound_reads(const space&);

  /// Whether this check shall look for them: a few of the first, of those that the predicate accepts or that are deep,
  /// and ever more rarely others.
  bool worth_a_look(std::uint64_t checks, bool promising) noexcept;
  void watch() const noexcept { shade_all(1); }
  void unwatch() const noexcept { shade_all(0); }

  /// The same for all that has no domain in one object, whether it is settled or not.
  void watch(std::size_t object) const noexcept { shade(object, 1); }
  void unwatch(std::size_t object) const noexcept { shade(object, 0); }

  /// An address without a field was read.
  void noticed(const void* address) noexcept;
  /// Those noticed in the object are forgotten. True: there were some.
  bool forget(std::size_t object);
  /// One that was noticed and not asked for yet, or null.
  const void* take() noexcept;
  /// Nobody needs to hear of the bytes there again, in any object of the class. False: nobody did before.
  bool settle(const void* address);

  /// Which bytes these are, by the member's name if it is known.
  std::string described(const void* address) const;
  /// What they hold.
  std::string held(const void* address) const;
  /// They hold a constant: the address of a table of virtual functions or of something else that cannot change, or what
  /// the finitization's 'initialize' has put there.
  bool constant(const void* address) const;
  /// They could hold a pointer.
  bool pointer_sized(const void* address) const noexcept { return width_at(address) == sizeof(void*); }

 private:
  std::size_t width_at(const void* address) const noexcept;
  void shade_all(unsigned char) const noexcept;
  void shade(std::size_t object, unsigned char) const noexcept;

  const space& space_;
  std::vector<std::vector<space::byte_range>> ranges_;  // [class], without those that are settled
  bool any_ = false;
  int looks_ = 0;
  std::vector<const void*> noticed_;
};

}  // namespace korat::detail
