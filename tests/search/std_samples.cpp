// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What people write who have never heard of saved states.

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "samples.hpp"

namespace korat_test {
namespace {

using korat::between;

struct node {
  korat::field<node*> left, right;
  korat::field<int> key;
};
struct tree {
  korat::field<node*> root;
  korat::field<int> size;
};

korat::finitization<tree> bounded(int nodes) {
  korat::finitization<tree> bounds("tree");
  auto set = bounds.objects<node>(nodes);
  bounds.set<&tree::root>(set)
      .set<&tree::size>(between(nodes, nodes))
      .set<&node::left>(set)
      .set<&node::right>(set)
      .set<&node::key>(between(1, 2));
  return bounds;
}

bool with_set_and_queue(const tree& t) {
  std::set<const node*> visited;
  std::queue<const node*> work;
  if (t.root) work.push(t.root), visited.insert(t.root);
  while (!work.empty()) {
    const node* const n = work.front();
    work.pop();
    for (const node* const child : {n->left.get(), n->right.get()}) {
      if (!child) continue;
      if (!visited.insert(child).second) return false;
      work.push(child);
    }
  }
  return visited.size() == static_cast<std::size_t>(t.size.get());
}

bool tree_from(const node* n, std::unordered_set<const node*>& visited) {
  return !n || (visited.insert(n).second && tree_from(n->left, visited) && tree_from(n->right, visited));
}
bool with_unordered_set(const tree& t) {
  std::unordered_set<const node*> visited;
  return tree_from(t.root, visited) && visited.size() == static_cast<std::size_t>(t.size.get());
}

bool with_vector_and_map(const tree& t) {
  std::map<const node*, std::vector<int>> keys;
  std::vector<const node*> stack;
  if (t.root) stack.push_back(t.root);
  while (!stack.empty()) {
    const node* const n = stack.back();
    stack.pop_back();
    auto& mine = keys[n];
    if (!mine.empty()) return false;
    mine.push_back(n->key);
    if (n->left) stack.push_back(n->left), mine.push_back(1);
    if (n->right) stack.push_back(n->right), mine.push_back(2);
  }
  int sum = 0;
  for (const auto& [at, k] : keys) sum += std::accumulate(k.begin(), k.end(), 0);
  return keys.size() == static_cast<std::size_t>(t.size.get()) && sum % 3 != 0;
}

// The structure written out as text, longer than any small-string buffer, one read after the other.
void write(const node* n, std::string& out, int depth) {
  if (!n || depth > 3) {
    out += "null,";
    return;
  }
  out += "a node with the key " + std::to_string(n->key) + "(";
  write(n->left, out, depth + 1);
  write(n->right, out, depth + 1);
  out += ")";
}
bool with_string(const tree& t) {
  std::string text;
  write(t.root, text, 0);
  return std::ranges::count(text, '(') == 2 && text.find("key 2") != std::string::npos;
}

bool with_stream(const tree& t) {
  std::ostringstream out;
  for (const node* n = t.root; n; n = n->left) {
    out << n->key << ' ';
    if (out.str().size() > 4) return false;
  }
  return out.str() == "2 1 ";
}

// A mirror of the structure, made of owned objects.
struct mirror {
  std::unique_ptr<mirror> left, right;
  int weight = 0;
};
std::unique_ptr<mirror> reflect(const node* n, int depth) {
  if (!n) return nullptr;
  if (depth > 2) return std::make_unique<mirror>();
  auto m = std::make_unique<mirror>();
  m->left = reflect(n->right, depth + 1);
  m->right = reflect(n->left, depth + 1);
  m->weight = 1 + (m->left ? m->left->weight : 0) + (m->right ? m->right->weight : 0);
  return m;
}
bool with_owned_objects(const tree& t) {
  const auto m = reflect(t.root, 0);
  return m && m->weight == 3 && m->left && t.size >= 1;
}

bool with_function_and_shared_state(const tree& t) {
  auto seen = std::make_shared<std::list<const node*>>();
  std::function<bool(const node*)> visit = [&visit, seen](const node* n) {
    if (!n) return true;
    if (std::ranges::find(*seen, n) != seen->end()) return false;
    seen->push_back(n);
    return visit(n->left) && visit(n->right);
  };
  return visit(t.root) && seen->size() == static_cast<std::size_t>(t.size.get());
}

// Sorted between reads: elements move about in memory that stays.
bool with_sorted_vector(const tree& t) {
  std::vector<int> keys;
  std::deque<const node*> work;
  if (t.root) work.push_back(t.root);
  while (!work.empty() && keys.size() < 6) {
    const node* const n = work.front();
    work.pop_front();
    keys.push_back(n->key);
    std::ranges::sort(keys, std::greater<>());
    if (n->left) work.push_back(n->left);
    if (n->right) work.push_front(n->right);
  }
  return keys.size() == 2 && keys[0] != keys[1];
}

bool with_exceptions_as_answers(const tree& t) {
  struct cycle : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  std::set<const node*> seen;
  std::function<void(const node*)> visit = [&](const node* n) {
    if (!n) return;
    if (!seen.insert(n).second) throw cycle("a cycle, described at length so that the text needs memory");
    visit(n->left);
    visit(n->right);
  };
  try {
    visit(t.root);
  } catch (const cycle&) {
    return false;
  }
  return seen.size() == static_cast<std::size_t>(t.size.get());
}

// Reads while an exception is being handled.
bool with_reads_in_a_catch_block(const tree& t) {
  try {
    if (!t.root) throw std::runtime_error("no root");
    if (t.root->left) throw 5;
  } catch (const std::runtime_error& e) {
    return t.size == static_cast<int>(std::strlen(e.what()));
  } catch (int five) {
    if (t.root->key == 2) return false;
    return t.root->right == nullptr && t.root->left->key + five == 7 && t.root->left->left == nullptr &&
           t.root->left->right == nullptr;
  }
  return t.root->key == 1 && t.root->right == nullptr;
}

// Reads in a destructor, also one that runs because of an exception.
bool with_reads_in_a_destructor(const tree& t) {
  bool answer = false;
  struct looks {
    const tree& t;
    bool& answer;
    ~looks() { answer = t.root && t.root->key == 2 && t.root->right == nullptr; }
  };
  try {
    const looks at_the_end{t, answer};
    if (t.root && t.root->left) throw 1;
  } catch (int) {
    return answer && t.root->left == t.root;
  }
  return answer;
}

bool with_malloc(const tree& t) {
  auto* const keys = static_cast<int*>(std::malloc(8 * sizeof(int)));
  int count = 0;
  for (const node* n = t.root; n && count < 3; n = n->right) keys[count++] = n->key;
  bool ascending = count > 0 && count < 3;
  for (int i = 1; i < count; ++i) ascending = ascending && keys[i - 1] < keys[i];
  std::free(keys);
  return ascending;
}

bool with_optional_and_priority_queue(const tree& t) {
  std::optional<std::priority_queue<int>> best;
  std::unordered_map<const node*, std::string> names;
  for (const node* n = t.root; n && !names.contains(n); n = n->left) {
    if (!best) best.emplace();
    best->push(n->key);
    names[n] = std::string(20, static_cast<char>('a' + best->size()));
  }
  const auto long_ones = std::ranges::count_if(names, [](const auto& name) { return name.second.size() == 20; });
  return best && best->top() == 2 && long_ones == 2;
}

// A table made at the first call and never changed again.
bool with_a_static_table(const tree& t) {
  static const std::vector<int> allowed = {2, 4, 6};
  int left = 3;
  for (const node* n = t.root; n && --left > 0; n = n->left)
    if (std::find(allowed.begin(), allowed.end(), n->key) == allowed.end() || n->left == n) return false;
  return t.root != nullptr && !t.root->right;
}

}  // namespace

std::vector<sample> std_samples() {
  const auto two = bounded(2);
  return {
      make_sample("set_and_queue", two, with_set_and_queue),
      make_sample("unordered_set", two, with_unordered_set),
      make_sample("vector_and_map", two, with_vector_and_map),
      make_sample("string", two, with_string),
      make_sample("stream", two, with_stream),
      make_sample("owned_objects", two, with_owned_objects),
      make_sample("function_and_shared_state", two, with_function_and_shared_state),
      make_sample("sorted_vector", two, with_sorted_vector),
      make_sample("exceptions_as_answers", two, with_exceptions_as_answers),
      make_sample("reads_in_a_catch_block", two, with_reads_in_a_catch_block),
      make_sample("reads_in_a_destructor", two, with_reads_in_a_destructor),
      make_sample("malloc", two, with_malloc),
      make_sample("optional_and_priority_queue", two, with_optional_and_priority_queue),
      make_sample("a_static_table", two, with_a_static_table),
  };
}

}  // namespace korat_test
