// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/property.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <random>

#include "korat/diagram.hpp"
#include "korat/error.hpp"
#include "korat/print.hpp"
#include "testing/crash_report.hpp"

namespace korat {

namespace detail {

namespace {

using clock = std::chrono::steady_clock;
using seconds = std::chrono::duration<double>;

seconds limit_of(const property_options& options) {
  if (options.time_limit.count() > 0) return options.time_limit;
  const char* const variable = std::getenv("KORAT_TIME_LIMIT");
  if (variable == nullptr || *variable == '\0') return seconds(0);
  char* end = nullptr;
  const double value = std::strtod(variable, &end);
  if (*end != '\0' || !(value > 0))
    throw usage_error("korat: KORAT_TIME_LIMIT=" + std::string(variable) + " is no number of seconds");
  return seconds(value);
}

/// Every `of`-th structure, beginning with the one of this number: the share of one of several programs.
struct shard {
  std::uint64_t number = 0;
  std::uint64_t of = 1;
};

/// KORAT_SHARD=2/5
shard requested_shard() {
  const char* const variable = std::getenv("KORAT_SHARD");
  if (variable == nullptr || *variable == '\0') return {};
  shard result;
  const char* const end = variable + std::strlen(variable);
  const auto number = std::from_chars(variable, end, result.number);
  const bool slash = number.ec == std::errc() && number.ptr != end && *number.ptr == '/';
  const auto of = slash ? std::from_chars(number.ptr + 1, end, result.of) : number;
  if (!slash || of.ec != std::errc() || of.ptr != end || result.number == 0 || result.number > result.of)
    throw usage_error("korat: KORAT_SHARD=" + std::string(variable) +
                      " is not the number of a shard and how many there are, as in 2/5");
  result.number -= 1;
  return result;
}

/// Looks at the clock now and then: at first after each structure, then so rarely that it does not count.
class time_keeper {
 public:
  time_keeper(const property_options& options, const std::string& name)
      : limit_(limit_of(options)), progress_every_(options.progress_every), name_(name) {}

  bool is_over(const basic_search& search, std::uint64_t structures) {
    if (structures < next_look_) return false;
    const auto now = clock::now();
    if (now - last_look_ < std::chrono::milliseconds(5))
      step_ *= 2;
    else
      step_ = std::max<std::uint64_t>(step_ / 2, 1);
    last_look_ = now;
    next_look_ = structures + step_;
    tell(search, structures, now);
    return limit_.count() > 0 && now - begin_ >= limit_;
  }
  double passed() const { return seconds(clock::now() - begin_).count(); }

 private:
  void tell(const basic_search& search, std::uint64_t structures, clock::time_point now) {
    if (progress_every_.count() <= 0 || now - last_told_ < progress_every_) return;
    last_told_ = now;
    std::cerr << "korat: " << name_ << ": " << structures << " structures, " << std::fixed << std::setprecision(1)
              << 100 * search.covered_share() << "% of the input space, after " << seconds(now - begin_).count()
              << " s\n";
  }

  seconds limit_, progress_every_;
  const std::string& name_;
  clock::time_point begin_ = clock::now(), last_look_ = begin_, last_told_ = begin_;
  std::uint64_t step_ = 1, next_look_ = 1;
};

/// One property on one search.
class checking {
 public:
  checking(const erased_property& p, const property_options& options, crash_report::state& report, basic_search& search)
      : property_(p), options_(options), report_(report), search_(search), engine_(search_engine::of(search)) {
    std::vector<std::uint32_t> largest;
    for (const auto count : p.argument_counts) {
      if (count == 0) throw usage_error("korat: " + p.name + ": an argument has no values");
      largest.push_back(count - 1);
    }
    for (const auto& c : engine_.searched().cells()) largest.push_back(c.last);
    arguments_.resize(p.argument_counts.size());
    report_.engine = &engine_;
    report_.layout = id_layout(p.name, std::move(largest));
    report_.values.resize(report_.layout.largest.size());
    report_.text.resize(p.name.size() + 2 * longest_id(report_.layout) + 11 * report_.values.size() + 300);
    report_.arguments = arguments_.data();
    report_.argument_count = arguments_.size();
  }

