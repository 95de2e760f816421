// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Each undoable container beside a std:: model of it. A step does one random operation to both; difference() says how
// they differ, in words, or nothing. Elements are numbers 0, 1, 2, ... in the model and `element<T>::make(number)` in
// the container, so that one model serves elements of every size.

#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "korat/undo/deque.hpp"
#include "korat/undo/list.hpp"
#include "korat/undo/map.hpp"
#include "korat/undo/ordered_map.hpp"
#include "korat/undo/ordered_set.hpp"
#include "korat/undo/priority_queue.hpp"
#include "korat/undo/queue.hpp"
#include "korat/undo/set.hpp"
#include "korat/undo/vector.hpp"

namespace korat_test {

using number = unsigned;

class dice {
 public:
  explicit dice(std::uint32_t seed) : generator_(seed) {}
  number below(number n) { return static_cast<number>(generator_() % n); }
  bool one_in(number n) { return below(n) == 0; }

 private:
  std::mt19937 generator_;
};

/// Longer than a word, and no multiple of one: its overwriting takes several entries of the trail.
struct wide {
  std::uint32_t a, b, c, d, e;
  auto operator<=>(const wide&) const = default;
};
enum class tag : std::int16_t {};

template <class T>
struct element {
  static T make(number n) { return static_cast<T>(n); }
};
template <>
struct element<const char*> {
  static const char* make(number n) {
    static const std::vector<char> pool(4096);
    return pool.data() + n;
  }
};
template <>
struct element<wide> {
  static wide make(number n) { return {n, n ^ 0xffff, n * 3, n + 1, ~n}; }
};

template <class Container, class Model, class Expect>
std::string compare_sequences(const Container& c, const Model& m, Expect expected) {
  std::ostringstream out;
  if (c.size() != m.size())
    out << "size " << c.size() << ", expected " << m.size();
  else if (c.empty() != m.empty())
    out << "empty() is wrong";
  else if (!std::equal(c.begin(), c.end(), m.begin(), m.end(),
                       [&](const auto& x, number n) { return x == expected(n); }))
    out << "an element differs";
  return out.str();
}

template <class T>
struct set_model {
  using container = korat::set<T>;
  using model = std::set<number>;

  static std::string step(container& c, model& m, dice& d, number keys) {
    const number n = d.below(keys);
    const T key = element<T>::make(n);
    switch (d.below(8)) {
      case 0:
      case 1:
      case 2:
      case 3: {
        const auto [at, inserted] = c.insert(key);
        if (inserted != m.insert(n).second) return "insert() says otherwise";
        if (!(*at == key)) return "insert() points elsewhere";
        break;
      }
      case 4:
      case 5: {
        if (c.erase(key) != m.erase(n)) return "erase() says otherwise";
        break;
      }
      case 6: {
        if (d.one_in(20)) c.clear(), m.clear();
        break;
      }
      default: {
        if (c.contains(key) != m.contains(n) || c.count(key) != m.count(n)) return "contains() says otherwise";
        if ((c.find(key) != c.end()) != m.contains(n)) return "find() says otherwise";
      }
    }
    return "";
  }

  static std::string difference(const container& c, const model& m, number keys) {
    if (c.size() != m.size()) return "size " + std::to_string(c.size()) + ", expected " + std::to_string(m.size());
    for (number n = 0; n < keys; ++n)
      if (c.contains(element<T>::make(n)) != m.contains(n)) return "contains(" + std::to_string(n) + ") is wrong";
    std::size_t met = 0;
    for (const T& key : c) met += c.contains(key) ? 1 : 0;
    return met == m.size() ? "" : "it iterates over " + std::to_string(met) + " elements";
  }
};

template <class Key, class Value>
struct map_model {
  using container = korat::map<Key, Value>;
  using model = std::map<number, number>;

