// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Stands in for Catch2's own judge while a property is tried on one structure after the other. It remembers the last
// failed assertion instead of reporting it, because only that of the smallest structure is to be seen. Which sections
// are entered, Catch2 decides when they are met first: it runs the test case once for each leaf, and in such a run all
// structures go the same way.

#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_assertion_info.hpp>
#include <catch2/catch_message.hpp>
#include <catch2/catch_section_info.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/interfaces/catch_interfaces_capture.hpp>
#include <catch2/internal/catch_assertion_handler.hpp>
#include <catch2/internal/catch_context.hpp>
#include <catch2/internal/catch_decomposer.hpp>
#define KORAT_CATCH2_VERSION 3
#else
#include <catch2/catch.hpp>
#define KORAT_CATCH2_VERSION 2
#endif

#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "korat/error.hpp"

namespace korat::catch2 {

#if KORAT_CATCH2_VERSION == 3
using taken_error = std::string&&;
using taken_builder = Catch::MessageBuilder&&;
using taken_section_end = Catch::SectionEndInfo&&;
using generator_tracker = Catch::IGeneratorTracker*;
#else
using taken_error = const std::string&;
using taken_builder = const Catch::MessageBuilder&;
using taken_section_end = const Catch::SectionEndInfo&;
using generator_tracker = Catch::IGeneratorTracker&;
#endif

/// Even versions 3.x of Catch2 take the text of a message by different types.
template <class Capture, class Info, class Type, class Message, class Reaction>
Message taken_by(void (Capture::*)(Info, Type, Message, Reaction));
using taken_message = decltype(taken_by(&Catch::IResultCapture::handleMessage));

struct failed_assertion {
  Catch::SourceLineInfo where;
  std::string text;
};

class recorder final : public Catch::IResultCapture {
 public:
  recorder() : judge_(Catch::getResultCapture()) { Catch::getCurrentMutableContext().setResultCapture(this); }
  ~recorder() override { Catch::getCurrentMutableContext().setResultCapture(&judge_); }
  recorder(const recorder&) = delete;
  recorder& operator=(const recorder&) = delete;

  /// Before a body runs.
  void begin() {
    failure_.reset();
    messages_.clear();
    path_.clear();
  }
  /// The first that failed since then.
  const std::optional<failed_assertion>& failure() const noexcept { return failure_; }

#if KORAT_CATCH2_VERSION == 3
  void notifyAssertionStarted(const Catch::AssertionInfo&) override {}
  bool sectionStarted(Catch::StringRef name, const Catch::SourceLineInfo& line, Catch::Counts& counts) override {
    return enter(std::string(name), [&] { return judge_.sectionStarted(name, line, counts); });
  }
  generator_tracker createGeneratorTracker(Catch::StringRef, Catch::SourceLineInfo,
                                           Catch::Generators::GeneratorBasePtr&&) override {
    refuse_generators();
  }
  void benchmarkPreparing(Catch::StringRef name) override { judge_.benchmarkPreparing(name); }
  void benchmarkStarting(const Catch::BenchmarkInfo& info) override { judge_.benchmarkStarting(info); }
  void benchmarkEnded(const Catch::BenchmarkStats<>& stats) override { judge_.benchmarkEnded(stats); }
  void benchmarkFailed(Catch::StringRef error) override { judge_.benchmarkFailed(error); }
#else
  bool sectionStarted(const Catch::SectionInfo& entered, Catch::Counts& counts) override {
    return enter(entered.name, [&] { return judge_.sectionStarted(entered, counts); });
  }
#if defined(CATCH_CONFIG_ENABLE_BENCHMARKING)
  void benchmarkPreparing(const std::string& name) override { judge_.benchmarkPreparing(name); }
  void benchmarkStarting(const Catch::BenchmarkInfo& info) override { judge_.benchmarkStarting(info); }
  void benchmarkEnded(const Catch::BenchmarkStats<>& stats) override { judge_.benchmarkEnded(stats); }
  void benchmarkFailed(const std::string& error) override { judge_.benchmarkFailed(error); }
#endif
#endif
  void handleMessage(const Catch::AssertionInfo& info, Catch::ResultWas::OfType type, taken_message message,
                     Catch::AssertionReaction& reaction) override {
    judge(info, (type & Catch::ResultWas::FailureBit) == 0, reaction, [&] { return std::string(message); });
  }
  void sectionEnded(taken_section_end end) override { leave(std::forward<taken_section_end>(end)); }
  void sectionEndedEarly(taken_section_end end) override { leave(std::forward<taken_section_end>(end)); }
  generator_tracker acquireGeneratorTracker(Catch::StringRef, const Catch::SourceLineInfo&) override {
    refuse_generators();
  }

