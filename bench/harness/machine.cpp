// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "harness/machine.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>

namespace korat::bench {
namespace {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

std::string compiler() {
#if defined(__clang__)
  return __VERSION__;  // names itself
#else
  return "GCC " __VERSION__;
#endif
}

std::string system_name() {
  utsname name{};
  uname(&name);
  return fmt::format("{} {} {}", name.sysname, name.release, name.machine);
}

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&seconds));
  return text;
}

// How many other programs wanted a processor in the minute before: a reader should distrust numbers from a busy
// machine.
double load() {
  double average = 0;
  return getloadavg(&average, 1) == 1 ? average : -1;
}

}  // namespace

nlohmann::ordered_json describe_machine() {
  return {{"processor", processor()},
          {"processors", std::thread::hardware_concurrency()},
          {"system", system_name()},
          {"compiler", compiler()},
          {"flags", KORAT_BENCH_FLAGS},
          {"date", now()},
          {"load", load()}};
}

std::string machine_text(const nlohmann::ordered_json& m) {
  return fmt::format("{} x {}, {}\n{}, {}\n{}, load {:.1f}\n", m["processors"].get<unsigned>(),
                     m["processor"].get<std::string>(), m["system"].get<std::string>(),
                     m["compiler"].get<std::string>(), m["flags"].get<std::string>(), m["date"].get<std::string>(),
                     m["load"].get<double>());
}

}  // namespace korat::bench