  property_result run() {
    property_result result;
    time_keeper time(options_, property_.name);
    if (const auto id = requested_id()) return replay(*id);
    bool over = false;
    if (options_.samples != 0) population_.emplace(property_.describe());
    while (!over && next_structure()) {
      ++result.structures;
      if (!holds_for_all(result)) {
        result.failed = smallest(time);
        break;
      }
      over = time.is_over(search_, result.structures);
    }
    result.outcome = over ? outcome::condition : population_ ? outcome::complete : search_.outcome();
    result.covered_share = search_.covered_share();
    if (population_) {
      result.population = population_->count().decimal();
      result.covered_share = static_cast<double>(result.structures) / population_->count().approximately();
    }
    result.seconds = time.passed();
    return result;
  }

  bool again(const property_failure& failure) {
    go_to(failure.vector);
    arguments_ = failure.arguments;
    report_.arguments = arguments_.data();
    const body_scope scope(report_);
    return property_.call(arguments_);
  }

 private:
  class body_scope {
   public:
    explicit body_scope(crash_report::state& report) : report_(report) {
      report_.calls.fetch_add(1, std::memory_order_relaxed);
      report_.in_body.store(1, std::memory_order_relaxed);
    }
    ~body_scope() { report_.in_body.store(0, std::memory_order_relaxed); }

   private:
    crash_report::state& report_;
  };

  bool holds() {
    if (options_.search.engine == engine::diagram)
      (void)search_.accessed();  // writes the choices down for a crash report
    const body_scope scope(report_);
    try {
      return property_.call(arguments_);
    } catch (...) {  // when it runs again, to be shown, nobody catches it
      return false;
    }
  }

  /// The next one of ours.
  bool next_structure() {
    do
      if (!next_of_all()) return false;
    while (met_++ % shard_.of != shard_.number);
    return true;
  }

  /// The next one that a search finds, or that is drawn.
  bool next_of_all() {
    if (!population_) return search_.next_valid();
    if (drawn_ == options_.samples || population_->count().is_zero()) return false;
    ++drawn_;
    population_->to_random(random_);
    go_to(population_->vector());
    return true;
  }

  /// With all arguments, until one fails: arguments_.
  bool holds_for_all(property_result& result) {
    std::fill(arguments_.begin(), arguments_.end(), 0);
    do {
      ++result.calls;
      if (!holds()) return false;
    } while (next_arguments());
    return true;
  }

  bool next_arguments() {
    for (auto i = arguments_.size(); i-- > 0;) {
      if (++arguments_[i] < property_.argument_counts[i]) return true;
      arguments_[i] = 0;
    }
    return false;
  }

  std::size_t objects() {
    seen_.assign(engine_.searched().objects().size(), false);
    std::size_t count = 1;
    for (const auto& made : engine_.chosen_fields()) {
      const auto object = engine_.searched().object_of(made.cell, made.value);
      if (object == space::no_object || object == 0 || seen_[object]) continue;
      seen_[object] = true;
      ++count;
    }
    return count;
  }

  /// The search stands at the first failure.
  property_failure smallest(time_keeper& time) {
    auto best = describe_failure();
    property_result looked_at;
    for (auto left = options_.second_look; left > 0 && best.objects > 1 && next_structure(); --left) {
      if (objects() < best.objects && !holds_for_all(looked_at)) best = describe_failure();
      if (time.is_over(search_, ++looked_at.structures)) break;
    }
    go_to(best.vector);
    show(best);
    return best;
  }

  property_failure describe_failure() {
    property_failure failure;
    failure.vector = search_.vector();
    failure.arguments = arguments_;
    failure.objects = objects();
    failure.property = property_.name;
    return failure;
  }

  void show(property_failure& failure) {
    auto values = failure.arguments;
    values.insert(values.end(), failure.vector.begin(), failure.vector.end());
    failure.id = id_of(report_.layout, values);
    failure.drawing = to_text(search_.snapshot());
    add_code(failure);
    failure.values = property_.show_arguments(failure.arguments);
  }

