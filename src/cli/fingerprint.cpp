// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/fingerprint.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "cli/output.hpp"
#include "encoding/hash.hpp"

namespace korat::cli {
namespace {

constexpr const char* running = "/proc/self/exe";

std::string content_of_program() {
  std::ifstream in(running, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (!in || bytes.size() < sizeof(ElfW(Ehdr))) throw output_error(fmt::format("cannot read {}", running), errno);
  return bytes;
}

std::vector<ElfW(Phdr)> segments_of(const std::string& program) {
  ElfW(Ehdr) header;
  std::memcpy(&header, program.data(), sizeof header);
  std::vector<ElfW(Phdr)> segments(header.e_phnum);
  std::memcpy(segments.data(), program.data() + header.e_phoff, segments.size() * sizeof(ElfW(Phdr)));
  return segments;
}

}  // namespace

// Only what is loaded: debug information has the lines and the folders. The header says where that lies, and a note has
// a hash of all of it: both are blanked.
std::string program_fingerprint() {
  auto program = content_of_program();
  const auto segments = segments_of(program);
  const auto blank = [&](std::size_t at, std::size_t size) {
    std::fill_n(program.begin() + static_cast<std::ptrdiff_t>(at), size, '\0');
  };
  blank(0, sizeof(ElfW(Ehdr)));
  for (const auto& s : segments)
    if (s.p_type == PT_NOTE) blank(s.p_offset, s.p_filesz);
  encoding::fnv_1a hash;
  for (const auto& s : segments)
    if (s.p_type == PT_LOAD) hash.add(std::string_view(program).substr(s.p_offset, s.p_filesz));
  return fmt::format("{:016x}", hash.value());
}

}  // namespace korat::cli
