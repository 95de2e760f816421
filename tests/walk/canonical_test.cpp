// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// From objects of the user to the candidate vector and back.

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "korat/korat.hpp"
#include "subjects/binary_tree.hpp"

namespace korat_test::canonical_test {
namespace {

using korat::candidate_vector;
namespace trees = korat::subjects::binary_tree;

/// A copy of a tree in objects of its own, made in an order that has nothing to do with the search's.
class copied_tree {
 public:
  explicit copied_tree(const trees::tree& from) {
    to.root = copy(from.root);
    to.size = from.size;
  }
  trees::tree to;

 private:
  trees::node* copy(const trees::node* from) {
    if (from == nullptr) return nullptr;
    if (const auto known = copies_.find(from); known != copies_.end()) return known->second;
    auto* const made = &nodes_.emplace_front();
    copies_[from] = made;
    made->right = copy(from->right);
    made->left = copy(from->left);
    return made;
  }
  std::deque<trees::node> nodes_;
  std::map<const trees::node*, trees::node*> copies_;
};

TEST(CanonicalForm, OfACopyOfEveryCandidateIsTheCandidate) {
  for (const auto kind : {korat::engine::reexecute, korat::engine::checkpoint}) {
    korat::search<trees::tree> search(trees::bounds(4), &trees::tree::rep_ok, {.engine = kind, .self_checks = 10});
    korat::search<trees::tree> other(trees::bounds(4), &trees::tree::rep_ok, {.engine = kind});
    while (search.next()) {
      const copied_tree copy(search.structure());
      ASSERT_EQ(search.canonical(copy.to), search.vector()) << "in the middle of the search itself";
      ASSERT_TRUE(other.seek(copy.to));
      ASSERT_EQ(other.vector(), search.vector());
      ASSERT_EQ(other.valid(), search.valid());
    }
    EXPECT_EQ(search.statistics().explored, 245u);
  }
}

TEST(CanonicalForm, DoesNotDependOnTheOrderInWhichObjectsWereMade) {
  trees::node first, second, third;
  trees::tree a, b;
  a.root = &first, first.left = &second, first.right = &third;
  trees::node nodes[3];
  b.root = &nodes[2], nodes[2].left = &nodes[1], nodes[2].right = &nodes[0];
  a.size = 3, b.size = 3;
  korat::search<trees::tree> search(trees::bounds(3), &trees::tree::rep_ok);
  EXPECT_EQ(search.canonical(a), search.canonical(b));
  search.seek(a);
  EXPECT_TRUE(search.valid());
  EXPECT_EQ(search.structure().root->left->left, nullptr);
}

TEST(CanonicalForm, OfACyclicTreeIsACandidateToo) {
  trees::node one, two;
  trees::tree t;
  t.root = &one, one.left = &two, two.right = &one;
  korat::search<trees::tree> search(trees::bounds(3), &trees::tree::rep_ok);
  ASSERT_TRUE(search.seek(t));
  EXPECT_FALSE(search.valid());
  ASSERT_TRUE(search.previous_valid());  // a repair, as the thesis has it
}

std::string refusal(korat::search<trees::tree>& search, const trees::tree& t) {
  try {
    search.canonical(t);
    return "";
  } catch (const korat::position_error& e) {
    return e.what();
  }
}

TEST(CanonicalForm, SaysWhatDoesNotFitTheBounds) {
  korat::search<trees::tree> search(trees::bounds(2), &trees::tree::rep_ok);
  trees::node nodes[3];
  trees::tree t;
  t.root = &nodes[0], nodes[0].left = &nodes[1], nodes[1].left = &nodes[2], t.size = 3;
  EXPECT_EQ(refusal(search, t), "binary-tree: node1.left refers to one more object than the 2 of the bounds");
  nodes[1].left = nullptr;
  EXPECT_EQ(refusal(search, t), "binary-tree: tree.size has a value that its domain does not have");
  t.size = 2;
  EXPECT_EQ(refusal(search, t), "");
}

struct shape {
  virtual ~shape() = default;
  korat::field<shape*> next;
};
struct circle : shape {
  korat::field<int> radius;
};
struct label : shape {
  korat::field<std::string> text;
};
struct drawing {
  korat::field<shape*> first;
  korat::array<int> layers;
  korat::field<double> scale;
  bool read_all() const {
    for (const shape* s = first; s != nullptr; s = s->next) {
      if (const auto* c = dynamic_cast<const circle*>(s); c != nullptr && c->radius < 0) return false;
      if (const auto* l = dynamic_cast<const label*>(s); l != nullptr && l->text == "never") return false;
    }
    for (const int layer : layers)
      if (layer < 0) return false;
    return scale > 0;
  }
};
korat::finitization<drawing> drawings() {
  korat::finitization<drawing> bounds;
  const auto circles = bounds.objects<circle>(2);
  const auto labels = bounds.objects<label>(2);
  const auto any = korat::any_of(circles, labels);
  bounds.set<&drawing::first>(any).set<&shape::next>(any).set<&circle::radius>(korat::between(5, 7));
  bounds.set<&label::text>(korat::one_of(std::string("a"), std::string("b")));
  bounds.set<&drawing::layers>(korat::array_of(korat::between(1, 3)).with_length(korat::between(0, 3)));
  bounds.set<&drawing::scale>(korat::one_of(0.5, 1.0, 2.0));
  return bounds;
}

TEST(CanonicalForm, HandlesSeveralClassesArraysAndStrings) {
  circle one, two;
  label text;
  drawing d;
  d.first = &text, text.next = &two, two.next = &one;
  text.text = std::string("b"), two.radius = 7, one.radius = 5;
  d.layers.resize(2);
  d.layers[0] = 3, d.layers[1] = 2;
  d.scale = 2.0;
  korat::search<drawing> search(drawings(), &drawing::read_all);
  ASSERT_TRUE(search.seek(d));
  const auto& copy = search.structure();
  const auto* const first = dynamic_cast<const label*>(static_cast<const shape*>(copy.first));
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(static_cast<std::string>(first->text), "b");
  const auto* const second = dynamic_cast<const circle*>(static_cast<const shape*>(first->next));
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(second->radius, 7);
  EXPECT_EQ(copy.layers.size(), 2);
  EXPECT_EQ(copy.layers[0], 3);
  EXPECT_EQ(copy.layers[1], 2);
  EXPECT_EQ(copy.scale, 2.0);
  EXPECT_TRUE(search.valid());
}

}  // namespace
}  // namespace korat_test::canonical_test
