// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// boost::intrusive::set: red-black trees with hooks in base classes, and a header node inside the container.

#include <boost/intrusive/set.hpp>

#include "intrusive.hpp"
#include "red_black.hpp"

namespace {

namespace bi = boost::intrusive;

// The colour in a member of its own, or compact, in the lowest bit of the pointer to the parent.
enum class colour { apart, in_parent };

template <colour Where>
struct item : bi::set_base_hook<bi::optimize_size<Where == colour::in_parent>, bi::link_mode<bi::normal_link>> {
  int key = 0;
  friend bool operator<(const item& a, const item& b) { return a.key < b.key; }
};
template <colour Where>
using set = bi::set<item<Where>, bi::constant_time_size<false>>;
template <colour Where>
using traits = bi::rbtree_node_traits<void*, Where == colour::in_parent>;
template <colour Where>
using common = intrusive<set<Where>, item<Where>, typename traits<Where>::node>;

template <colour Where>
struct library : common<Where> {
  using tree = set<Where>;
  using node = typename traits<Where>::node;
  using common<Where>::header_of;

  struct look {
    static const node* root(const tree& t) { return traits<Where>::get_parent(&header_of(t)); }
    static const node* above_root(const tree& t) { return &header_of(t); }
    static const node* left(const node* n) { return traits<Where>::get_left(n); }
    static const node* right(const node* n) { return traits<Where>::get_right(n); }
    static const node* parent(const node* n) { return traits<Where>::get_parent(n); }
    static bool is_red(const node* n) { return traits<Where>::get_color(n) == traits<Where>::red(); }
    static int key(const node* n) { return static_cast<const item<Where>*>(n)->key; }
  };

  static korat::finitization<tree> bounds(int n) {
    if constexpr (Where == colour::in_parent) {
      return common<Where>::template bounds<1>("boost::intrusive::set", n);
    } else {
      auto bounds = common<Where>::bounds("boost::intrusive::set", n);
      bounds.template set<&node::color_>(korat::enumerators<node::red_t, node::black_t>);
      return bounds;
    }
  }
  static bool rep_ok(const tree& t, int n) {
    return red_black::rep_ok<look>(t, static_cast<std::size_t>(n)) && common<Where>::ends_ok(t);
  }
  static bool holds(const tree& t, const std::vector<int>& expected) {
    return common<Where>::iterates_over(t, expected) && red_black::holds<look>(t, expected);
  }
};

}  // namespace

int main() {
  hunt_sets<library<colour::apart>>("sets", 7, red_black::number_of_trees);
  hunt_sets<library<colour::in_parent>>("compact sets", 7, red_black::number_of_trees);
}
