// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The command-line program: parse, run the command that was named, turn what went wrong into a message and an exit
// code.

#include <csignal>
#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/config_file.hpp"
#include "cli/output.hpp"
#include "cli/source_file.hpp"
#include "files/vector_file.hpp"
#include "korat/error.hpp"
#include "korat/position.hpp"

namespace korat::cli {
namespace {

std::vector<std::string> names_of_commands(const CLI::App& program) {
  std::vector<std::string> names;
  for (const auto* command : program.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::vector<std::string> names_of_options(const CLI::App& program) {
  std::vector<std::string> names{"--config"};
  for (const auto* command : program.get_subcommands())
    for (const auto* option : command->get_options())
      if (option->get_name().starts_with("--")) names.push_back(option->get_name());
  return names;
}

/// What CLI11 could not make sense of, with what was probably meant.
std::string unknown_word(const CLI::App& program, const std::string& word) {
  const bool is_option = word.starts_with('-');
  const auto meant = nearest(word, is_option ? names_of_options(program) : names_of_commands(program));
  return std::string("there is no ") + (is_option ? "option" : "command") + " '" + word + "'" +
         (meant.empty() ? "" : "; did you mean '" + meant + "'?");
}

/// --help and --version come here too: to CLI11 they are exceptions.
exit_code end_parsing(const CLI::App& program, const CLI::ParseError& e) {
  const auto name = e.get_name();
  const auto unknown = program.remaining(true);
  if (name == "CallForHelp" || name == "CallForVersion") {
    output standard;
    standard.write(name == "CallForHelp" ? program.help() : std::string(e.what()) + "\n");
    standard.close();
    return exit_code::done;
  }
  if (!unknown.empty()) throw usage_error(unknown_word(program, unknown.front()));
  if (name == "RequiredError") {
    std::fputs(program.help().c_str(), stderr);
    return exit_code::wrong_usage;
  }
  throw usage_error(e.what());
}

exit_code run_command(int argc, char** argv) {
  CLI::App program("Korat: every structure that satisfies a predicate, within a bound", "korat");
  program.require_subcommand(1);
  program.set_version_flag("--version", "korat " KORAT_VERSION);
  program.footer(exit_code_help);
  const command commands[] = {add_list(program),       add_generate(program), add_new(program),  add_forecast(program),
                              add_draw(program),       add_end(program),      add_infeasible(program),
                              add_neighbours(program), add_ranges(program),   add_vectors(program), add_show(program),
                              add_profile(program),    add_corrupt(program),  add_repair(program)};
  add_config_file(program);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return end_parsing(program, e);
  }
  for (const auto& command : commands)
    if (command.parser->parsed()) return command.run();
  return exit_code::internal_error;  // CLI11 let a command pass that is none
}

exit_code complain(const std::string& message, exit_code code) {
  cli::complain(message);
  return code;
}

exit_code run_program(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a write that fails tells more than a signal
  try {
    return run_command(argc, argv);
  } catch (const usage_error& e) {
    return complain(std::string(e.what()) + "\nSee 'korat --help' and 'korat generate --help'.",
                    exit_code::wrong_usage);
  } catch (const source_error& e) {
    return complain(e.what(), exit_code::wrong_usage);
  } catch (const finitization_error& e) {
    return complain(e.what(), exit_code::wrong_usage);
  } catch (const position_error& e) {
    return complain(e.what(), exit_code::wrong_usage);
  } catch (const predicate_error& e) {
    return complain(e.what(), exit_code::predicate_failed);
  } catch (const files::file_error& e) {
    return complain(e.what(), exit_code::input_damaged);
  } catch (const output_error& e) {
    return e.reader_gone() ? exit_code::reader_gone : complain(e.what(), exit_code::output_failed);
  } catch (const std::bad_alloc&) {
    return complain("out of memory: try smaller bounds", exit_code::internal_error);
  } catch (const std::exception& e) {
    return complain(e.what(), exit_code::internal_error);
  }
}

}  // namespace
}  // namespace korat::cli

int main(int argc, char** argv) { return static_cast<int>(korat::cli::run_program(argc, argv)); }
