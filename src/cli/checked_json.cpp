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

ordered_json read_checked(const std::string& path, const checked_format& format) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw output_error("cannot read " + path, errno);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto content = ordered_json::parse(text, nullptr, false);
  const auto damaged = [&](const std::string& why) {
    return files::file_error(fmt::format("{} {}; {}", path, why, format.instead));
  };
  if (!content.is_object() || !content.contains("format")) throw damaged(fmt::format("is no {}", format.what));
  if (content["format"] != format.name) throw damaged("is of another kind, or of another version of this program");
  if (!content.contains("checksum") || !content["checksum"].is_number_unsigned()) throw damaged("is damaged");
  const auto expected = content["checksum"].get<std::uint64_t>();
  content.erase("checksum");
  if (files::checksum(content.dump()) != expected) throw damaged("is damaged");
  return content;
}

void write_checked(const std::string& path, const checked_format& format, const ordered_json& content) {
  ordered_json whole{{"format", format.name}};
  whole.update(content);
  whole["checksum"] = files::checksum(whole.dump());
  const auto fresh = path + ".new";
  {
    std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
    if (!(file << whole.dump() << '\n') || !file.flush()) throw output_error("cannot write " + fresh, errno);
  }
  if (std::rename(fresh.c_str(), path.c_str()) != 0) throw output_error("cannot write " + path, errno);
}

}  // namespace korat::cli