  void add_code(property_failure& failure) {
    const auto parameters = parameters_in(property_.parameters, 1 + failure.arguments.size());
    const auto structure = code_of(
        search_, {.name = parameters.front().name, .by_pointer = property_.owned, .owner = options_.copies.owner});
    const auto arguments = property_.code_of_arguments(failure.arguments, std::span(parameters).subspan(1));
    failure.code = structure.statements + arguments.statements;
    failure.outside = structure.outside + arguments.outside;
  }

  void go_to(const candidate_vector& vector) {
    if (!search_.seek(vector) || !search_.valid())
      throw error("korat: " + property_.name + ": the structure of this id does not satisfy the predicate any more");
  }

  property_result replay(const std::string& id) {
    property_result result;
    auto read = values_of(report_.layout, id);
    result.other_id = read.error == id_error::other_property;
    if (result.other_id) return result;
    if (read.error == id_error::no_id)
      throw usage_error("korat: " + property_.name + ": " + id + " is no id of this property");
    const auto fields = read.values.begin() + static_cast<std::ptrdiff_t>(arguments_.size());
    std::copy(read.values.begin(), fields, arguments_.begin());
    go_to({fields, read.values.end()});
    result.replayed = true;
    result.structures = result.calls = 1;
    auto replayed = describe_failure();
    show(replayed);
    report_.known = replayed.drawing + "in C++, without Korat:\n" + replayed.outside + replayed.code;
    report_.text.resize(report_.text.size() + report_.known.size());
    if (!holds()) result.failed = std::move(replayed);
    return result;
  }

  const erased_property& property_;
  const property_options& options_;
  crash_report::state& report_;
  basic_search& search_;
  search_engine& engine_;
  std::vector<std::uint32_t> arguments_;
  std::vector<bool> seen_;
  std::optional<basic_diagram> population_;  // that samples are drawn from
  std::mt19937_64 random_{options_.seed};
  std::uint64_t drawn_ = 0;
  const shard shard_ = requested_shard();
  std::uint64_t met_ = 0;
};

}  // namespace

property_result check_property(const erased_property& p, const property_options& options, crash_report& report,
                               basic_search& search) {
  return checking(p, options, report.now(), search).run();
}

bool check_again(const erased_property& p, const property_failure& failure, crash_report& report,
                 basic_search& search) {
  return checking(p, {}, report.now(), search).again(failure);
}

}  // namespace detail

std::string explain(const property_failure& f, const regression_test& test) {
  std::string text = f.property + " fails on this structure:\n" + f.drawing;
  if (!f.values.empty()) text += "arguments: " + f.values + "\n";
  text += "vector: " + to_text(f.vector) + "\n";
  text += "replay: --korat_replay=" + f.id + " or KORAT_REPLAY=" + f.id + "\n";
  text += "in C++, without Korat:\n" + f.outside;
  if (test.opening.empty()) return text + f.code;
  const std::string comment =
      "  // and what the property does with " + std::string(f.arguments.empty() ? "it\n" : "them\n");
  return text + test.opening + " {\n" + f.code + test.body.value_or(comment) + "}\n";
}

std::string describe_coverage(const property_result& r) {
  std::ostringstream text;
  text << "stopped after " << std::fixed << std::setprecision(1) << r.seconds << " s: " << r.structures
       << " structures, " << std::setprecision(2) << 100 * r.covered_share << "% of the input space";
  return text.str();
}

int bound(int usual) {
  const char* const variable = std::getenv("KORAT_BOUND");
  if (variable == nullptr || *variable == '\0') return usual;
  int value = 0;
  const char* const end = variable + std::strlen(variable);
  if (const auto [read, error] = std::from_chars(variable, end, value); error != std::errc() || read != end)
    throw usage_error("KORAT_BOUND is '" + std::string(variable) + "', which is no number");
  return value;
}

bool incomplete_fails(const property_options& options) {
  const char* const variable = std::getenv("KORAT_INCOMPLETE");
  return options.if_incomplete == incomplete::failed || (variable != nullptr && std::strcmp(variable, "fail") == 0);
}

}  // namespace korat