  void pushScopedMessage(const Catch::MessageInfo& message) override { messages_.push_back(message); }
  void popScopedMessage(const Catch::MessageInfo& message) override { std::erase(messages_, message); }
  void emplaceUnscopedMessage(taken_builder builder) override {
    messages_.push_back(builder.m_info);
    messages_.back().message = builder.m_stream.str();
  }

  void handleFatalErrorCondition(Catch::StringRef message) override { judge_.handleFatalErrorCondition(message); }
  void handleExpr(const Catch::AssertionInfo& info, const Catch::ITransientExpression& expression,
                  Catch::AssertionReaction& reaction) override {
    const bool negated = Catch::isFalseTest(info.resultDisposition);
    judge(info, expression.getResult() != negated, reaction, [&] {
      std::ostringstream text;
      text << "with expansion: " << (negated ? "!" : "");
      expression.streamReconstructedExpression(text);
      return text.str();
    });
  }
  void handleUnexpectedExceptionNotThrown(const Catch::AssertionInfo& info,
                                          Catch::AssertionReaction& reaction) override {
    judge(info, false, reaction, [] { return std::string("no exception was thrown where one was expected"); });
  }
  void handleUnexpectedInflightException(const Catch::AssertionInfo& info, taken_error message,
                                         Catch::AssertionReaction& reaction) override {
    judge(info, false, reaction, [&] { return "due to unexpected exception with message: " + message; });
  }
  void handleIncomplete(const Catch::AssertionInfo& info) override {
    Catch::AssertionReaction unused;
    judge(info, false, unused, [] { return std::string("an exception was thrown where it was evaluated"); });
  }
  void handleNonExpr(const Catch::AssertionInfo& info, Catch::ResultWas::OfType type,
                     Catch::AssertionReaction& reaction) override {
    judge(info, (type & Catch::ResultWas::FailureBit) == 0, reaction, [] { return std::string(); });
  }

  bool lastAssertionPassed() override { return passed_; }
  void assertionPassed() override { passed_ = true; }
  std::string getCurrentTestName() const override { return judge_.getCurrentTestName(); }
  const Catch::AssertionResult* getLastResult() const override { return judge_.getLastResult(); }
  void exceptionEarlyReported() override {}

 private:
  struct section {
    bool entered;
    bool open;  // for Catch2: it is told once that the section has begun and ended
  };

  [[noreturn]] static void refuse_generators() {
    throw usage_error(
        "GENERATE within a property would keep one value for all structures: make it a parameter with a domain");
  }

  template <class Ask>
  bool enter(const std::string& name, Ask ask) {
    path_.push_back(name);
    auto found = sections_.find(path_);
    if (found == sections_.end()) {
      // One that only later structures reach, within one that Catch2 takes to be over, is entered with it.
      const bool outer_is_over = path_.size() > 1 && !sections_.at({path_.begin(), path_.end() - 1}).open;
      const bool entered = outer_is_over || ask();
      found = sections_.emplace(path_, section{entered, entered && !outer_is_over}).first;
    }
    if (!found->second.entered) path_.pop_back();
    return found->second.entered;
  }
  void leave(taken_section_end end) {
    auto& left = sections_.at(path_);
    path_.pop_back();
    if (std::exchange(left.open, false)) judge_.sectionEnded(std::forward<taken_section_end>(end));
  }

  template <class Text>
  void judge(const Catch::AssertionInfo& info, bool passed, Catch::AssertionReaction& reaction, Text text) {
    passed_ = passed;
    if (passed || Catch::shouldSuppressFailure(info.resultDisposition)) return;
    reaction.shouldThrow = (info.resultDisposition & Catch::ResultDisposition::Normal) != 0;
    if (!failure_) failure_ = failed_assertion{info.lineInfo, described(info, text())};
  }
  std::string described(const Catch::AssertionInfo& info, const std::string& more) const {
    std::ostringstream out;
    out << info.macroName << "( " << info.capturedExpression << " )\n";
    if (!more.empty()) out << more << '\n';
    for (const auto& name : path_) out << "in section: " << name << '\n';
    for (const auto& message : messages_) out << "with message: " << message.message << '\n';
    return out.str();
  }

  Catch::IResultCapture& judge_;
  std::map<std::vector<std::string>, section> sections_;  // by the names from the outside
  std::vector<std::string> path_;                         // of the sections that the body is in
  std::vector<Catch::MessageInfo> messages_;
  std::optional<failed_assertion> failure_;
  bool passed_ = true;
};

}  // namespace korat::catch2
