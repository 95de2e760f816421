// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What set and map have in common: a hash table whose state is its size.
//
// Entries are appended to a dense array; a slot of the open-addressed table holds an entry's index. A slot counts only
// if it and its entry name each other (entry index < size, and the entry says it lies in this slot). So the table needs
// no initialisation, and lowering the size, which is what restoring the head of the container does, removes the latest
// entries from the table as well: their slots stop counting. Erasing marks an entry dead, which is logged. (The sparse
// sets of Briggs and Torczon, 1993, with a hash in front.)

#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>  // as all containers, it has the tags of iterators

#include "korat/undo/reference.hpp"

namespace korat::detail {

template <class Key, class Entry>  // Entry: {Key key; std::uint32_t slot; bool alive; ...}
class hash_table {
  static_assert(std::is_trivially_copyable_v<Entry>,
                "korat's containers hold plain values; std:: containers hold anything and work in predicates too");

 public:
  hash_table() = default;
  hash_table(const hash_table& other) { copy(other); }
  hash_table(hash_table&& other) noexcept { swap(other); }
  hash_table& operator=(const hash_table& other) {
    if (this != &other) {
      hash_table copied(other);
      swap(copied);
    }
    return *this;
  }
  hash_table& operator=(hash_table&& other) noexcept {
    swap(other);
    return *this;
  }
  ~hash_table() { release(); }

  std::size_t alive() const noexcept { return size_ - dead_; }
  const Entry* begin() const noexcept { return entries_; }
  const Entry* end() const noexcept { return entries_ + size_; }
  Entry* entry(const Entry* e) noexcept { return entries_ + (e - entries_); }
  std::uint32_t number(const Entry* e) const noexcept { return static_cast<std::uint32_t>(e - entries_); }
  // For element_reference, of a map's value.
  auto& slot(std::uint32_t i) noexcept { return entries_[i].mapped; }
  const element_memory& memory() const noexcept { return memory_; }

  /// Null when the key is not there.
  const Entry* find(const Key& key) const {
    if (size_ == 0) return nullptr;
    const Entry* e = probe(key).entry;
    return e != nullptr && e->alive ? e : nullptr;
  }

  /// The order of the entries shows, to who iterates.
  void show_order() const noexcept {
    if (!memory_.append_only()) [[unlikely]]
      memory_.show_order();
  }

  struct insertion {
    Entry* entry;
    bool inserted;
  };
  /// `fill`: sets the rest of a new entry. (Members are stored one by one where they belong: an entry made elsewhere
  /// and copied here as a whole would have its bytes loaded before the stores that made them have left the processor.)
  template <class Fill>
  insertion insert(const Key& given, Fill fill) {
    const Key key = given;
    if (table_ == nullptr) [[unlikely]]
      grow();
    const auto found = probe(key);
    if (found.entry == nullptr) [[likely]] {
      if (size_ >= limit_) [[unlikely]]
        return {insert_with_care(key, fill), true};
      return {append(key, found.slot, fill), true};
    }
    Entry* const e = entry(found.entry);
    if (e->alive) return {e, false};
    Entry revived = *e;
    revived.alive = true;
    fill(revived);
    overwrite(memory_, *e, revived);
    --dead_;
    return {e, true};
  }

  bool erase(const Key& key) {
    const Entry* const found = find(key);
    if (found == nullptr) return false;
    overwrite(memory_, entry(found)->alive, false);
    ++dead_;
    if constexpr (is_set)
      if (!memory_.append_only()) [[unlikely]]
        drop_dead();
    return true;
  }

  /// Starts afresh; what earlier states see stays.
  void clear() noexcept {
    release();
    table_ = nullptr;
    entries_ = nullptr;
    size_ = dead_ = limit_ = 0;
  }

  void swap(hash_table& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(table_, other.table_);
    std::swap(entries_, other.entries_);
    std::swap(size_, other.size_);
    std::swap(dead_, other.dead_);
    std::swap(limit_, other.limit_);
    std::swap(shift_, other.shift_);
  }

 private:
  static constexpr std::uint32_t smallest = 16;
  static constexpr bool is_set = !requires(Entry e) { e.mapped; };

  std::uint32_t room() const noexcept { return table_ == nullptr ? 0 : slots() / 2; }
  std::uint32_t slots() const noexcept { return static_cast<std::uint32_t>(~std::uint64_t{0} >> shift_) + 1; }

  template <class Fill>
  Entry* append(Key key, std::uint32_t slot, Fill& fill) {
    Entry& e = entries_[size_];
    e.key = key;
    e.slot = slot;
    e.alive = true;
    fill(e);
    table_[slot] = size_++;
    return &e;
  }
  // Room is made no sooner: siblings that are found need no larger table.
  template <class Fill>
  [[gnu::noinline]] Entry* insert_with_care(Key key, Fill& fill) {
    if (size_ == room()) grow();
    return arranged(append(key, probe(key).slot, fill));
  }

