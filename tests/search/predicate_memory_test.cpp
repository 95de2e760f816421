// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Memory that a predicate takes in other ways than with new and its containers, and holds across reads: functions of
// the C library, and what shared libraries take for it. Resumed from saved states it does the same as re-executed,
// without a note.

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <malloc.h>

#include <gtest/gtest.h>

#include <exception>
#include <locale>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include "healthy.hpp"
#include "sample.hpp"
#include "sanitized.hpp"
#include "undo/has_context.h"

namespace korat_test::predicate_memory_test {
namespace {

/// The lists of up to four nodes with two keys, whatever the predicate does besides.
template <class Predicate>
void expect_same_when_resumed(Predicate predicate) {
  const auto s = make_sample("memory", list_bounds(4, 2), predicate);
  const auto truth = sequence_of(s, {.engine = korat::engine::reexecute});
  EXPECT_EQ(valid_ones(truth).size(), 31u);
  for (const std::uint64_t self_checks : {std::uint64_t{0}, std::uint64_t{100}, korat::search_options::unlimited}) {
    const auto search = s.search({.engine = korat::engine::checkpoint, .self_checks = self_checks});
    EXPECT_EQ(difference(truth, rest_of(*search)), "");
#if KORAT_HAS_CONTEXT
    EXPECT_EQ(search->engine_note(), std::nullopt);
#endif
  }
  expect_healthy_search();
}

TEST(PredicateMemory, OfAnySizeIsTakenAndReleasedForever) {
  constexpr int rounds = address_sanitized ? 10 : 1'000;  // there each takes a map of its own
  expect_same_when_resumed([](const list& l) {
    for (int i = 0; i < rounds; ++i) {
      const std::unique_ptr<char[]> block(new char[4'000'000]);
      block[0] = 1;
      asm volatile("" : : "r"(block.get()) : "memory");
    }
    return is_list(l);
  });
}

TEST(PredicateMemory, AbsurdSizesAreRefused) {
  if (address_sanitized || thread_sanitized) GTEST_SKIP() << "sanitizers end the program";
  expect_same_when_resumed([](const list& l) {
    void* volatile released = std::malloc(16);
    std::free(released);
    volatile std::size_t absurd = SIZE_MAX - 7;
    void* const none = std::malloc(absurd);
    void* const nor_any = std::calloc(absurd, absurd);
    return none == nullptr && nor_any == nullptr && reallocarray(nullptr, absurd, absurd) == nullptr && is_list(l);
  });
}

TEST(PredicateMemory, ReallocOfNothingReleases) {
  if (address_sanitized) GTEST_SKIP() << "its realloc gives a block of nothing";
  expect_same_when_resumed([](const list& l) {
    volatile std::size_t nothing = 0;
    void* const block = std::malloc(40);
    return std::realloc(block, nothing) == nullptr && is_list(l);
  });
}

TEST(PredicateMemory, GrowsWithItsContents) {
  expect_same_when_resumed([](const list& l) {
    auto* text = static_cast<char*>(reallocarray(nullptr, 2, 4));
    std::strcpy(text, "before");
    text = static_cast<char*>(std::realloc(text, 5'000));
    bool ok = is_list(l) && malloc_usable_size(text) >= 5'000;
    text = static_cast<char*>(reallocarray(text, 10, 1'000));
    ok = ok && std::strcmp(text, "before") == 0 && malloc_usable_size(text) >= 10'000;
    std::free(text);
    return ok;
  });
}

TEST(PredicateMemory, OfTextsOfTheCLibrary) {
  expect_same_when_resumed([](const list& l) {
    char* const copy = strdup("copy");
    char* const part = strndup("partial", 4);
    char* printed = nullptr;
    if (asprintf(&printed, "%d and %s", 5, "text") < 0) return false;
    const bool ok = is_list(l) && std::strcmp(copy, "copy") == 0 && std::strcmp(part, "part") == 0 &&
                    std::strcmp(printed, "5 and text") == 0;
    std::free(printed);
    std::free(part);
    std::free(copy);
    return ok;
  });
}

TEST(PredicateMemory, OfAStreamInMemory) {
  expect_same_when_resumed([](const list& l) {
    char* text = nullptr;
    std::size_t size = 0;
    std::FILE* const stream = open_memstream(&text, &size);
    std::fputs("before", stream);
    const bool ok = is_list(l);
    std::fputs(" and after", stream);
    std::fclose(stream);
    const bool same = std::strcmp(text, "before and after") == 0;
    std::free(text);
    return ok && same;
  });
}

TEST(PredicateMemory, OfAFileAndTheLinesInIt) {
  expect_same_when_resumed([](const list& l) {
    std::FILE* const file = std::fopen("/proc/self/status", "r");
    char* line = static_cast<char*>(std::malloc(2));  // too short: the library makes it longer
    std::size_t size = 2;
    bool ok = file != nullptr && getline(&line, &size, file) > 2 && std::strncmp(line, "Name:", 5) == 0;
    ok = is_list(l) && ok && getline(&line, &size, file) > 2;
    std::free(line);
    std::fclose(file);
    return ok;
  });
}

TEST(PredicateMemory, OfAnExceptionThatIsKept) {
  expect_same_when_resumed([](const list& l) {
    std::exception_ptr kept;
    try {
      throw std::runtime_error("a text that is too long for the object itself");
    } catch (...) {
      kept = std::current_exception();
    }
    const auto copy = kept;
    const bool ok = is_list(l);
    kept = nullptr;
    try {
      std::rethrow_exception(copy);
    } catch (const std::exception& e) {
      return ok && std::strstr(e.what(), "too long") != nullptr;
    }
  });
}

TEST(PredicateMemory, OfAnExceptionThatIsMadeBetweenReads) {
  expect_same_when_resumed([](const list& l) {
    std::exception_ptr kept;
    int length = 0;
    for (const list_node* n = l.head; n; n = n->next) {
      if (++length > l.size) return false;
      kept = length % 2 == 0 ? nullptr : std::make_exception_ptr(length);
    }
    return length == l.size && (kept == nullptr) == (length % 2 == 0);
  });
}

struct grouped : std::numpunct<char> {
  std::string do_grouping() const override { return "\3"; }
};

/// In its scope, the program's locale is another one than "C".
struct other_locale {
  std::locale before = std::locale::global(std::locale(std::locale(), new grouped));
  ~other_locale() { std::locale::global(before); }
};

TEST(PredicateMemory, OfAStreamUnderAnotherLocale) {
  const other_locale scope;
  std::ostringstream() << 1'000;  // what is kept for the locale from its first use on
  expect_same_when_resumed([](const list& l) {
    std::ostringstream text;
    text << 1'000;
    const bool ok = is_list(l);
    text << 2'000;
    return ok && text.str() == "1,0002,000";
  });
  std::ostringstream later;
  later << 1'000'000;
  EXPECT_EQ(later.str(), "1,000,000");
}

TEST(PredicateMemory, OfALocaleThatIsCopied) {
  const std::locale mine(std::locale::classic(), new grouped);
  expect_same_when_resumed([&mine](const list& l) {
    const std::locale copy = mine;
    const bool ok = is_list(l);
    return ok && copy == mine;
  });
  EXPECT_EQ(std::use_facet<std::numpunct<char>>(mine).grouping(), "\3");
}

// More than any machine has, in pieces of any size: refused long before, by both engines.
template <class Predicate>
void expect_too_much(Predicate predicate) {
  for (const auto engine : {korat::engine::reexecute, korat::engine::checkpoint}) {
    korat::search<list> search(list_bounds(2), predicate,
                               {.engine = engine, .self_checks = 0, .memory_limit = std::size_t{64} << 20});
    try {
      search.next();
      ADD_FAILURE() << "nothing was reported";
    } catch (const korat::predicate_error& e) {
      EXPECT_STREQ(korat::name_of(e.why().kind), "out-of-memory") << e.what();
    }
  }
  expect_healthy_search();
}

#if !defined(KORAT_TEST_ASAN) && !defined(KORAT_TEST_TSAN)
TEST(PredicateMemory, ThatGrowsWithoutEndIsReported) {
  expect_too_much([](const list& l) {
    std::vector<std::string> growing;
    while (growing.size() != SIZE_MAX) growing.push_back(std::string(1'000, 'x'));
    return is_list(l);
  });
  expect_too_much([](const list& l) {
    for (volatile bool forever = true; forever;) {
      auto* volatile block = static_cast<char*>(std::malloc(100'000));
      block[0] = 1;  // nobody has looked whether there is one
    }
    return is_list(l);
  });
}
#endif

}  // namespace
}  // namespace korat_test::predicate_memory_test
