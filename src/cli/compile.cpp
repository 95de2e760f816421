// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Compiling a header to a program, and becoming that program. The compiler is korat-c++, which lies beside this
// program; it gets the header itself to compile, so that its messages are about the user's file and nothing else.
// Programs are kept, and made anew when the header or anything it includes is newer.

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "cli/cache_folder.hpp"
#include "cli/output.hpp"
#include "cli/source_file.hpp"

namespace korat::cli {
namespace {

namespace fs = std::filesystem;
using words = std::vector<std::string>;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

fs::path this_program() { return fs::read_symlink("/proc/self/exe"); }

fs::path folder_of_programs() {
  if (auto folder = cache_folder()) return *std::move(folder);
  throw source_error("compiled headers are kept in $XDG_CACHE_HOME/korat or $HOME/.cache/korat: set one of the two");
}

/// A name for the program of that header: the same as long as nothing but the text of files changes.
std::string name_for(const fs::path& header, purpose why) {
  std::uint64_t hash = 14'695'981'039'346'656'037U;
  for (const auto& part : {fs::absolute(header).string(), this_program().string(), variable("KORAT_CXXFLAGS")})
    for (const char c : part + '\n') hash = (hash ^ static_cast<unsigned char>(c)) * 1'099'511'628'211U;
  return fmt::format("{}-{:016x}{}", header.stem().string(), hash, why == purpose::repair ? "-repair" : "");
}

/// The files that a compiler's list of dependencies names, in the syntax of make.
words files_in(const fs::path& list) {
  std::ifstream in(list);
  words files;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty() && word.back() != ':') files.push_back(word);
    word.clear();
  };
  for (char c; in.get(c);) {
    if (c == '\\' && in.peek() == '\n') continue;
    if (c == '\\' && in.peek() == ' ')
      word += static_cast<char>(in.get());
    else if (std::isspace(static_cast<unsigned char>(c)))
      end_word();
    else
      word += c;
  }
  end_word();
  return files;
}

bool is_up_to_date(const fs::path& program, const fs::path& dependencies) {
  std::error_code unknown;
  const auto made = fs::last_write_time(program, unknown);
  if (unknown || !fs::exists(dependencies)) return false;
  auto files = files_in(dependencies);
  files.push_back(this_program());
  files.push_back(compiler_for_headers());
  for (const auto& file : files)
    if (const auto changed = fs::last_write_time(file, unknown); unknown || changed >= made) return false;
  return true;
}

int run(const words& command) {
  std::vector<char*> arguments;
  for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);  // standard output is for results
  const int error = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw source_error(fmt::format("{}: cannot be run: {}", command[0], std::strerror(error)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

// Under another name first: of two that compile at the same time, neither runs half a program. The program is dated
// back to when the compiler started, so that a change made meanwhile counts as newer.
void compile(const fs::path& header, purpose why, const fs::path& program, const fs::path& dependencies) {
  const auto unfinished = fmt::format("{}.{}", program.string(), getpid());
  const auto started = fs::file_time_type::clock::now() - std::chrono::milliseconds(20);
  if (isatty(STDERR_FILENO)) complain(fmt::format("compiling {}", header.string()));
  words command = {compiler_for_headers()};
  if (why == purpose::repair) command.push_back("--comparisons");
  command.insert(command.end(), {"--program", "-O2", "-g1", "-gdwarf-4", "-Wno-pragma-once-outside-header"});
  for (auto& flag : flags_for_headers()) command.push_back(std::move(flag));
  for (const auto& word : {"-x", "c++", header.c_str(), "-x", "none", "-MD", "-MF"}) command.push_back(word);
  command.push_back(dependencies);
  command.insert(command.end(), {"-o", unfinished});
  const int status = run(command);
  if (status != 0 || !fs::exists(unfinished)) {
    fs::remove(unfinished);
    throw source_error(fmt::format("{} does not compile: see above", header.string()));
  }
  fs::last_write_time(unfinished, started);
  fs::rename(unfinished, program);
}

/// The words this program was called with.
words own_arguments() {
  std::ifstream in("/proc/self/cmdline");
  words result;
  for (std::string word; std::getline(in, word, '\0');) result.push_back(word);
  return result;
}

[[noreturn]] void become(const fs::path& program) {
  auto arguments = own_arguments();
  std::vector<char*> pointers;
  for (auto& word : arguments) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(program.c_str(), pointers.data());
  throw source_error(fmt::format("{}: cannot be run: {}", program.string(), std::strerror(errno)));
}

}  // namespace

void enter(const std::string& file, purpose why) {
  if (!fs::exists(file))
    throw source_error(fmt::format("there is no file '{0}'; 'korat new {0}' writes one to start from", file));
  const auto folder = folder_of_programs();
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed)
    throw source_error(fmt::format("compiled headers are kept in {}, which cannot be made: {}; set XDG_CACHE_HOME",
                                   folder.string(), failed.message()));
  const auto program = folder / name_for(file, why);
  const fs::path dependencies = program.string() + ".d";
  if (!is_up_to_date(program, dependencies)) compile(file, why, program, dependencies);
  become(program);
}

}  // namespace korat::cli
