// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Exceptions across reads: thrown before and caught behind them, in flight while destructors read, held for later.

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "cases.hpp"

namespace hostile {

namespace {

using enum expected;

[[gnu::noinline]] int throwing(int x, int at) {
  if (x == at) throw std::out_of_range("at " + std::to_string(at));
  return x;
}

[[gnu::noinline]] int depth_thrown(const node* n, int depth) {
  if (n == nullptr) throw depth;
  if (depth > 3) throw std::string("a circle");
  try {
    return depth_thrown(n->left, depth + 1);
  } catch (int left) {
    try {
      return depth_thrown(n->right, depth + 1);
    } catch (int right) {
      throw left > right ? left : right;
    }
  }
}

struct reads_at_its_end {
  const field<int>& read;
  int& into;
  ~reads_at_its_end() { into = into * 4 + read; }
};

struct heavy : std::runtime_error {
  std::vector<int> values;
  explicit heavy(std::vector<int> v) : std::runtime_error("heavy"), values(std::move(v)) {}
};

const hostile_case cases[] = {
    {"thrown and caught between reads", answer,
     [](const numbers& n) {
       int thrown = 0;
       each(n, [&](int x) {
         try {
           throwing(x, 2);
         } catch (const std::out_of_range&) {
           ++thrown;
         }
       });
       return thrown == 2;
     }},
    {"reads in a catch block", answer,
     [](const numbers& n) {
       try {
         throwing(n.a, 1), throwing(n.b, 2);
         return n.c == 0;
       } catch (const std::exception& e) {
         return n.d + n.e == 3 && e.what()[3] == '1';
       }
     }},
    {"nested try blocks", answer,
     [](const numbers& n) {
       int at = 0;
       try {
         at = 1;
         try {
           throwing(n.a, 0), at = 2, throwing(n.b, 1), at = 3;
         } catch (const std::out_of_range&) {
           at += 4;
           throwing(n.c, 2);
           at += 8;
         }
         throwing(n.d, 3);
       } catch (const std::out_of_range&) {
         return at == 5 || n.e == n.f;
       }
       return at == 14;
     }},
    {"rethrown from a catch block", answer,
     [](const numbers& n) {
       try {
         try {
           throwing(n.a, 3);
         } catch (...) {
           if (n.b == 1) throw;
           throwing(n.c, 1);
         }
       } catch (const std::out_of_range& e) {
         return e.what()[3] == '3' ? n.d == 2 : n.e == 2;
       }
       return n.f == 2;
     }},
    {"reads in destructors", answer,
     [](const numbers& n) {
       int total = 0;
       {
         const reads_at_its_end c{n.c, total}, b{n.b, total};
         total = n.a;
       }
       return total % 11 == 4;
     }},
    {"reads in destructors during unwinding", answer,
     [](const numbers& n) {
       int total = 0;
       try {
         const reads_at_its_end c{n.c, total}, b{n.b, total};
         throwing(n.a, 2);
       } catch (const std::out_of_range&) {
         return total % 5 == n.d;
       }
       return total == 9;
     }},
    {"an exception for each depth", answer,
     [](const tree& t) {
       try {
         depth_thrown(t.root, 0);
       } catch (int depth) {
         return depth == 2;
       } catch (const std::string&) {
       }
       return false;
     }},
    {"exceptions that own memory", answer,
     [](const numbers& n) {
       std::vector<int> all;
       each(n, [&](int x) {
         try {
           if (x != 0) throw heavy(std::vector<int>(static_cast<std::size_t>(x), x));
         } catch (const heavy& h) {
           all.insert(all.end(), h.values.begin(), h.values.end());
         }
       });
       return all.size() == 8 && all.front() == 2;
     }},
    {"a local exception_ptr", answer_or_refusal,
     [](const numbers& n) {
       std::exception_ptr kept;
       each(n, [&](int x) {
         try {
           throwing(x, 3);
         } catch (...) {
           kept = std::current_exception();
         }
       });
       return kept != nullptr && n.a == 0;
     }},
    {"an exception_ptr rethrown behind reads", answer_or_refusal,
     [](const numbers& n) {
       std::exception_ptr kept;
       try {
         throwing(n.a, 3);
       } catch (...) {
         kept = std::current_exception();
       }
       const int b = n.b, c = n.c;
       try {
         if (kept) std::rethrow_exception(kept);
       } catch (const std::out_of_range&) {
         return b == c;
       }
       return b > c;
     }},
    {"nested exceptions", answer_or_refusal,
     [](const numbers& n) {
       try {
         try {
           throwing(n.a, 1);
         } catch (...) {
           std::throw_with_nested(std::runtime_error(std::to_string(n.b)));
         }
       } catch (const std::runtime_error& e) {
         try {
           std::rethrow_if_nested(e);
         } catch (const std::out_of_range&) {
           return e.what()[0] - '0' == n.c;
         }
       }
       return n.d == 0;
     }},
    {"system_error with a message", answer,
     [](const numbers& n) {
       std::string said;
       each(n, [&](int x) {
         try {
           throw std::system_error(x + 1, std::generic_category());
         } catch (const std::system_error& e) {
           said += std::to_string(e.code().value());
         }
       });
       return said.find("42") != std::string::npos;
     }},
    {"uncaught_exceptions in a destructor", answer,
     [](const numbers& n) {
       struct guard {
         int& seen;
         ~guard() { seen += std::uncaught_exceptions(); }
       };
       int seen = 0;
       each(n, [&](int x) {
         try {
           const guard g{seen};
           throwing(x, 1);
         } catch (...) {
         }
       });
       return seen == 3;
     }},
    {"a function try block with reads", answer,
     [](const numbers& n) {
       struct made {
         int value;
         explicit made(const numbers& of) try : value(throwing(of.a, 0)) {
         } catch (const std::out_of_range&) {
           throw 10 + of.b;
         }
       };
       try {
         return made(n).value == n.c;
       } catch (int instead) {
         return instead == 10 + n.d;
       }
     }},
    {"bad_alloc thrown and caught", answer,
     [](const numbers& n) {
       int thrown = 0;
       each(n, [&](int x) {
         try {
           if (x == 1) throw std::bad_alloc();
         } catch (const std::bad_alloc&) {
           ++thrown;
         }
       });
       return thrown == 1;
     }},
};

}  // namespace

std::span<const hostile_case> exceptions() { return cases; }

}  // namespace hostile
