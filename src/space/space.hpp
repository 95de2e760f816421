// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The bounded space: the objects of a finitization in memory, and the candidate vector, an array of cells with one cell
// for each field of each object. Layout of the vector: the root's fields, then the objects of each set in the order of
// creation; fields in the order the finitization names them; an array gives its length, then its elements.

#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "korat/detail/bounds.hpp"
#include "korat/field_value.hpp"
#include "space/large_vector.hpp"
#include "space/slice.hpp"

namespace korat::detail {

/// Class domains of references have a counter of used objects; everything else shares this one, which allows all.
inline constexpr std::uint16_t no_class_domain = 0;

/// What the search needs of a field at every choice: half a cache line.
struct cell {
  enum class kind : std::uint8_t {
    plain,
    several_classes,  // references to objects of several sets: the values allowed are not a prefix of the domain
    assigned,         // values that are no small bunch of bytes (strings, long ranges): stored by their own assignment
  };

  std::byte* address;
  const std::uint64_t* values;  // value index -> bytes; null for kind 'assigned'
  std::uint32_t last;           // largest value index
  std::uint32_t domain;         // everything else about the domain: space::domain()
  std::uint16_t class_domain;   // whose counter limits the value index
  std::uint16_t width;          // bytes: 1, 2, 4 or 8, but for kind 'assigned'
  kind what;
  std::uint8_t null_first;  // 1 when index 0 is null
};

template <class Integer>
void store_as(void* place, std::uint64_t bits) noexcept {
  const auto narrow = static_cast<Integer>(bits);
  std::memcpy(place, &narrow, sizeof narrow);
}

inline void store_number(void* place, std::uint64_t bits, std::size_t width) noexcept {
  switch (width) {
    case 8: return store_as<std::uint64_t>(place, bits);
    case 4: return store_as<std::uint32_t>(place, bits);
    case 2: return store_as<std::uint16_t>(place, bits);
    default: return store_as<std::uint8_t>(place, bits);
  }
}

/// The bytes of a value in a field, or where a copy of it lies. Not for kind 'assigned'.
inline void store(const cell& c, void* place, std::uint64_t bits) noexcept { store_number(place, bits, c.width); }

// Every byte of a field has its shadow set, so that a read of any part of it is noticed. Four widths and no loop: the
// compiler makes a short jump of it that the processor predicts.
inline void shade(const cell& c, std::uint64_t bytes) noexcept {
  void* const shadow = shadow_of(c.address);
  switch (c.width) {
    case 8: return store_as<std::uint64_t>(shadow, bytes);
    case 4: return store_as<std::uint32_t>(shadow, bytes);
    case 2: return store_as<std::uint16_t>(shadow, bytes);
    case 1: return store_as<std::uint8_t>(shadow, bytes);
    case 0: return;  // to write no bytes where there is no memory takes some processors half a microsecond
    default: std::memset(shadow, static_cast<int>(bytes & 1), c.width);
  }
}
/// The bits of a shadow byte that say so. Another one only calls for attention (search/lockstep.hpp).
inline constexpr unsigned char pending_shadow = 3;
inline void set_pending(const cell& c) noexcept { shade(c, 0x0101'0101'0101'0101); }
inline void clear_pending(const cell& c) noexcept { shade(c, 0); }

template <class Integer>
void store_chosen_as(const cell& c, std::uint64_t bits) noexcept {
  store_as<Integer>(c.address, bits);
  store_as<Integer>(shadow_of(c.address), 0);
}
/// Stores the bytes of a value; the field is no longer pending. Not for kind 'assigned'.
inline void store_chosen(const cell& c, std::uint64_t bits) noexcept {
  switch (c.width) {
    case 8: return store_chosen_as<std::uint64_t>(c, bits);
    case 4: return store_chosen_as<std::uint32_t>(c, bits);
    case 2: return store_chosen_as<std::uint16_t>(c, bits);
    case 1: return store_chosen_as<std::uint8_t>(c, bits);
    default: store(c, c.address, bits);  // an answer to a comparison, which is no field and has no shadow
  }
}

/// The objects of one set within a domain of references: value indexes [first, first + count).
struct object_range {
  std::uint16_t class_domain;
  std::uint32_t first;
  std::uint32_t count;
  std::size_t first_object;
};

struct field_domain {
  value_source source;
  std::uint32_t count = 0;           // number of values
  large_vector<std::uint64_t> bits;  // see cell::values
  std::vector<object_range> ranges;  // references only; one for each of the source's segments
  bool several_parts = false;        // a set is named more than once: its objects are told by their parts
};

/// A counter of used objects, for isomorphism breaking.
struct class_domain {
  std::size_t first_object;
  std::uint32_t used_at_start;
};

struct object {
  std::byte* address;
  std::uint32_t object_class;
  std::uint32_t index;       // within its set
  std::uint32_t number;      // among the objects of all sets with the class's name
  std::uint32_t first_cell;  // its cells are contiguous
  std::uint32_t end_cell;
};

inline constexpr std::uint32_t no_room = 0xffff'ffff;

/// Where a cell belongs; asked when something is printed.
struct cell_place {
  std::uint32_t object;
  std::uint32_t binding;
  std::uint32_t element;      // within an array, else 0
  std::uint32_t length_cell;  // of a searched array's element: the cell of its length; else the cell itself
  std::uint32_t room;         // of a searched array's length: how many elements follow; else 'no_room'
};

class space {
 public:
  /// Whether its objects may be put back to what they were when they were made. A copy of objects that exist elsewhere
  /// never is: it may be large, and to keep how each was made would take as much memory once more.
  enum class use { search, copy };
  explicit space(bounds description, use = use::search);
  ~space();
  space(const space&) = delete;
  space& operator=(const space&) = delete;

  const std::string& name() const noexcept { return bounds_.name; }
  const bounds& described() const noexcept { return bounds_; }
  void* root() const noexcept { return objects_.front().address; }

  const large_vector<cell>& cells() const noexcept { return cells_; }
  /// Objects, a cell each, for what the predicate chooses itself.
  struct choice_objects {
    std::size_t first = 0;
    std::uint32_t count = 0;
    std::uint16_t class_domain = no_class_domain;
    bool has(const cell& c) const noexcept { return count != 0 && c.class_domain == class_domain; }
  };
  const choice_objects& choices() const noexcept { return choices_; }
  const large_vector<object>& objects() const noexcept { return objects_; }
  const std::vector<class_domain>& class_domains() const noexcept { return class_domains_; }
  std::uint32_t owner(std::size_t cell) const noexcept { return owners_[cell]; }
  cell_place place(std::size_t cell) const noexcept {
    const auto owner = owners_[cell];
    const auto& o = objects_[owner];
    auto p = places_[o.object_class][cell - o.first_cell];
    p.object = owner;
    p.length_cell += o.first_cell;
    return p;
  }
  std::size_t domain_count() const noexcept { return domains_.size(); }
  const field_domain& domain(std::size_t cell) const noexcept { return domain_at(cells_[cell]); }
  const field_domain& domain_at(const cell& c) const noexcept { return domains_[c.domain]; }

  /// Stores value `index` of the cell's domain in the field.
  void put(const cell& c, std::uint32_t index) const {
    if (c.what == cell::kind::assigned) [[unlikely]]
      return assign(c, index);
    store(c, c.address, c.values[index]);
  }
  /// What was said when a value could not be assigned: its copy assignment threw. Empty: nothing.
  const std::string& failed_assignment() const noexcept { return failed_assignment_; }
  const object_class& class_of(const object& o) const noexcept { return bounds_.classes[o.object_class]; }
  const binding& binding_of(std::size_t cell) const noexcept { return bounds_.bindings[place(cell).binding]; }
  bool is_length(std::size_t cell) const noexcept { return place(cell).room != no_room; }
  bool is_element(std::size_t cell) const noexcept { return place(cell).length_cell != cell; }
  /// The objects that are part of a structure show in the counters of used objects: none with fields are told apart.
  bool shows_objects_in_use() const noexcept { return !fields_told_apart_; }
  /// And so do the fields: there are no searched arrays.
  bool is_plain() const noexcept { return shows_objects_in_use() && rooms_.empty(); }
  std::size_t object_size(const object& o) const noexcept { return bounds_.classes[o.object_class].size; }

  /// The bytes of each object of a class that belong to no member with a domain and to none that is kept. Not in a
  /// copy.
  struct byte_range {
    std::size_t offset;
    std::size_t size;
  };
  const std::vector<byte_range>& unbound(std::size_t object_class) const noexcept { return unbound_[object_class]; }
  /// The object that the address lies in, or `no_object`.
  std::size_t object_around(const void* address) const noexcept;

  /// The cell whose bytes include `address`, or `no_cell`.
  static constexpr std::uint32_t no_cell = 0xffff'ffff;
  std::uint32_t cell_at(const void* address) const noexcept {
    const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) - slice_.objects());
    return cell_at_[offset >> granule_bits_];
  }

  void owned_by(predicate_runner* owner) noexcept { slice_.owned_by(owner); }
  /// All the objects, as bytes.
  std::byte* memory() const noexcept { return slice_.objects(); }
  std::size_t memory_size() const noexcept { return slice_.size(); }

  /// Puts every object back to what it was when it was made, searched fields included: by its bytes, or if it may own
  /// something, by making it anew. Not in a copy.
  void restore_pristine();
  /// Somebody has destroyed the object at this address, say with delete. Its memory stays ours.
  void object_released(const void* address) noexcept;
  /// Makes objects again that were released.
  void remake_released();
  /// The object that begins there, or null.
  const object* object_at(const void* address) const noexcept;
  /// Its bytes; 0: none does.
  std::size_t size_at(const void* address) const noexcept;
  /// The same, but leaves alone the objects that may own something.
  void restore_pristine_bytes() const noexcept;
  /// No object or field is more than its bytes.
  bool is_bytes() const noexcept { return bytes_; }
  /// The bytes of all objects as they were made.
  const large_vector<std::byte>& pristine() const noexcept { return pristine_; }
  void set_all_pending() const noexcept;

  /// The object that value `index` of the cell refers to, or `no_object`.
  static constexpr std::size_t no_object = static_cast<std::size_t>(-1);
  std::size_t object_of(std::size_t cell, std::uint32_t index) const noexcept;
  /// The object that the cell's memory refers to now, or `no_object`.
  std::size_t object_in_memory(std::size_t cell) const noexcept;
  field_value show(std::size_t cell, std::uint32_t index) const;
  /// What the cell's memory holds now, whether it is a value of its domain or not.
  field_value value_in_memory(std::size_t cell) const;
  std::uint64_t bits_in_memory(std::size_t cell) const noexcept;
  /// Of a std::vector, whose length is a pointer.
  std::int64_t vector_length(const cell& length) const;

  std::string object_name(std::size_t object) const;  // "node2"; the root has no number
  const std::string& class_name(std::size_t object) const {
    return bounds_.classes[objects_[object].object_class].name;
  }
  std::string member_name(std::size_t cell) const;    // "left", "children[2]", "children.length"
  std::string field_name(std::size_t cell) const;     // "node2.left"
  std::string declared_name(std::size_t cell) const;  // "node::left"

  /// Where everything goes: known before there is memory.
  struct layout {
    static constexpr std::ptrdiff_t absent = -1;
    std::vector<std::vector<std::ptrdiff_t>> member;  // [class][binding]: offset in an object, or absent
    std::vector<std::vector<byte_range>> kept;        // [class]: members that are meant to have no domain
    std::vector<std::size_t> class_begin;
    std::vector<std::size_t> stride;  // [class]
    std::size_t rooms_begin = 0;      // the elements of searched arrays
    std::size_t size = 0;
  };
  static layout lay_out(const bounds&);
  std::size_t first_of_class(std::size_t object_class) const noexcept { return first_object_[object_class]; }

 private:
  space(bounds description, layout plan, use);
  void make_objects(const layout&);
  void find_unbound(const layout&);
  void make_object(const object&);
  void remake(const object&);
  void destroy(const object&) noexcept;
  void take_back_rooms(const object&) const noexcept;
  void destroy_all() noexcept;
  void assign(const cell&, std::uint32_t index) const noexcept;
  void reset_references() const noexcept;
  void make_class_domains();
  void add_choices(std::size_t object_class);
  void make_cells(const layout&);
  std::uint32_t add_domain(const value_source&);
  std::uint32_t add_single_object(const value_source&, std::uint32_t element);
  void add_cell(std::byte* address, std::uint32_t domain, const cell_place&);
  void repeat_cells(std::uint32_t object);
  void index_cells();
  void index_cell(std::uint32_t cell);

  bounds bounds_;
  slice slice_;
  large_vector<object> objects_;
  std::vector<std::size_t> first_object_;  // [object class]
  choice_objects choices_;
  std::vector<class_domain> class_domains_;     // [0] is 'no_class_domain'
  std::vector<std::uint16_t> domain_of_class_;  // object class -> class domain
  std::vector<field_domain> domains_;
  large_vector<cell> cells_;
  large_vector<std::uint32_t> owners_;           // [cell]: its object
  std::vector<std::vector<cell_place>> places_;  // [class]: of the cells of its first object, counted from that object
  large_vector<std::uint32_t> cell_at_;          // by offset in memory, in granules
  int granule_bits_ = 3;                         // log2 of the narrowest field
  struct room {
    std::byte* begin;
    std::uint32_t binding;
    std::byte* array;
  };
  bool fields_told_apart_ = false;
  bool bytes_ = true;
  std::vector<std::vector<std::uint8_t>> pending_;  // [class]: the shadow of an object when no field of it is chosen
  large_vector<std::byte> pristine_;                // the memory as it was made; empty where that is not needed
  std::vector<const std::byte*> released_;          // addresses of objects that may own something and are destroyed
  mutable std::string failed_assignment_;
  std::vector<std::vector<byte_range>> unbound_;  // [class]
  std::vector<room> rooms_;                       // of searched arrays, in the order of their cells
};

}  // namespace korat::detail
