// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The command-line program: parse, run the command that was named, turn what went wrong into a message and an exit
// code.

#include "cli/program.hpp"

#include <algorithm>
#include <csignal>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/failure.hpp"
#include "cli/output.hpp"
#include "cli/parser.hpp"

namespace korat::cli {
namespace {

/// The help that says more about what was asked for.
std::string help_for(std::span<char* const> words) {
  for (const std::string word : words)
    for (const auto* one : all_commands())
      if (word == one->name) return "See 'korat " + word + " --help'.";
  return "See 'korat --help' and 'korat generate --help'.";
}

/// 'korat help' and 'korat help COMMAND' are what 'korat --help' and 'korat COMMAND --help' are.
std::vector<char*> without_help_command(std::span<char* const> words) {
  static char help[] = "--help";
  std::vector<char*> result(words.begin(), words.end());
  if (words.size() < 2 || std::string(words[1]) != "help") return result;
  if (words.size() > 2 &&
      std::ranges::none_of(all_commands(), [&](const command* one) { return std::string(words[2]) == one->name; }))
    throw usage_error("there is no command '" + std::string(words[2]) + "'");
  result.erase(result.begin() + 1);
  result.push_back(help);
  return result;
}

exit_code run(int argc, char** argv) {
  const std::span<char* const> words(argv, static_cast<std::size_t>(argc));
  for (const int of_a_write : {SIGPIPE, SIGXFSZ}) std::signal(of_a_write, SIG_IGN);  // that it fails tells more
  try {
    auto meant = without_help_command(words);
    return parse(static_cast<int>(meant.size()), meant.data(), all_commands())();
  } catch (...) {
    const auto how = failure_of(std::current_exception());
    if (!how.message.empty()) cli::complain(how.message + (how.misused ? "\n" + help_for(words) : ""));
    return how.code;
  }
}

}  // namespace

int run_program(int argc, char** argv) { return static_cast<int>(run(argc, argv)); }

}  // namespace korat::cli
