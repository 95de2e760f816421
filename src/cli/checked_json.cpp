// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/checked_json.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <fstream>

#include "cli/output.hpp"
#include "files/checksum.hpp"
#include "files/vector_file.hpp"

namespace korat::cli {
namespace {

/// Null where it is no JSON.
json_value parsed(const std::string& text) try { return json_value::parse(text); } catch (const files::json_error&) {
  return {};
}

/// That of the object written without it.
auto checksum_of(const json_value& content) {
  json_object rest;
  for (const auto& [key, value] : content.members())
    if (key != "checksum") rest.add(key, value.as_json());
  return files::checksum(rest.text());
}

}  // namespace

json_value read_checked(const std::string& path, const checked_format& format) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw output_error("cannot read " + path, errno);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto content = parsed(text);
  const auto damaged = [&](const std::string& why) {
    return files::file_error(fmt::format("{} {}; {}", path, why, format.instead));
  };
  if (!content.is_object() || !content.contains("format")) throw damaged(fmt::format("is no {}", format.what));
  if (content["format"].text() != json(format.name).text())
    throw damaged("is of another kind, or of another version of this program");
  if (content["checksum"].text() != json(checksum_of(content)).text()) throw damaged("is damaged");
  return content;
}

void write_checked(const std::string& path, const checked_format& format, const json_object& content) {
  json_object whole{{"format", format.name}};
  whole.add(content);
  whole.add("checksum", files::checksum(whole.text()));
  const auto fresh = path + ".new";
  {
    std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
    if (!(file << whole.text() << '\n') || !file.flush()) throw output_error("cannot write " + fresh, errno);
  }
  if (std::rename(fresh.c_str(), path.c_str()) != 0) throw output_error("cannot write " + path, errno);
}

}  // namespace korat::cli