  static std::string step(container& c, model& m, dice& d, number keys) {
    const number n = d.below(keys), v = d.below(100);
    const Key key = element<Key>::make(n);
    const Value value = element<Value>::make(v);
    switch (d.below(10)) {
      case 0:
      case 1:
      case 2: {
        c[key] = value;
        m[n] = v;
        break;
      }
      case 3: {
        if (c.insert({key, value}).second != m.insert({n, v}).second) return "insert() says otherwise";
        break;
      }
      case 4: {
        if (c.insert_or_assign(key, value).second != m.insert_or_assign(n, v).second)
          return "insert_or_assign() says otherwise";
        break;
      }
      case 5: {
        if (c.emplace(key, value).second != m.emplace(n, v).second) return "emplace() says otherwise";
        break;
      }
      case 6:
      case 7: {
        if (c.erase(key) != m.erase(n)) return "erase() says otherwise";
        break;
      }
      case 8: {
        if (d.one_in(20)) c.clear(), m.clear();
        break;
      }
      default: {
        if constexpr (std::is_integral_v<Value>) {
          if (m.contains(n)) c[key] += 1, ++m[n];
        }
        const auto found = c.find(key);
        if ((found != c.end()) != m.contains(n)) return "find() says otherwise";
        if (found != c.end() && !(found->first == key && found->second == element<Value>::make(m[n])))
          return "find() points elsewhere";
      }
    }
    return "";
  }

  static std::string difference(const container& c, const model& m, number keys) {
    if (c.size() != m.size()) return "size " + std::to_string(c.size()) + ", expected " + std::to_string(m.size());
    for (number n = 0; n < keys; ++n) {
      const auto key = element<Key>::make(n);
      const auto expected = m.find(n);
      if (c.contains(key) != (expected != m.end())) return "contains(" + std::to_string(n) + ") is wrong";
      if (expected != m.end() && !(c.at(key) == element<Value>::make(expected->second)))
        return "at(" + std::to_string(n) + ") is wrong";
    }
    std::size_t met = 0;
    for (const auto& [key, value] : c) met += c.at(key) == value ? 1 : 0;
    return met == m.size() ? "" : "it iterates over " + std::to_string(met) + " elements";
  }
};

/// vector, and deque, which has both ends.
template <class Container>
struct sequence_model {
  using container = Container;
  using model = std::deque<number>;
  using T = typename Container::value_type;
  static constexpr bool two_ended = requires(Container c, T t) { c.push_front(t); };

  static std::string step(container& c, model& m, dice& d, number keys) {
    const number n = d.below(keys);
    const T value = element<T>::make(n);
    switch (d.below(12)) {
      case 0:
      case 1:
      case 2: c.push_back(value), m.push_back(n); break;
      case 3: c.emplace_back(value), m.push_back(n); break;
      case 4:
        if (!m.empty()) c.push_back(c[d.below(static_cast<number>(m.size()))]), m.push_back(last_pushed(c, m));
        break;
      case 5:
      case 6:
        if (!m.empty()) c.pop_back(), m.pop_back();
        break;
      case 7:
      case 8: {
        if (m.empty()) break;
        const auto i = d.below(static_cast<number>(m.size()));
        c[i] = value, m[i] = n;
        break;
      }
      case 9: {
        if (d.one_in(20))
          c.clear(), m.clear();
        else if (d.one_in(5)) {
          const auto size = d.below(40);
          c.resize(size, value), m.resize(size, n);
        }
        break;
      }
      default:
        if constexpr (two_ended) {
          if (d.one_in(2))
            c.push_front(value), m.push_front(n);
          else if (!m.empty())
            c.pop_front(), m.pop_front();
        }
    }
    return "";
  }

  static std::string difference(const container& c, const model& m, number) {
    if (!m.empty() && !(c.front() == element<T>::make(m.front()) && c.back() == element<T>::make(m.back())))
      return "front() or back() is wrong";
    return compare_sequences(c, m, element<T>::make);
  }

 private:
  // Which number the element just pushed stands for.
  static number last_pushed(const container& c, const model& m) {
    for (const number n : m)
      if (c[c.size() - 1] == element<T>::make(n)) return n;
    return 0;
  }
};

/// queue and stack, looked at by emptying a copy.
template <class Container, bool FirstInFirstOut>
struct adaptor_model {
  using container = Container;
  using model = std::deque<number>;
  using T = typename Container::value_type;

