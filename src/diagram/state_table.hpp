// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The states of a predicate that waits for the value of a field, each once. A state is all that its future depends on
// but for what it will read: the field it waits for, its registers and stack, its heap, the memory of its containers,
// and the values of fields that it may look at again without a notice ('pinned'). States are compared byte by byte.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "search/checkpoints.hpp"
#include "search/copy_image.hpp"
#include "space/large_vector.hpp"
#include "undo/heap.hpp"

namespace korat::detail {

using state_id = std::uint32_t;

/// A field that keeps its value in a state, and the value.
struct pinned_value {
  std::uint32_t cell;
  std::uint32_t value;
};

class state_table {
 public:
  /// Where the parts of the state lie now. `top`: the registers that korat_first_read has spilled; behind them the
  /// stack.
  struct parts {
    std::uint32_t cell;
    std::byte* top;
    std::byte* end;
    std::span<const std::byte> heap;
    std::span<const std::byte> temporaries;
    std::span<const pinned_value> pinned;
  };

  /// The number of the state, which is new if it is `size()` before the call.
  state_id add(const parts&);

  std::size_t size() const noexcept { return states_.size(); }
  std::uint32_t cell(state_id s) const noexcept { return states_[s].cell; }
  const saved_state& saved(state_id s) const noexcept { return states_[s].saved; }
  std::span<const std::byte> temporaries(state_id s) const noexcept;
  std::span<const pinned_value> pinned(state_id s) const noexcept;
  /// Of all images and of what is kept about them.
  std::size_t bytes() const noexcept { return bytes_; }

 private:
  static constexpr std::size_t block = image_block;
  static constexpr std::size_t first_chunk = std::size_t{1} << 20, next_chunks = 2 * large_page;

  struct state {
    std::uint32_t cell;
    std::uint32_t size;  // of the image: stack, heap, temporaries, pinned values
    std::uint64_t hash;
    std::uint32_t temporaries_size;
    std::uint32_t pinned_count;
    saved_state saved;
  };
  struct aligned_delete {
    void operator()(std::byte* p) const noexcept;
  };

  std::byte* room_for(std::size_t size);
  void write(std::byte* image, std::size_t stack_size, const parts&) const noexcept;
  bool same(const state&, const state& made) const noexcept;
  void grow();

  large_vector<state> states_;
  large_vector<state_id> slots_;  // open addressing by hash; a number more than the state's, 0 is free
  std::vector<std::unique_ptr<std::byte[], aligned_delete>> chunks_;
  std::byte* next_ = nullptr;
  std::byte* chunk_end_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace korat::detail