  // Where memory is canonical, the entries of a set lie in the order of their keys' bytes and none is dead, so that
  // equal sets are equal bytes. Entries are moved byte by byte, padding included. (Those of a map stay: references name
  // them by their numbers.)
  Entry* arranged(Entry* last) noexcept {
    if (!is_set || !memory_.by_content()) return last;
    Entry* place = entries_;
    while (place != last && std::memcmp(&place->key, &last->key, sizeof(Key)) <= 0) ++place;
    alignas(Entry) std::byte moved[sizeof(Entry)];
    std::memcpy(moved, static_cast<const void*>(last), sizeof moved);
    std::memmove(static_cast<void*>(place + 1), static_cast<const void*>(place),
                 static_cast<std::size_t>(last - place) * sizeof(Entry));
    std::memcpy(static_cast<void*>(place), moved, sizeof moved);
    lay_out_table();
    return place;
  }
  [[gnu::noinline]] void drop_dead() noexcept {
    if (!memory_.by_content()) return;
    Entry* dead = entries_;
    while (dead->alive) ++dead;  // there is one
    const auto behind = static_cast<std::size_t>(entries_ + size_ - dead - 1);
    std::memmove(static_cast<void*>(dead), static_cast<const void*>(dead + 1), behind * sizeof(Entry));
    std::memset(static_cast<void*>(entries_ + --size_), 0, sizeof(Entry));
    --dead_;
    lay_out_table();
  }
  void lay_out_table() noexcept {
    std::memset(table_, 0, slots() * sizeof(std::uint32_t));
    const auto all = std::exchange(size_, 0);
    for (; size_ < all; ++size_) {
      const auto slot = probe(entries_[size_].key).slot;
      entries_[size_].slot = slot;
      table_[slot] = size_;
    }
  }

  // A key is taken by value from here on: a reference may be one to a field, and every use of it would be a noticed
  // read. No static function takes one: in a container's function the compiler pass (pass/notice_reads.cpp) assumes
  // that the first parameter is the container.
  std::uint64_t hash(Key key) const {
    constexpr std::uint64_t golden = 0x9E37'79B9'7F4A'7C15;
    if constexpr (std::is_pointer_v<Key>)
      return (reinterpret_cast<std::uintptr_t>(key) >> 3) * golden;
    else if constexpr (std::is_integral_v<Key> || std::is_enum_v<Key>)
      return static_cast<std::uint64_t>(key) * golden;
    else
      return std::hash<Key>()(key) * golden;
  }

  struct position {
    const Entry* entry;  // null: the key is not there, and belongs in `slot`
    std::uint32_t slot;
  };
  position probe(Key key) const {
    auto slot = static_cast<std::uint32_t>(hash(key) >> shift_);
    for (;; slot = (slot + 1) & (slots() - 1)) {
      const auto index = table_[slot];
      if (index >= size_ || entries_[index].slot != slot) return {nullptr, slot};
      if (entries_[index].key == key) return {entries_ + index, slot};
    }
  }

  [[gnu::noinline]] void grow() {
    hash_table grown;
    grown.memory_ = memory_;
    const auto usual = memory_.usual_room(smallest);
    grown.reserve(2 * room() < usual ? usual : 2 * room());
    for (const Entry& e : *this)
      if (e.alive) grown.insert(e.key, [&](Entry& copy) { copy_rest(copy, e); });
    swap(grown);
  }
  void reserve(std::uint32_t room) {
    const std::size_t slots = 2 * std::size_t{room};
    table_ = static_cast<std::uint32_t*>(memory_.allocate(slots * sizeof(std::uint32_t)));
    if (!memory_.temporary()) std::memset(table_, 0, slots * sizeof(std::uint32_t));
    entries_ = static_cast<Entry*>(memory_.allocate(room * sizeof(Entry)));
    memory_.note_room(room);
    limit_ = is_set && memory_.canonical() ? 0 : room;
    shift_ = 64 - static_cast<std::uint32_t>(std::countr_zero(slots));
  }
  static void copy_rest(Entry& to, const Entry& from) {
    if constexpr (requires { from.mapped; }) to.mapped = from.mapped;
  }
  void copy(const hash_table& other) {
    for (const Entry& e : other)
      if (e.alive) insert(e.key, [&](Entry& copied) { copy_rest(copied, e); });
  }
  void release() noexcept {
    if (memory_.append_only()) return;
    memory_.release(entries_, room() * sizeof(Entry));
    memory_.release(table_, 2 * std::size_t{room()} * sizeof(std::uint32_t));
  }

  element_memory memory_;
  std::uint32_t* table_ = nullptr;
  Entry* entries_ = nullptr;
  std::uint32_t size_ = 0;  // entries, dead ones included
  std::uint32_t dead_ = 0;
  std::uint32_t limit_ =
      0;  // so many entries may be appended without care: as there is room for; where memory is canonical, none
  std::uint32_t shift_ =
      0;  // takes a hash to a slot: one of a power of two, twice as many as there is room for entries
};

/// Steps over dead entries.
template <class Entry, class Projection>
class entry_iterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = std::remove_cvref_t<decltype(Projection()(std::declval<const Entry&>()))>;
  using difference_type = std::ptrdiff_t;
  using reference = decltype(Projection()(std::declval<const Entry&>()));
  using pointer = const value_type*;

  entry_iterator() = default;
  entry_iterator(const Entry* at, const Entry* end) : at_(at), end_(end) { skip(); }
  /// `at` is known to be alive.
  static entry_iterator at_living(const Entry* at, const Entry* end) {
    entry_iterator i;
    i.at_ = at;
    i.end_ = end;
    return i;
  }
  reference operator*() const { return show_order(), Projection()(*at_); }
  pointer operator->() const { return show_order(), &Projection()(*at_); }
  entry_iterator& operator++() {
    show_order();
    ++at_;
    skip();
    return *this;
  }
  entry_iterator operator++(int) {
    auto old = *this;
    ++*this;
    return old;
  }
  friend bool operator==(const entry_iterator& a, const entry_iterator& b) {
    if (a.at_ != a.end_ && b.at_ != b.end_) show_order();
    return a.at_ == b.at_;
  }

 private:
  // Where an entry of a set lies, and whether it stays there, depends on the order.
  static void show_order() noexcept {
    if constexpr (requires { Projection::of_a_set; })
      if ((current_memory & with_care) != 0) [[unlikely]]
        order_shown();
  }
  void skip() {
    while (at_ != end_ && !at_->alive) ++at_;
  }
  const Entry* at_ = nullptr;
  const Entry* end_ = nullptr;
};

}  // namespace korat::detail
