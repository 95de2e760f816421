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
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "korat/function.hpp"
#include "korat/generate.hpp"
#include "korat/object_factory.hpp"

namespace korat {

/// Who frees the objects of a copy, apart from its root.
enum class ownership {
  root,  ///< the root's destructor, or what it leads to: the class owns its objects
  copy,  ///< the copy, each of them: the class owns none, and the code under test frees none
};

struct copy_options {
  /// By default the root, if its destructor is not trivial; else the copy.
  std::optional<ownership> owner = {};

  /// How objects of a class are made and freed, where not by new and delete.
  std::vector<object_factory> factories = {};

  /// copy_options().with_factory<node>(node_new, node_free)
  template <class T, class Make, class Free>
  copy_options& with_factory(Make make, Free free) {
    factories.push_back(object_factory::of<T>(std::move(make), std::move(free)));
    return *this;
  }
};

namespace detail {

/// How the objects of a class are made and freed: by new and delete, or by a factory's functions where there are some.
struct making {
  void* (*by_new)() = nullptr;
  void (*by_delete)(void*) = nullptr;
  function<void*()> by_factory;
  function<void(void*)> freed_by_factory;

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
  template <class Root>
  void operator()(Root* root) const {
    free(root);
  }

 private:
  friend struct detail::erasure;
  void free(void* root) const;
  struct {
    std::shared_ptr<const std::vector<detail::making>> how;  // [class]
    std::vector<detail::object_copy> others;                 // empty unless the copy owns them
  } inside_;
};

/// A copy of a structure. It is freed with this, unless release() hands it over.
template <class Root>
using owned_structure = std::unique_ptr<Root, copy_deleter>;

namespace detail {

/// Makes the objects; returns the copy of the root. Throws usage_error when `root` is not the root of a search or a
/// diagram.
void* copy_objects(const void* root, const copy_options&, ownership, copy_deleter&);

}  // namespace detail

/// A copy of the structure that a search or a diagram stands at. Members with a domain have their values; others are as
/// the constructor, and object_options::initialize, make them.
template <class Root>
owned_structure<Root> copy(const Root& structure, const copy_options& options = {}) {
  const auto usual = std::is_trivially_destructible_v<Root> ? ownership::copy : ownership::root;
  copy_deleter deleter;
  auto* const root =
      static_cast<Root*>(detail::copy_objects(&structure, options, options.owner.value_or(usual), deleter));
  return owned_structure<Root>(root, std::move(deleter));
}
template <class Root>
owned_structure<Root> copy(const found_structure<Root>& structure, const copy_options& options = {}) {
  return copy(*structure, options);
}

/// The valid structures of a search as copies, made as the range is iterated. Single pass.
template <class Root>
class owned_structures {
 public:
  owned_structures(korat::search<Root> search, copy_options options)
      : search_(std::move(search)), options_(std::move(options)) {}

  class iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = owned_structure<Root>;

    iterator() = default;
    explicit iterator(owned_structures* from) : from_(from) {}
    owned_structure<Root> operator*() const { return korat::copy(from_->search_.structure(), from_->options_); }
    iterator& operator++() { return from_->search_.next_valid() ? *this : *this = iterator(); }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& i, end_of_search) { return i.from_ == nullptr; }

   private:
    owned_structures* from_ = nullptr;
  };

  iterator begin() { return search_.next_valid() ? iterator(this) : iterator(); }
  end_of_search end() const noexcept { return {}; }
  korat::search<Root>& search() noexcept { return search_; }

 private:
  korat::search<Root> search_;
  copy_options options_;
};

template <class Root, class Predicate>
owned_structures<Root> owned(const finitization<Root>& bounds, Predicate predicate, search_options options = {},
                             copy_options copies = {}) {
  return {korat::search<Root>(bounds, std::move(predicate), std::move(options)), std::move(copies)};
}

}  // namespace korat

/// It is moved, not copied, and so adapted by views as it is. (<span> has the template; <ranges> is a large header.)
template <class Root>
inline constexpr bool std::ranges::enable_view<korat::owned_structures<Root>> = true;
