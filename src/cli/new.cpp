// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat new: a header to start from.

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/source_file.hpp"

namespace korat::cli {

extern const char* const starting_point;

namespace {

std::string text_for(const std::string& file) {
  std::string text = starting_point;
  const std::string name = "my_tree.hpp";
  for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + file.size()))
    text.replace(at, name.size(), file);
  return text;
}

exit_code write(const std::string& path) {
  if (!is_source_file(path) || !split(path).subject.empty())
    throw usage_error(fmt::format("'{}' is no name of a header: let it end in .hpp", path));
  if (std::filesystem::exists(path)) throw usage_error(fmt::format("{} is there already, and stays as it is", path));
  output file(path);
  file.write(text_for(path));
  file.close();
  output standard;
  standard.write(fmt::format("wrote {0}; try: korat generate {0} 3 --print text\n", path));
  standard.close();
  return exit_code::done;
}

action set_up_new(option_list& options) {
  auto path = std::make_shared<std::string>();
  options.word("FILE", "The header to write", *path, presence::required);
  return [path] { return write(*path); };
}

}  // namespace

const command new_command{"new", "Write a header with a class, a predicate and its bounds to start from", set_up_new};

}  // namespace korat::cli
