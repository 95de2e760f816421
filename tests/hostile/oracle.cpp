// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The right counts: every structure is written out, and the plain predicate is run on each. Korat is no part of this
// program. A predicate that may keep state is run in a fresh process for each structure. What is said of a case is held
// against it too: one that is said to have no count must die, throw or never end here, and the others must not.
//
//   oracle > counts.txt            oracle NAME...

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "cases.hpp"
#include "child.hpp"
#include "worlds.hpp"

namespace hostile {

namespace {

template <class Shape>
const std::vector<digits>& structures() {
  static const auto all = all_structures<Shape>();
  return all;
}

template <class Shape>
bool answer(predicate_of<Shape> valid, const digits& v) {
  const world<Shape> w(v);
  return valid(w.root);
}

template <class Shape>
bool answer_of_fresh_process(predicate_of<Shape> valid, const digits& v) {
  const auto child = fork();
  if (child == 0) _exit(answer(valid, v) ? 1 : 0);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) > 1)
    throw std::runtime_error("died in a fresh process");
  return WEXITSTATUS(status) == 1;
}

template <class Shape>
std::string count_in_order(predicate_of<Shape> valid, bool forward) {
  const auto& all = structures<Shape>();
  const auto satisfied = [valid](const digits& v) { return answer(valid, v); };
  return std::to_string(forward ? std::count_if(all.begin(), all.end(), satisfied)
                                : std::count_if(all.rbegin(), all.rend(), satisfied));
}

template <class Shape>
std::string count_afresh(predicate_of<Shape> valid) {
  const auto& all = structures<Shape>();
  return std::to_string(
      std::count_if(all.begin(), all.end(), [valid](const digits& v) { return answer_of_fresh_process(valid, v); }));
}

template <class Shape>
std::string count(const char* name, expected expectation, predicate_of<Shape> valid) {
  structures<Shape>();  // once, for all children
  const auto fail = [name](const std::string& why) { throw std::runtime_error(name + (": " + why)); };
  if (expectation == expected::refusal) {
    const auto one_way = in_child([=] { return count_in_order(valid, true); }, 2);
    if (one_way.answered) fail("said to have no count, but it has: " + one_way.said);
    return "none";
  }
  const auto once = in_child(
      [=] { return expectation == expected::answer ? count_in_order(valid, true) : count_afresh(valid); }, 120);
  if (!once.answered) fail(once.said);
  if (expectation == expected::answer) {
    const auto again = in_child([=] { return count_in_order(valid, false); }, 120);
    if (again.said != once.said) fail("depends on more than the structure: " + once.said + " or " + again.said);
  }
  return once.said;
}

}  // namespace

}  // namespace hostile

int main(int count, char** names) {
  using namespace hostile;
  const auto wanted = [&](const family& f, std::string_view name) {
    return count == 1 ? f.when == runs::always
                      : std::any_of(names + 1, names + count, [name](const char* n) { return name == n; });
  };
  int wrong = 0;
  for (const auto& f : families())
    for (const auto& c : f.cases) {
      if (!wanted(f, c.name)) continue;
      try {
        const auto number =
            std::visit([&](auto valid) { return hostile::count(c.name, c.expectation, valid); }, c.valid);
        std::printf("%s\t%s\n", number.c_str(), c.name);
      } catch (const std::exception& e) {
        std::fprintf(stderr, "oracle: %s\n", e.what());
        ++wrong;
      }
    }
  return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
