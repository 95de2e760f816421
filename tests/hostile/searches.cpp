// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "searches.hpp"

#include <chrono>
#include <exception>

#include "korat/korat.hpp"

namespace hostile {

namespace {

constexpr std::chrono::milliseconds stuck_after{300};

korat::finitization<numbers> bounds_of(const numbers*) {
  korat::finitization<numbers> bounds;
  const auto value = korat::between(0, 3);
  bounds.set<&numbers::a>(value).set<&numbers::b>(value).set<&numbers::c>(value);
  bounds.set<&numbers::d>(value).set<&numbers::e>(value).set<&numbers::f>(value);
  return bounds;
}

korat::finitization<uneven> bounds_of(const uneven*) {
  korat::finitization<uneven> bounds;
  bounds.set<&uneven::two>(korat::between(0, 1))
      .set<&uneven::three>(korat::between(0, 2))
      .set<&uneven::five>(korat::between(0, 4));
  bounds.set<&uneven::six>(korat::between(0, 5)).set<&uneven::nine>(korat::between(0, 8));
  return bounds;
}

korat::finitization<list> bounds_of(const list*) {
  korat::finitization<list> bounds;
  auto items = bounds.objects<item>(4);
  bounds.set<&list::first>(items).set<&list::size>(korat::between(0, 4));
  bounds.set<&item::next>(items).set<&item::value>(korat::between(0, 2));
  return bounds;
}

korat::finitization<tree> bounds_of(const tree*) {
  korat::finitization<tree> bounds;
  auto nodes = bounds.objects<node>(3);
  bounds.set<&tree::root>(nodes).set<&node::left>(nodes).set<&node::right>(nodes).set<&node::key>(korat::between(0, 2));
  return bounds;
}

korat::finitization<words> bounds_of(const words*) {
  korat::finitization<words> bounds;
  const std::vector<std::string> texts{"", "ab", "b", std::string(40, 'x') + "ab"};
  bounds.set<&words::first>(korat::one_of(texts))
      .set<&words::second>(korat::one_of(texts))
      .set<&words::letter>(korat::one_of('a', 'b', 'z'));
  bounds.set<&words::real>(korat::one_of(0.5, -1.75, 1e300)).set<&words::flag>(korat::any_bool);
  bounds.set<&words::wide>(korat::one_of(-1LL, 0LL, 1LL << 40));
  return bounds;
}

template <class Shape>
korat::search<Shape> search_of(predicate_of<Shape> valid, korat::engine engine) {
  return {bounds_of(static_cast<const Shape*>(nullptr)),
          valid,
          {.engine = engine, .stuck_after = stuck_after, .memory_limit = std::size_t{64} << 20}};
}

template <class Shape>
finding count_by_search(predicate_of<Shape> valid, korat::engine engine) {
  auto search = search_of(valid, engine);
  std::uint64_t count = 0;
  while (search.next_valid()) ++count;
  return {finding::kind::answered, std::to_string(count), search.engine_used() == engine};
}

/// A search builds none before it has lasted. Where none can be built, it goes on without.
template <class Shape>
finding count_by_diagram(predicate_of<Shape> valid) {
  try {
    const korat::diagram<Shape> all(bounds_of(static_cast<const Shape*>(nullptr)), valid,
                                    {.memory_limit = std::size_t{64} << 20, .stuck_after = stuck_after});
    return {finding::kind::answered, all.count().decimal(), true};
  } catch (const korat::diagram_error&) {
    return count_by_search(valid, korat::engine::diagram);
  }
}

template <class Shape>
finding find(predicate_of<Shape> valid, korat::engine engine) {
  try {
    return engine == korat::engine::diagram ? count_by_diagram(valid) : count_by_search(valid, engine);
  } catch (const korat::error& e) {
    const std::string message = e.what();
    return {finding::kind::refused, message.substr(0, message.find('\n'))};
  } catch (const std::exception& e) {
    return {finding::kind::broken, std::string("threw what is no korat::error: ") + e.what()};
  }
}

bool sums_to_nine(const uneven& u) { return u.two + u.three + u.five + u.six + u.nine == 9; }
std::string sums_to_nine_by_hand() {
  int count = 0;
  for (int i = 0; i < 2 * 3 * 5 * 6 * 9; ++i) count += i % 2 + i / 2 % 3 + i / 6 % 5 + i / 30 % 6 + i / 180 == 9;
  return std::to_string(count);
}

}  // namespace

finding search_with(const predicate& valid, korat::engine engine) {
  const auto result = std::visit([engine](auto function) { return find(function, engine); }, valid);
  // Whatever the predicate has done, the process is as good as before.
  const auto after = find(&sums_to_nine, engine);
  if (after.how == finding::kind::answered && after.text == sums_to_nine_by_hand()) return result;
  return {finding::kind::broken, "an ordinary search afterwards: " + after.text};
}

}  // namespace hostile
