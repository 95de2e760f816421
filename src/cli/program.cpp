// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The command-line program: parse, run the command that was named, turn what went wrong into a message and an exit
// code.

#include "cli/program.hpp"

#include <algorithm>
#include <csignal>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/parser.hpp"
#include "cli/source_file.hpp"
#include "files/vector_file.hpp"
#include "korat/error.hpp"
#include "korat/position.hpp"

namespace korat::cli {
namespace {

// In the order of the help.
constexpr const command* commands[] = {
    &list_command,       &generate_command,   &new_command,    &forecast_command, &curve_command,   &draw_command,
    &count_command,      &sample_command,     &nth_command,    &rank_command,     &diff_command,    &certify_command,  &check_command, &end_command,
    &infeasible_command, &neighbours_command, &ranges_command, &merge_command, &cluster_command, &vectors_command,  &show_command,    &profile_command,
    &corrupt_command,    &repair_command,
};

exit_code end_with(const std::string& message, exit_code code) {
  cli::complain(message);
  return code;
}

/// The help that says more about what was asked for.
std::string help_for(std::span<char* const> words) {
  for (const std::string word : words)
    for (const auto* one : commands)
      if (word == one->name) return "See 'korat " + word + " --help'.";
  return "See 'korat --help' and 'korat generate --help'.";
}

/// 'korat help' and 'korat help COMMAND' are what 'korat --help' and 'korat COMMAND --help' are.
std::vector<char*> without_help_command(std::span<char* const> words) {
  static char help[] = "--help";
  std::vector<char*> result(words.begin(), words.end());
  if (words.size() < 2 || std::string(words[1]) != "help") return result;
  if (words.size() > 2 && std::ranges::none_of(commands, [&](const command* one) { return std::string(words[2]) == one->name; }))
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
    return parse(static_cast<int>(meant.size()), meant.data(), commands)();
  } catch (const usage_error& e) {
    return end_with(std::string(e.what()) + "\n" + help_for(words), exit_code::wrong_usage);
  } catch (const source_error& e) {
    return end_with(e.what(), exit_code::wrong_usage);
  } catch (const finitization_error& e) {
    return end_with(e.what(), exit_code::wrong_usage);
  } catch (const position_error& e) {
    return end_with(e.what(), exit_code::wrong_usage);
  } catch (const predicate_error& e) {
    return end_with(e.what(), exit_code::predicate_failed);
  } catch (const ended_early& e) {
    return end_with(e.what(), e.code());
  } catch (const files::write_error& e) {
    return end_with(e.what(), exit_code::output_failed);
  } catch (const files::file_error& e) {
    return end_with(e.what(), exit_code::input_damaged);
  } catch (const output_error& e) {
    return e.reader_gone() ? exit_code::reader_gone : end_with(e.what(), exit_code::output_failed);
  } catch (const std::bad_alloc&) {
    return end_with("out of memory: try smaller bounds", exit_code::internal_error);
  } catch (const std::exception& e) {
    return end_with(e.what(), exit_code::internal_error);
  }
}

}  // namespace

int run_program(int argc, char** argv) { return static_cast<int>(run(argc, argv)); }

}  // namespace korat::cli
