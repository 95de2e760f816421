// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/order.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <list>
#include <optional>

#include "cli/arguments.hpp"
#include "cli/cache_folder.hpp"
#include "cli/fingerprint.hpp"
#include "cli/number_option.hpp"

namespace korat::cli {
namespace {

constexpr std::uint64_t short_search = 20'000;  // candidates: some milliseconds
constexpr std::size_t most_tried = 5;           // checks, so 16 orders

using open_members = std::vector<std::string>;

/// Candidates of the whole search, or more than `limit`.
std::uint64_t candidates_of(const subjects::subject& subject, const subjects::arguments& arguments,
                            const open_members& open, std::uint64_t limit = short_search) {
  const auto search = subject.search(arguments, {.max_explored = limit + 1, .symbolic = open});
  while (search->next_valid()) {
  }
  return search->outcome() == outcome::complete ? search->statistics().explored : limit + 1;
}

/// The first argument is taken for the size. Sizes that there are no bounds for are passed over.
subjects::arguments small_arguments(const subjects::subject& subject, subjects::arguments arguments,
                                    const open_members& open) {
  const auto largest = arguments.empty() ? 0 : arguments.front();
  auto best = arguments;
  for (std::int64_t size = 1; size <= largest; ++size) {
    arguments.front() = size;
    try {
      if (candidates_of(subject, arguments, open) > short_search) break;
      best = arguments;
    } catch (const finitization_error&) {
    }
  }
  return best;
}

check_order try_all(const subjects::subject& subject, const subjects::arguments& arguments, const open_members& open) {
  auto best = order_of(subject, arguments);
  const auto small = small_arguments(subject, arguments, open);
  auto fewest = candidates_of(subject, small, open);
  for (const auto& order : all_orders(best.size())) {
    const auto found = candidates_of(in_order(subject, order), small, open);
    if (found < fewest) best = order, fewest = found;
  }
  return best;
}

/// The file that has the best order, as --order takes it. Another program, subject, size or choice of open members has
/// another one.
std::optional<std::filesystem::path> file_of_order(const subjects::subject& subject,
                                                   const subjects::arguments& arguments, const open_members& open) {
  const auto folder = cache_folder();
  if (!folder) return std::nullopt;
  const auto what =
      fmt::format("{} {} {} {}", program_fingerprint(), subject.name, fmt::join(arguments, " "), fmt::join(open, " "));
  return *folder / fmt::format("order-{:016x}", std::hash<std::string>()(what));
}

/// Written aside and renamed: another program may be reading. That it cannot be kept is no reason to fail.
void keep_order(const std::filesystem::path& file, const std::string& order) {
  std::error_code failed;
  std::filesystem::create_directories(file.parent_path(), failed);
  const auto aside = fmt::format("{}.{}", file.string(), getpid());
  std::ofstream(aside) << order << '\n';
  std::filesystem::rename(aside, file, failed);
}

check_order parse_numbers(const std::string& word, std::size_t checks) {
  check_order order(checks);
  if (word == "none") return order;
  for (std::size_t begin = 0, end = 0; begin <= word.size(); begin = end + 1) {
    end = std::min(word.find(',', begin), word.size());
    std::uint64_t number = 0;
    if (!as_positive(word.substr(begin, end - begin), number) || number < 2 || number > checks)
      throw usage_error(fmt::format(
          "--order: expected auto, none, or numbers of checks from 2 to {}, as in 2,3, not '{}'", checks, word));
    order[number - 1] = true;
  }
  return order;
}

}  // namespace

std::string early_checks(const check_order& order) {
  std::string text;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (order[i]) text += fmt::format("{}{}", text.empty() ? "" : ",", i + 1);
  return text.empty() ? "none" : text;
}

check_order order_of(const subjects::subject& subject, const subjects::arguments& arguments) {
  check_order order;
  const auto what = subject.describe(arguments);
  for (const auto& check : detail::erasure::of(what).predicate.checks) order.push_back(check.early);
  return order;
}

std::vector<check_order> all_orders(std::size_t checks) {
  std::vector<check_order> orders;
  const auto free = std::min(checks, most_tried) - std::min<std::size_t>(checks, 1);
  for (std::uint32_t early = 0; early < 1u << free; ++early) {
    check_order order(checks);
    for (std::size_t i = 0; i < free; ++i) order[i + 1] = (early >> i & 1) != 0;
    orders.push_back(std::move(order));
  }
  return orders;
}

const subjects::subject& in_order(const subjects::subject& subject, const check_order& order) {
  static std::list<subjects::subject> kept;
  auto& other = kept.emplace_back(subject);
  other.describe = [order, describe = subject.describe](const subjects::arguments& a) {
    auto what = describe(a);
    for (std::size_t i = 0; i < order.size(); ++i) detail::erasure::of(what).predicate.checks[i].early = order[i];
    return what;
  };
  return other;
}

check_order best_order(const subjects::subject& subject, const subjects::arguments& arguments,
                       const open_members& open) {
  const auto file = file_of_order(subject, arguments, open);
  if (std::string known; file && std::getline(std::ifstream(*file), known)) try {
      return parse_numbers(known, order_of(subject, arguments).size());
    } catch (const usage_error&) {
      // Somebody has changed it.
    }
  auto best = try_all(subject, arguments, open);
  if (file) keep_order(*file, early_checks(best));
  return best;
}

check_order parse_order(const std::string& word, const subjects::subject& subject, const subjects::arguments& arguments,
                        const open_members& open) {
  const auto checks = order_of(subject, arguments).size();
  if (checks == 0)
    throw usage_error(fmt::format("--order: the predicate of {} is one piece, and asks for its fields in its own order",
                                  subject.name));
  return word == "auto" ? best_order(subject, arguments, open) : parse_numbers(word, checks);
}

}  // namespace korat::cli