  static std::string step(container& c, model& m, dice& d, number keys) {
    const number n = d.below(keys);
    if (m.empty() || !d.one_in(3)) {
      c.push(element<T>::make(n)), m.push_back(n);
    } else {
      c.pop();
      if (FirstInFirstOut)
        m.pop_front();
      else
        m.pop_back();
    }
    return "";
  }

  static std::string difference(const container& c, const model& m, number) {
    if (c.size() != m.size() || c.empty() != m.empty()) return "size() or empty() is wrong";
    container rest = c;
    for (std::size_t i = 0; i < m.size(); ++i, rest.pop()) {
      const auto n = FirstInFirstOut ? m[i] : m[m.size() - 1 - i];
      if (!(next(rest) == element<T>::make(n))) return "element " + std::to_string(i) + " differs";
    }
    return rest.empty() ? "" : "something is left in it";
  }

 private:
  static T next(const container& c) {
    if constexpr (FirstInFirstOut)
      return c.front();
    else
      return c.top();
  }
};

/// What iterates in the order of its keys.
template <class Container, class Model, class Same>
std::string compare_in_order(const Container& c, const Model& m, Same same) {
  if (c.size() != m.size() || c.empty() != m.empty())
    return "size " + std::to_string(c.size()) + ", expected " + std::to_string(m.size());
  if (!std::equal(c.begin(), c.end(), m.begin(), m.end(), same)) return "it iterates otherwise";
  if (!std::equal(c.rbegin(), c.rend(), m.rbegin(), m.rend(), same)) return "it iterates otherwise from its end";
  return "";
}

template <class T>
struct ordered_set_model {
  using container = korat::ordered_set<T>;
  using model = std::set<number>;
  static bool same(const T& x, number n) { return x == element<T>::make(n); }

  static std::string step(container& c, model& m, dice& d, number keys) {
    const number n = d.below(keys);
    const T key = element<T>::make(n);
    switch (d.below(9)) {
      case 0:
      case 1:
      case 2:
      case 3: {
        const auto [at, inserted] = c.insert(key);
        if (inserted != m.insert(n).second) return "insert() says otherwise";
        if (!(*at == key)) return "insert() points elsewhere";
        break;
      }
      case 4:
      case 5: {
        if (c.erase(key) != m.erase(n)) return "erase() says otherwise";
        break;
      }
      case 6: {
        if (d.one_in(20)) c.clear(), m.clear();
        break;
      }
      case 7: {
        const auto found = c.lower_bound(key);
        const auto expected = m.lower_bound(n);
        if ((found == c.end()) != (expected == m.end())) return "lower_bound() says otherwise";
        if (expected == m.end()) break;
        if (!same(*found, *expected)) return "lower_bound() points elsewhere";
        const auto behind = c.erase(found);
        const auto expected_behind = m.erase(expected);
        if ((behind == c.end()) != (expected_behind == m.end())) return "erase() points elsewhere";
        break;
      }
      default: {
        if (c.contains(key) != m.contains(n) || (c.find(key) != c.end()) != m.contains(n))
          return "contains() says otherwise";
        const auto found = c.upper_bound(key);
        const auto expected = m.upper_bound(n);
        if ((found == c.end()) != (expected == m.end()) || (found != c.end() && !same(*found, *expected)))
          return "upper_bound() says otherwise";
      }
    }
    return "";
  }
  static std::string difference(const container& c, const model& m, number) { return compare_in_order(c, m, same); }
};

template <class Key, class Value>
struct ordered_map_model {
  using container = korat::ordered_map<Key, Value>;
  using model = std::map<number, number>;
  template <class Pair>
  static bool same(const Pair& x, const std::pair<const number, number>& n) {
    return x.first == element<Key>::make(n.first) && x.second == element<Value>::make(n.second);
  }

