// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/offer.hpp"

#include "korat/error.hpp"

namespace korat::detail {
namespace {

std::vector<offered>& offers() {
  static std::vector<offered> all;  // offers are made before main, in any order of files
  return all;
}

}  // namespace

void register_offer(offered o) { offers().push_back(std::move(o)); }

const std::vector<offered>& all_offers() { return offers(); }

void reject_argument(const std::string& offer, std::size_t index, std::int64_t value) {
  throw finitization_error(offer + ": argument " + std::to_string(index + 1) + ", which is " + std::to_string(value) +
                           ", does not fit its parameter's type");
}

std::vector<std::string> parameter_names(const std::string& offer, std::vector<std::string> given, std::size_t count) {
  if (given.empty() && count == 1) return {"n"};
  while (given.size() < count) given.push_back(std::string("n").append(std::to_string(given.size() + 1)));
  if (given.size() > count)
    throw finitization_error(offer + ": names for " + std::to_string(given.size()) + " parameters, but there are " +
                             std::to_string(count));
  return given;
}

}  // namespace korat::detail
