// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The options of a command, without the parser behind them: a command says what it takes and where that goes.
//
//   options.word("SUBJECT", "One of 'korat list'", r->subject);            // a word that stands alone
//   options.words("ARGUMENTS", "Its bounds", r->arguments);                 // all such words that are left
//   options.flag("--json", "Report as one JSON object", r->json);
//   options.value("--output", "FILE", "Write to FILE", r->output_path);
//   options.value("--kinds", "KINDS", "Which faults", [r](const std::string& word) { r->kinds = kinds_of(word); });
//   add_number(options, "--seed", "S", "Which of them", r->seed);           // number_option.hpp; see also *_option.hpp
//   options.footer("What the help says below the options.\n");
//
// A function that is given a word throws usage_error when it makes no sense of it. Places live until the command has
// run. Help shows the options in the order of these calls; a file for --config takes the same names without dashes.
// Only parser.cpp sees the library that parses, because to include it takes longer than to compile a command.

#pragma once

#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace korat::cli {

using flag_function = std::function<void()>;
using word_function = std::function<void(const std::string&)>;
using words_function = std::function<void(const std::vector<std::string>&)>;

enum class presence { optional, required };

struct option {
  enum class amount { one, at_most_one, any };  // of values

  std::string name;        // with dashes, or that of words which stand alone
  std::string value_name;  // in the help, as in "--output FILE"
  std::string help;
  std::variant<bool*, std::string*, std::vector<std::string>*, flag_function, word_function, words_function> to;
  amount values = amount::one;
  cli::presence presence = presence::optional;
};

class option_list {
 public:
  explicit option_list(std::string command) : command_(std::move(command)) {}
  /// Whose options they are.
  const std::string& command() const { return command_; }
  void word(std::string name, std::string help, std::string& place, presence needed = presence::optional) {
    add({.name = std::move(name), .value_name = "", .help = std::move(help), .to = &place, .presence = needed});
  }
  void word(std::string name, std::string help, word_function set) {
    add({.name = std::move(name), .value_name = "", .help = std::move(help), .to = std::move(set)});
  }
  void words(std::string name, std::string help, std::vector<std::string>& place) {
    add({.name = std::move(name), .value_name = "", .help = std::move(help), .to = &place});
  }
  void flag(std::string name, std::string help, bool& place) {
    add({.name = std::move(name), .value_name = "", .help = std::move(help), .to = &place});
  }
  void flag(std::string name, std::string help, flag_function set) {
    add({.name = std::move(name), .value_name = "", .help = std::move(help), .to = std::move(set)});
  }
  void value(std::string name, std::string value_name, std::string help, std::string& place) {
    add({.name = std::move(name), .value_name = std::move(value_name), .help = std::move(help), .to = &place});
  }
  void value(std::string name, std::string value_name, std::string help, word_function set) {
    add({.name = std::move(name), .value_name = std::move(value_name), .help = std::move(help), .to = std::move(set)});
  }
  /// --symbolic, or --symbolic key,size. `set` gets no word in the first case.
  void optional_value(std::string name, std::string value_name, std::string help, words_function set) {
    add({.name = std::move(name),
         .value_name = std::move(value_name),
         .help = std::move(help),
         .to = std::move(set),
         .values = option::amount::at_most_one});
  }
  /// --keep left --keep right. `set` is called once for each.
  void repeated_value(std::string name, std::string value_name, std::string help, word_function set) {
    const auto set_all = [set = std::move(set)](const std::vector<std::string>& words) {
      for (const auto& word : words) set(word);
    };
    add({.name = std::move(name),
         .value_name = std::move(value_name),
         .help = std::move(help),
         .to = set_all,
         .values = option::amount::any});
  }
  void footer(std::string text) { footer_ = std::move(text); }
  /// The names of the options, as they stand on the command line.
  void order(std::vector<std::string>& place) { order_ = &place; }

  const std::vector<option>& all() const { return all_; }
  const std::string& footer() const { return footer_; }
  std::vector<std::string>* order() const { return order_; }

 private:
  void add(option one) { all_.push_back(std::move(one)); }

  std::string command_;
  std::vector<option> all_;
  std::string footer_;
  std::vector<std::string>* order_ = nullptr;
};

}  // namespace korat::cli
