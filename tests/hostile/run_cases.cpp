// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Searches with every hostile predicate, by every engine, each in a process of its own, and holds what they find
// against the oracle's counts. Prints what is not as expected, then a table; with --verbose each case.
//
//   hostile_cases COUNTS [--verbose] [--row NAME] [CASE...]

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <vector>

#include "child.hpp"
#include "searches.hpp"

extern "C" {
// A predicate that is left where it crashed leaves what it had allocated; and one that asks for too much is to be told.
const char* __asan_default_options();
const char* __asan_default_options() { return "detect_leaks=0:allocator_may_return_null=1:exitcode=99"; }
}

namespace hostile {

namespace {

constexpr int limit_in_seconds = 60;

/// What became of a case. The first four are as they should be.
enum class verdict { right, right_instead, refused, reported, wrong, refused_needlessly, died };
constexpr std::size_t verdicts = 7;
const char* const names[verdicts] = {
    "right", "right by re-execution instead", "refused", "reported by a sanitizer", "WRONG", "REFUSED NEEDLESSLY",
    "DIED"};

struct outcome {
  verdict what;
  std::string why;
};

outcome judge(const hostile_case& c, const std::string& right, const reply& r) {
  if (!r.answered) {
    if (c.expectation == expected::refusal && r.said == "exited with 99") return {verdict::reported, r.said};
    return {verdict::died, r.said};
  }
  const auto text = r.said.substr(2);
  const bool as_asked = r.said[1] == '+';
  switch (finding::kind(r.said[0])) {
    case finding::kind::broken: return {verdict::died, text};
    case finding::kind::refused:
      return {c.expectation == expected::answer ? verdict::refused_needlessly : verdict::refused, text};
    case finding::kind::answered: break;
  }
  if (text != right) return {verdict::wrong, text + " instead of " + right};
  return {as_asked ? verdict::right : verdict::right_instead, text};
}

outcome outcome_of(const hostile_case& c, const std::string& right, korat::engine engine) {
  return judge(c, right,
               in_child(
                   [&] {
                     const auto found = search_with(c.valid, engine);
                     return std::string{static_cast<char>(found.how), found.as_asked ? '+' : '-'} + found.text;
                   },
                   limit_in_seconds));
}

std::map<std::string, std::string> read_counts(const char* file) {
  std::map<std::string, std::string> counts;
  std::ifstream in(file);
  for (std::string number, name; std::getline(in, number, '\t') && std::getline(in, name);) counts[name] = number;
  return counts;
}

struct arguments {
  const char* counts = nullptr;
  bool verbose = false;
  const char* row = "";  // of the table: the compiler's settings
  std::set<std::string> cases;
};

arguments parse(char** words) {
  arguments result;
  for (; *words != nullptr; ++words)
    if (std::strcmp(*words, "--verbose") == 0)
      result.verbose = true;
    else if (std::strcmp(*words, "--row") == 0 && words[1] != nullptr)
      result.row = *++words;
    else if (result.counts == nullptr)
      result.counts = *words;
    else
      result.cases.insert(*words);
  return result;
}

using tally = std::array<int, verdicts>;
void print(const char* row, const char* engine, const tally& t) {
  std::printf("%-14s %-13s", row, engine);
  for (const auto n : t) std::printf(" %5d", n);
  std::printf("\n");
}

int run(const arguments& given) {
  const auto counts = read_counts(given.counts);
  std::vector<tally> tallies;
  bool failed = false;
  for (const auto& e : engines) {
    auto& t = tallies.emplace_back();
    for (const auto& f : families())
      for (const auto& c : f.cases) {
        if (given.cases.empty() ? f.when == runs::by_name_only : !given.cases.contains(c.name)) continue;
        const auto right = counts.find(c.name);
        const auto o = right == counts.end() ? outcome{verdict::wrong, "no count by the oracle: run --update"}
                                             : outcome_of(c, right->second, e.kind);
        ++t[static_cast<std::size_t>(o.what)];
        failed |= o.what >= verdict::wrong;
        if (given.verbose || o.what >= verdict::wrong)
          std::printf("%s: %s: %s: %s: %s\n", e.name, f.name, c.name, names[static_cast<std::size_t>(o.what)],
                      o.why.c_str());
        std::fflush(stdout);
      }
  }
  for (std::size_t i = 0; i < tallies.size(); ++i) print(given.row, engines[i].name, tallies[i]);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace

}  // namespace hostile

int main(int, char** words) {
  const auto given = hostile::parse(words + 1);
  if (given.counts == nullptr)
    return std::fprintf(stderr, "usage: hostile_cases COUNTS [--verbose] [--row NAME] [CASE...]\n"), 2;
  return hostile::run(given);
}
