// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat sample: random structures, all equally likely.

#include <algorithm>
#include <random>

#include "cli/command.hpp"
#include "cli/counting.hpp"
#include "cli/interrupt.hpp"
#include "cli/number_option.hpp"

namespace korat::cli {
namespace {

struct sample_request {
  counting_options common;
  std::uint64_t count = 1;
  std::uint64_t seed = 1;
};

exit_code sample(sample_request r) {
  if (r.common.format.empty()) r.common.format = "text";
  const auto found = count_solutions(r.common);
  if (found.all->count().is_zero()) throw usage_error(found.name + " has no structure to draw");
  std::mt19937_64 random(r.seed);
  numbered_output structures(found, r.common);
  const auto draw = [&] { return found.all->count().random_below(random); };
  const auto show = [&](const big_integer& number) { found.all->to(number), structures.add(number); };
  if (found.all->diagram() != nullptr) {
    for (std::uint64_t i = 0; i < r.count && !interrupted(); ++i) show(draw());
  } else {
    std::vector<big_integer> numbers(r.count);  // a search meets them in their order
    std::ranges::generate(numbers, draw);
    std::ranges::sort(numbers);
    std::ranges::for_each(numbers, show);
  }
  structures.end({{"seed", r.seed}});
  return interrupted() ? exit_code::interrupted : exit_code::done;
}

action set_up_sample(option_list& options) {
  auto r = std::make_shared<sample_request>();
  add_counting_options(options, r->common, "Print each as text (the default), json, dot or vector");
  add_number(options, "--count", "N", "How many; 1 by default", r->count);
  add_count(options, "--seed", "S", "Which random numbers; 1 by default", r->seed);
  options.footer(
      "Every structure is equally likely at every draw; the same seed draws the same ones. The number before each is "
      "its\n"
      "own, from 0 in the order of a search: 'korat nth' finds it again. Where no diagram can be built, the "
      "structures\n"
      "that were drawn are found by a search, and shown in its order.\n");
  return [r] { return sample(*r); };
}

}  // namespace

const command sample_command{"sample", "Draw random structures of a subject, all equally likely", set_up_sample};

}  // namespace korat::cli
