// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The options of 'korat generate'.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "cli/position_option.hpp"
#include "cli/printer.hpp"
#include "cli/progress_option.hpp"
#include "cli/subject_call.hpp"
#include "cli/threads_option.hpp"
#include "korat/options.hpp"

namespace korat::cli {

struct generate_options {
  subject_call call;
  search_options search;
  std::optional<position> start;     // where to begin, in the direction of the search
  std::optional<position> from, to;  // between which candidates to stay
  std::optional<double> time_limit;
  given_threads threads;
  unsigned processes = 0;  // 0: threads
  bool ordered = false;
  std::optional<korat::engine> engine;  // as asked for
  std::vector<std::string> symbolic;    // members; empty: none
  std::string order;                    // of checks in lockstep; empty: as they are
  bool verify = false;
  std::optional<std::uint32_t> distance;
  struct {
    std::uint64_t number = 0, of = 0;  // I/K; 0: not asked for
  } part, shard;
  print_options print;
  std::string output_path;           // empty: standard output
  std::vector<print_to> also_print;  // the same structures, to other files
  struct {
    std::vector<std::string> formats, paths, order;
  } words;                   // of --print and --output, as given; arrange_prints() says what they mean
  std::string report_path;   // empty: none
  std::string resume_path;   // empty: nothing is saved
  std::string diagram_path;  // the same
  std::string skip_path;     // empty: nothing is left out
  bool hash = false;
  bool json = false;
  bool quiet = false;
  show_progress progress = show_progress::automatic;
  std::uint64_t progress_every = 0;  // candidates; 0: by time
  bool progress_candidate = false;
};

/// Which --output belongs to which --print: that behind it, or in front of the first.
void arrange_prints(generate_options&);
void add_generate_options(option_list& options, generate_options&);
/// Throws usage_error when they contradict each other.
void check(const generate_options&);
/// How many threads search, and whether structures are printed in the order of one.
struct threading {
  unsigned threads = 1;
  bool ordered = false;
};
threading threading_of(const generate_options&);
/// How many processes search, and in which order they print; 0: threads do.
struct processing {
  unsigned processes = 0;
  bool ordered = false;
};
processing processing_of(const generate_options&);
/// Those of the search itself, but for the part of the space: that needs a search to find.
search_options search_options_of(const generate_options&);

}  // namespace korat::cli
