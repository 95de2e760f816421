// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a crash handler needs to name the structure that a property's body is at. It is read in a signal handler:
// everything is allocated beforehand, and the candidate is taken from the search's choices.

#pragma once

#include <signal.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

#include "korat/property.hpp"
#include "search/engine.hpp"
#include "testing/replay_id.hpp"

namespace korat::detail {

struct crash_report::state {
  std::string name;
  const search_engine* engine = nullptr;
  id_layout layout;
  std::vector<std::uint32_t> values;  // of arguments and fields, when the handler asks
  std::string text;                   // room for what it writes
  std::string known;                  // of the one structure of a replay: drawn, and as C++
  const std::uint32_t* arguments = nullptr;
  std::size_t argument_count = 0;
  std::atomic<std::uint64_t> calls{0};  // of the body
  std::atomic<std::uint32_t> in_body{
      0};  // 1: yes; a word, because some processors exchange no bytes without another library

  // Of the watch over calls that do not end.
  std::uint64_t calls_at_tick = 0;
  int idle_ticks = 0;
  bool has_timer = false;
  timer_t timer{};
  state* before = nullptr;  // of the property around this one

  void write(const char* what) noexcept;
};

}  // namespace korat::detail
