// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// One node in three spellings: plain members, field<T>, and plain members read by korat::read().

#pragma once

#include "korat/field.hpp"

namespace korat::bench {

struct plain_access {
  static constexpr const char* name = "plain";
  struct node {
    node* next = nullptr;
    int key = 0;
  };
  static node* next(const node& n) { return n.next; }
  static int key(const node& n) { return n.key; }
};

struct field_access {
  static constexpr const char* name = "field<T>";
  struct node {
    field<node*> next;
    field<int> key;
  };
  static node* next(const node& n) { return n.next; }
  static int key(const node& n) { return n.key; }
};

struct read_access {
  static constexpr const char* name = "korat::read()";
  using node = plain_access::node;
  static node* next(const node& n) { return read(n.next); }
  static int key(const node& n) { return read(n.key); }
};

}  // namespace korat::bench
