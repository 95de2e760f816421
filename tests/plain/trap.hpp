// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Inline functions and a class with virtual ones, in two files: one is compiled through the pass, one is not and is
// linked first. The linker keeps one copy of each function, the first, and a read in it goes unnoticed.

#pragma once

namespace trap {

struct cell {
  int value = 0;
  virtual ~cell() = default;
  virtual int doubled() const { return 2 * value; }
};

struct box {
  cell content;
  int extra = 0;
};

[[gnu::noinline]] inline int extra_of(const box& b) { return b.extra; }
template <class T>
[[gnu::noinline]] T same(const T& value) {
  return value;
}

inline bool rep_ok(const box& b) {
  const cell* const c = &b.content;
  return c->doubled() == same(b.extra) + extra_of(b);
}

/// In the file without the pass.
bool rep_ok_elsewhere(const box&);
int use_everything(const box&);

}  // namespace trap
