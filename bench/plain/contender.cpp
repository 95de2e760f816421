// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "plain/contender.hpp"

#include "subjects/subject.hpp"

namespace korat::bench {

std::unique_ptr<basic_search> plain_search(std::string_view subject, const std::vector<std::int64_t>& arguments,
                                           search_options options) {
  return subjects::find(subject)->search(arguments, std::move(options));
}

}  // namespace korat::bench