  static std::string step(container& c, model& m, dice& d, number keys) {
    const number n = d.below(keys), v = d.below(100);
    const Key key = element<Key>::make(n);
    const Value value = element<Value>::make(v);
    switch (d.below(9)) {
      case 0:
      case 1:
      case 2: c[key] = value, m[n] = v; break;
      case 3:
        if (c.insert({key, value}).second != m.insert({n, v}).second) return "insert() says otherwise";
        break;
      case 4:
        if (c.insert_or_assign(key, value).second != m.insert_or_assign(n, v).second)
          return "insert_or_assign() says otherwise";
        break;
      case 5:
      case 6:
        if (c.erase(key) != m.erase(n)) return "erase() says otherwise";
        break;
      case 7:
        if (d.one_in(20)) c.clear(), m.clear();
        break;
      default: {
        const auto found = c.find(key);
        if ((found != c.end()) != m.contains(n)) return "find() says otherwise";
        if (found != c.end() && !(found->first == key && c.at(key) == element<Value>::make(m[n])))
          return "find() points elsewhere";
      }
    }
    return "";
  }
  static std::string difference(const container& c, const model& m, number) {
    return compare_in_order(c, m, [](const auto& x, const auto& n) { return same(x, n); });
  }
};

template <class T>
struct list_model {
  using container = korat::list<T>;
  using model = std::list<number>;
  static bool same(const T& x, number n) { return x == element<T>::make(n); }

  static std::string step(container& c, model& m, dice& d, number keys) {
    const number n = d.below(keys);
    const T value = element<T>::make(n);
    const auto steps = d.below(static_cast<number>(m.size()) + 1);
    switch (d.below(10)) {
      case 0: c.push_back(value), m.push_back(n); break;
      case 1: c.push_front(value), m.push_front(n); break;
      case 2:
      case 3: {
        if (!same(*c.insert(std::next(c.begin(), steps), value), *m.insert(std::next(m.begin(), steps), n)))
          return "insert() points elsewhere";
        break;
      }
      case 4:
        if (!m.empty()) c.pop_back(), m.pop_back();
        break;
      case 5:
        if (!m.empty()) c.pop_front(), m.pop_front();
        break;
      case 6: {
        if (steps == m.size()) break;
        const auto behind = c.erase(std::next(c.begin(), steps));
        if ((behind == c.end()) != (m.erase(std::next(m.begin(), steps)) == m.end())) return "erase() points elsewhere";
        break;
      }
      case 7:
        if (d.one_in(5) && c.remove(value) != m.remove(n)) return "remove() says otherwise";
        break;
      case 8:
        if (!m.empty()) c.push_back(c.front()), m.push_back(m.front());
        break;
      default:
        if (d.one_in(20)) c.clear(), m.clear();
    }
    return "";
  }
  static std::string difference(const container& c, const model& m, number) {
    if (!m.empty() && !(same(c.front(), m.front()) && same(c.back(), m.back()))) return "front() or back() is wrong";
    return compare_in_order(c, m, same);
  }
};

/// Looked at by emptying a copy: the largest first, as the model has it at its end.
template <class T>
struct priority_queue_model {
  using container = korat::priority_queue<T>;
  using model = std::multiset<number>;

  static std::string step(container& c, model& m, dice& d, number keys) {
    const number n = d.below(keys);
    if (m.empty() || !d.one_in(3))
      c.push(element<T>::make(n)), m.insert(n);
    else
      c.pop(), m.erase(std::prev(m.end()));
    return "";
  }
  static std::string difference(const container& c, const model& m, number) {
    if (c.size() != m.size() || c.empty() != m.empty()) return "size() or empty() is wrong";
    container rest = c;
    for (auto n = m.rbegin(); n != m.rend(); ++n, rest.pop())
      if (!(rest.top() == element<T>::make(*n))) return "another element is on top";
    return rest.empty() ? "" : "something is left in it";
  }
};

template <class T>
using vector_model = sequence_model<korat::vector<T>>;
template <class T>
using deque_model = sequence_model<korat::deque<T>>;
template <class T>
using queue_model = adaptor_model<korat::queue<T>, true>;
template <class T>
using stack_model = adaptor_model<korat::stack<T>, false>;

}  // namespace korat_test

template <>
struct std::hash<korat_test::wide> {
  std::size_t operator()(const korat_test::wide& w) const noexcept { return w.a; }
};
