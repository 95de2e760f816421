// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/library_function.hpp"

#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace korat::detail {

namespace {

std::string readable(const char* symbol) {
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(symbol, nullptr, nullptr, nullptr), std::free);
  const std::string_view whole = name != nullptr ? name.get() : symbol;
  return std::string(whole.substr(0, whole.find('(')));
}

}  // namespace

std::string library_function(const void* instruction, const void* program) {
  Dl_info there{}, here{};
  if (instruction == nullptr || dladdr(instruction, &there) == 0 || dladdr(program, &here) == 0) return {};
  if (there.dli_fbase == here.dli_fbase || there.dli_fname == nullptr) return {};
  const std::string_view path = there.dli_fname;
  const auto file = std::string(path.substr(path.rfind('/') + 1));
  return there.dli_sname == nullptr ? file : readable(there.dli_sname) + " of " + file;
}

}  // namespace korat::detail
