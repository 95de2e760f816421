// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Copies of generated structures, of objects made by new: code under test may change them, free them and keep them, and
// destructors and sanitizers see them like any other objects of the program.
//
//   for (auto tree : korat::owned(bounds, &search_tree::rep_ok)) tree->erase(3);
//
//   korat::for_each(bounds, &search_tree::rep_ok, [](const search_tree& t) { kept.push_back(korat::copy(t)); });
//
// docs/testing.md tells when to change a structure in place instead, which is several times as fast.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "korat/generate.hpp"

namespace korat {

/// Who frees the objects of a copy, apart from its root.
enum class ownership {
  root,  ///< the root's destructor, or what it leads to: the class owns its objects
  copy,  ///< the copy, each of them: the class owns none, and the code under test frees none
};

struct copy_options {
  /// Where nothing is said: the root, if it has a destructor that does something; else the copy.
  std::optional<ownership> owner = {};

  /// How objects of one class are made and freed, by the name of the class; by new and delete where nothing is said.
  struct factory {
    std::string class_name;
    std::function<void*()> make;
    std::function<void(void*)> free;
  };
  std::vector<factory> factories = {};

  /// copy_options().with_factory<node>(node_new, node_free)
  template <class T, class Make, class Free>
  copy_options& with_factory(Make make, Free free) {
    factories.push_back({std::string(detail::type_name<T>()), [make = std::move(make)]() -> void* { return make(); },
                         [free = std::move(free)](void* object) { free(static_cast<T*>(object)); }});
    return *this;
  }
};

namespace detail {

/// How the objects of a class are made and freed: by new and delete, or by a factory's functions where there are some.
struct making {
  void* (*by_new)() = nullptr;
  void (*by_delete)(void*) = nullptr;
  std::function<void*()> by_factory;
  std::function<void(void*)> freed_by_factory;

  void* make() const { return by_new != nullptr ? by_new() : by_factory(); }
  void free(void* object) const { by_delete != nullptr ? by_delete(object) : freed_by_factory(object); }
  bool possible() const noexcept { return by_new != nullptr || by_factory; }
};
struct object_copy {
  void* object;
  std::uint32_t object_class;
};

}  // namespace detail

/// Frees a copy.
class copy_deleter {
 public:
  void operator()(void* root) const {
    how_->front().free(root);
    for (const auto& c : others_) (*how_)[c.object_class].free(c.object);
  }

 private:
  friend void* copy_objects(const void* root, const copy_options&, ownership, copy_deleter&);
  std::shared_ptr<const std::vector<detail::making>> how_;  // [class]
  std::vector<detail::object_copy> others_;                 // empty unless the copy owns them
};

/// A copy of a structure. It is freed with this, unless release() hands it over.
template <class Root>
using owned_structure = std::unique_ptr<Root, copy_deleter>;

/// Makes the objects; returns the copy of the root. Throws usage_error when `root` is not the root of a search or a diagram.
void* copy_objects(const void* root, const copy_options&, ownership, copy_deleter&);

/// A copy of the structure that a search or a diagram stands at. Members with a domain have their values; others are as the
/// constructor, and object_options::initialize, make them.
template <class Root>
owned_structure<Root> copy(const Root& structure, const copy_options& options = {}) {
  const auto usual = std::is_trivially_destructible_v<Root> ? ownership::copy : ownership::root;
  copy_deleter deleter;
  auto* const root = static_cast<Root*>(copy_objects(&structure, options, options.owner.value_or(usual), deleter));
  return owned_structure<Root>(root, std::move(deleter));
}
template <class Root>
owned_structure<Root> copy(const found_structure<Root>& structure, const copy_options& options = {}) {
  return copy(*structure, options);
}

/// The valid structures of a search as copies, made as the range is iterated. Single pass.
template <class Root>
class owned_structures : public std::ranges::view_base {
 public:
  owned_structures(korat::search<Root> search, copy_options options) : search_(std::move(search)), options_(std::move(options)) {}

  class iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using difference_type = std::ptrdiff_t;
    using value_type = owned_structure<Root>;

    iterator() = default;
    explicit iterator(owned_structures* from) : from_(from) {}
    owned_structure<Root> operator*() const { return korat::copy(from_->search_.structure(), from_->options_); }
    iterator& operator++() { return from_->search_.next_valid() ? *this : *this = iterator(); }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& i, std::default_sentinel_t) { return i.from_ == nullptr; }

   private:
    owned_structures* from_ = nullptr;
  };

  iterator begin() { return search_.next_valid() ? iterator(this) : iterator(); }
  std::default_sentinel_t end() const noexcept { return {}; }
  korat::search<Root>& search() noexcept { return search_; }

 private:
  korat::search<Root> search_;
  copy_options options_;
};

template <class Root, class Predicate>
owned_structures<Root> owned(const finitization<Root>& bounds, Predicate predicate, search_options options = {}, copy_options copies = {}) {
  return {korat::search<Root>(bounds, std::move(predicate), std::move(options)), std::move(copies)};
}

}  // namespace korat
