// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A finitization over several classes: expressions such as "minus(x, 2)". Subclasses, an enumeration, strings, numbers
// and an array whose length is searched.

#include <iostream>
#include <korat/korat.hpp>
#include <string>

struct expression {
  virtual ~expression() = default;
  virtual std::string text() const = 0;
};

struct number : expression {
  korat::field<int> value;
  std::string text() const override { return std::to_string(value); }
};

struct variable : expression {
  korat::field<std::string> name;
  std::string text() const override { return name; }
};

enum class function { negate, minus };

struct call : expression {
  korat::field<function> callee;
  korat::array<expression*> arguments;

  std::string text() const override {
    std::string list;
    for (const expression* argument : arguments) list += (list.empty() ? "" : ", ") + argument->text();
    return (callee == function::negate ? "negate(" : "minus(") + list + ")";
  }
};

struct program {
  korat::field<expression*> body;

  /// A tree in which every call has as many arguments as its function takes.
  bool rep_ok() const {
    korat::set<const expression*> visited;
    return well_formed(body, visited);
  }
  static bool well_formed(const expression* e, korat::set<const expression*>& visited) {
    if (!visited.insert(e).second) return false;
    const auto* const c = dynamic_cast<const call*>(e);
    if (!c) return true;  // what else it holds is not looked at, so every value of it is generated
    if (c->arguments.size() != (c->callee == function::negate ? 1 : 2)) return false;
    for (const expression* argument : c->arguments)
      if (!well_formed(argument, visited)) return false;
    return true;
  }
};

int main() {
  korat::finitization<program> bounds;
  const auto calls = bounds.objects<call>(1, {.null = korat::null_value::excluded});
  const auto numbers = bounds.objects<number>(1, {.null = korat::null_value::excluded});
  const auto variables = bounds.objects<variable>(1, {.null = korat::null_value::excluded});
  const auto expressions = korat::any_of(calls, numbers, variables);
  bounds.set<&program::body>(expressions)
      .set<&call::callee>(korat::enumerators<function::negate, function::minus>)
      .set<&call::arguments>(korat::array_of(expressions).with_length(korat::between(0, 2)))
      .set<&number::value>(korat::one_of(1, 2))
      .set<&variable::name>(korat::one_of("x", "y"));

  const auto counts =
      korat::for_each(bounds, &program::rep_ok, [](const program& p) { std::cout << p.body->text() << '\n'; });
  std::cout << counts.valid << " programs\n";
}
