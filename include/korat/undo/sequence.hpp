// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What vector, deque, queue and stack have in common: elements [begin, end) of a buffer that grows at both ends.
//
// The head (this object) is copied with the predicate's stack, the buffer is not, so a slot that an earlier state may
// see must not be overwritten silently. [low, high) are the slots written since the buffer was made: writing outside
// needs no log, writing inside is logged. Because the head remembers low and high, they return with the state.
//
// While memory is canonical, slots that hold no element hold zeros wherever a state is compared. They are wiped then
// (`tidy`), so that taking an element out costs nothing more than a number.

#pragma once

#include <compare>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include "korat/error.hpp"
#include "korat/undo/elements.hpp"
#include "korat/undo/reference.hpp"

namespace korat::detail {

/// May_move: no references to elements are handed out, so that they may move while memory is made canonical.
template <class T, bool May_move = false>
class sequence {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>,
                "korat's containers hold plain values; std:: containers hold anything and work in predicates too");

 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using const_reference = const T&;
  using reference = element_reference<T, sequence>;
  using const_iterator = const T*;
  using iterator = const_iterator;

  sequence() = default;
  sequence(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  template <steps Iterator>
  sequence(Iterator first, Iterator last) {
    assign(first, last);
  }
  sequence(const sequence& other) { assign(other.begin(), other.end()); }
  sequence(sequence&& other) noexcept { swap(other); }
  sequence& operator=(const sequence& other) {
    if (this != &other) {
      sequence copy(other);
      swap(copy);
    }
    return *this;
  }
  sequence& operator=(sequence&& other) noexcept {
    swap(other);
    return *this;
  }
  ~sequence() { release(); }

  const T* begin() const noexcept { return buffer_ + begin_; }
  const T* end() const noexcept { return buffer_ + end_; }
  std::size_t size() const noexcept { return end_ - begin_; }
  bool empty() const noexcept { return begin_ == end_; }
  const T& operator[](std::size_t i) const noexcept { return buffer_[begin_ + i]; }
  reference operator[](std::size_t i) noexcept { return {*this, static_cast<std::uint32_t>(i)}; }
  const T& at(std::size_t i) const { return i < size() ? (*this)[i] : throw out_of_range("korat: no such element"); }
  const T& front() const noexcept { return buffer_[begin_]; }
  const T& back() const noexcept { return buffer_[end_ - 1]; }

  // For element_reference.
  T& slot(std::uint32_t i) noexcept { return buffer_[begin_ + i]; }
  const element_memory& memory() const noexcept { return memory_; }

  void push_back(const T& value) {
    if (end_ == room_) [[unlikely]]
      return push_back_grown(value);
    write(end_, value);
    ++end_;
  }
  void push_front(const T& value) {
    const T kept = value;
    if (begin_ == 0) grow(smallest < room_ ? room_ : smallest);
    write(--begin_, kept);
  }
  void pop_back() noexcept { --end_; }
  void pop_front() noexcept { ++begin_; }
  void clear() noexcept { end_ = begin_; }
  void resize(std::size_t size, const T& value = T()) {
    const T kept = value;  // it may be an element of ours
    while (this->size() > size) pop_back();
    while (this->size() < size) push_back(kept);
  }
  template <class Iterator>
  void assign(Iterator first, Iterator last) {
    clear();
    for (; first != last; ++first) push_back(*first);
  }
  void swap(sequence& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(buffer_, other.buffer_);
    std::swap(begin_, other.begin_);
    std::swap(end_, other.end_);
    std::swap(low_, other.low_);
    std::swap(high_, other.high_);
    std::swap(room_, other.room_);
    memory_.own(buffer_, this);
    other.memory_.own(other.buffer_, &other);
  }

  friend bool operator==(const sequence& a, const sequence& b) { return equal_elements(a, b); }
  friend auto operator<=>(const sequence& a, const sequence& b) requires std::three_way_comparable<T> {
    return order_of_elements(a, b);
  }

 private:
  static constexpr std::uint32_t smallest = 16;

  void write(std::uint32_t slot, T value) {
    if (slot >= high_) {
      buffer_[slot] = value;
      high_ = slot + 1;
    } else if (slot < low_) {
      buffer_[slot] = value;
      low_ = slot;
    } else {
      overwrite(memory_, buffer_[slot], value);
    }
  }
  [[gnu::noinline]] void push_back_grown(const T& value) {
    const T kept = value;  // it may be an element of ours
    grow(0);
    write(end_, kept);
    ++end_;
  }
  // The old buffer stays as it is: earlier states still see it.
  void grow(std::uint32_t spare_in_front) {
    const auto count = static_cast<std::uint32_t>(size());
    const std::uint32_t room = (smallest < 2 * count ? 2 * count : smallest) + spare_in_front;
    T* const grown = static_cast<T*>(memory_.allocate_for(this, tidy, room * sizeof(T)));
    for (std::uint32_t i = 0; i < count; ++i) grown[spare_in_front + i] = buffer_[begin_ + i];
    release();
    buffer_ = grown;
    begin_ = low_ = spare_in_front;
    end_ = high_ = spare_in_front + count;
    room_ = room;
  }

  void release() noexcept { memory_.release_owned(buffer_, room_ * sizeof(T)); }

  // No earlier state sees the slots that are wiped: where memory is canonical, states are copies.
  static void tidy(void* owner) noexcept {
    auto& self = *static_cast<sequence*>(owner);
    if constexpr (May_move) self.move_to_front();
    self.wipe(self.low_, self.begin_);
    self.wipe(self.end_, self.high_);
    self.low_ = self.begin_;
    self.high_ = self.end_;
  }
  void move_to_front() noexcept {
    std::memmove(static_cast<void*>(buffer_), static_cast<const void*>(buffer_ + begin_), size() * sizeof(T));
    low_ = 0;
    end_ -= std::exchange(begin_, 0);
  }
  void wipe(std::uint32_t first, std::uint32_t last) noexcept {
    std::memset(static_cast<void*>(buffer_ + first), 0, (last - first) * sizeof(T));
  }

  element_memory memory_;  // this and the buffer first: so temporaries::tidy() knows an owner
  T* buffer_ = nullptr;
  std::uint32_t begin_ = 0, end_ = 0;
  std::uint32_t low_ = 0, high_ = 0;  // slots written so far
  std::uint32_t room_ = 0;
};

}  // namespace korat::detail
