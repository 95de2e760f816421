// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The command-line program: parse, run the command that was named, turn what went wrong into a message and an exit
// code.

#include "cli/program.hpp"

#include <csignal>
#include <new>
#include <string>

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
    &list_command, &generate_command,   &new_command,        &forecast_command, &draw_command,
    &end_command,  &infeasible_command, &neighbours_command, &ranges_command,   &vectors_command,
    &show_command, &profile_command,    &corrupt_command,    &repair_command,
};

exit_code complain(const std::string& message, exit_code code) {
  cli::complain(message);
  return code;
}

exit_code run(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a write that fails tells more than a signal
  try {
    return parse(argc, argv, commands)();
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

int run_program(int argc, char** argv) { return static_cast<int>(run(argc, argv)); }

}  // namespace korat::cli
