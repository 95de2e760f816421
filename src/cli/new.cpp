// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat new: a header to start from, or bounds for the class of a header that is there.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "cli/class_bounds.hpp"
#include "cli/class_reader.hpp"
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

struct new_request {
  std::string path, root, output_path;
};

void write_new(const std::string& path, const std::string& text) {
  if (std::filesystem::exists(path)) throw usage_error(fmt::format("{} is there already, and stays as it is", path));
  output file(path);
  file.write(text);
  file.close();
}

std::string text_in_file(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string beside(const std::string& header) {
  const std::filesystem::path path(header);
  return (path.parent_path() / (path.stem().string() + "_bounds.hpp")).string();
}

/// Bounds for a class of a header that is there.
std::string write_bounds(const new_request& r) {
  if (text_in_file(r.path).find("korat::offer") != std::string::npos)
    throw usage_error(
        fmt::format("{0} is there already, and offers a structure itself: try korat generate {0} 3", r.path));
  const auto path = r.output_path.empty() ? beside(r.path) : r.output_path;
  if (std::filesystem::exists(path)) throw usage_error(fmt::format("{} is there already, and stays as it is", path));
  const auto header = read_classes(r.path);
  const auto& root = root_in(header, r.root, r.path);
  const auto include = std::filesystem::proximate(r.path, std::filesystem::absolute(path).parent_path());
  write_new(path, text_of_bounds(header, root, include.string(), path));
  return fmt::format("wrote {0}, bounds for {1}{2}; edit it, then try: korat generate {0} 3 --print text\n", path,
                     root.name,
                     predicate_of(root) ? fmt::format(" and its {}()", predicate_of(root)->name)
                                        : ", and a predicate to be filled in");
}

std::string write_starting_point(const new_request& r) {
  if (!r.root.empty() || !r.output_path.empty())
    throw usage_error(
        fmt::format("there is no file '{}' to read: --class and --output are for a header that is there", r.path));
  write_new(r.path, text_for(r.path));
  return fmt::format("wrote {0}; try: korat generate {0} 3 --print text\n", r.path);
}

exit_code write(const new_request& r) {
  if (!is_source_file(r.path) || !split(r.path).subject.empty())
    throw usage_error(fmt::format("'{}' is no name of a header: let it end in .hpp", r.path));
  const bool is_there = std::filesystem::exists(r.path);
  if (is_there && (!std::filesystem::is_regular_file(r.path) || !std::ifstream(r.path)))
    throw usage_error(fmt::format("{} is no file that can be read", r.path));
  if (!r.output_path.empty() && !is_source_file(r.output_path))
    throw usage_error(fmt::format("'{}' is no name of a header: let it end in .hpp", r.output_path));
  const auto done = is_there ? write_bounds(r) : write_starting_point(r);
  output standard;
  standard.write(done);
  standard.close();
  return exit_code::done;
}

action set_up_new(option_list& options) {
  auto r = std::make_shared<new_request>();
  options.word("FILE", "The header to write; or one that is there, to read a class from", r->path, presence::required);
  options.value("--class", "NAME", "The class to bound, where the header has several", r->root);
  options.value("--output", "FILE", "Where to write its bounds; without it, my_tree_bounds.hpp for my_tree.hpp",
                r->output_path);
  return [r] { return write(*r); };
}

}  // namespace

const command new_command{"new", "Write a header to start from, or bounds for a class of yours", set_up_new};

}  // namespace korat::cli
