// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/solutions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <thread>

#include "cli/exit_code.hpp"
#include "cli/interrupt.hpp"
#include "korat/error.hpp"
#include "korat/parallel.hpp"

namespace korat::cli {
namespace {

class by_diagram final : public solutions {
 public:
  explicit by_diagram(basic_diagram d) : diagram_(std::move(d)), summary_(diagram_.summary()) {}

  const big_integer& count() const override { return diagram_.count(); }
  const big_integer& explored() const override { return diagram_.explored(); }
  std::uint64_t runs() const override { return summary_.runs; }
  std::uint64_t bytes() const override { return summary_.bytes; }
  basic_diagram* diagram() override { return &diagram_; }
  engine used() const override { return engine::diagram; }
  void to(const big_integer& index) override { diagram_.to(index); }
  std::vector<big_integer> smallest(std::size_t most) override { return diagram_.smallest(most); }
  big_integer rank(const candidate_vector& v) override { return diagram_.rank(v); }
  candidate_vector vector() const override { return diagram_.vector(); }
  void print(printer& to, const std::string& number) const override { to.add_numbered(reported(diagram_), number); }

 private:
  basic_diagram diagram_;
  diagram_summary summary_;
};

/// Time that is left, and interrupts.
class patience {
 public:
  explicit patience(const finding& what) : name_(what.name) {
    if (what.time_limit) too_late_ = stop_after(std::chrono::duration<double>(*what.time_limit));
  }
  bool ends() { return interrupted() || (too_late_ && too_late_({})); }
  [[noreturn]] void end() const {
    if (interrupted()) throw ended_early(name_ + ": interrupted before all was known", exit_code::interrupted);
    throw ended_early(name_ + ": stopped by --time-limit before all was known", exit_code::stopped_by_limit);
  }

 private:
  std::string name_;
  function<bool(const statistics&)> too_late_;
};

std::unique_ptr<basic_search> search_for(const finding& what, search_options options) {
  if (what.adapt) what.adapt(options);
  return std::make_unique<basic_search>(what.describe(), std::move(options));
}

/// What a search that has been through all solutions has used and counted.
struct searched {
  statistics counts;
  engine used = engine::reexecute;
  unsigned threads = 1;
};

class by_search final : public solutions {
 public:
  by_search(const finding& what, const searched& done, std::string why)
      : until_(std::make_shared<patience>(what)),
        search_(search_for(what, {.stop_when = [until = until_](const statistics&) { return until->ends(); }})),
        done_(done),
        count_(done.counts.valid),
        explored_(done.counts.explored),
        note_(std::move(why)) {}

  const big_integer& count() const override { return count_; }
  const big_integer& explored() const override { return explored_; }
  std::uint64_t runs() const override { return done_.counts.executions; }
  std::uint64_t bytes() const override { return done_.counts.peak_memory; }
  engine used() const override { return done_.used; }
  std::string note() const override { return note_; }
  unsigned threads() const override { return done_.threads; }

  void to(const big_integer& index) override {
    if (next_ > index) search_->to_start(), next_ = 0;
    while (next_ <= index) step();
  }
  std::vector<big_integer> smallest(std::size_t most) override {
    std::vector<std::pair<std::size_t, big_integer>> found;  // objects, number
    search_->to_start();
    for (next_ = 0; next_ < count_;) {
      step();
      found.emplace_back(search_->snapshot().objects.size(), next_ - 1);
      if (found.size() < 2 * most + 1000 && next_ < count_) continue;
      std::ranges::sort(found);
      found.resize(std::min(found.size(), most));
    }
    std::vector<big_integer> result;
    for (auto& [objects, number] : found) result.push_back(std::move(number));
    return result;
  }
  big_integer rank(const candidate_vector& v) override {
    search_->seek(v);
    if (!search_->valid()) throw position_error(search_->name() + ": this vector is not that of a solution");
    search_->to_start();
    for (next_ = 0; step(), search_->vector() != v;) {
    }
    return next_ - 1;
  }
  candidate_vector vector() const override { return search_->vector(); }
  void print(printer& to, const std::string& number) const override { to.add_numbered(reported(*search_), number); }

 private:
  void step() {
    if (!search_->next_valid()) until_->end();
    next_ += 1;
  }

  std::shared_ptr<patience> until_;
  std::unique_ptr<basic_search> search_;
  searched done_;
  big_integer count_, explored_;
  std::string note_;
  big_integer next_;  // the number of the solution behind the one it stands at
};

/// Goes through the space beside the building of a diagram.
class rival {
 public:
  virtual ~rival() = default;
  /// Goes on, if it needs the caller for that; true: it has been through all, or has failed.
  virtual bool wins() = 0;
  virtual searched finish() = 0;
};

/// In the same thread, as many candidates at a time.
class rival_in_turns final : public rival {
 public:
  rival_in_turns(const finding& what, patience& until)
      : until_(until),
        search_(search_for(what, {.max_explored = diagram_options::between_questions,
                                  .stop_when = [this](const statistics&) { return until_.ends(); },
                                  .poll_every = 16})) {}

  bool wins() override {
    while (search_->next_valid()) {
    }
    return search_->outcome() == outcome::complete;
  }
  searched finish() override {
    while (!wins())
      if (search_->outcome() == outcome::condition) until_.end();
    return {search_->statistics(), search_->engine_used()};
  }

 private:
  patience& until_;
  std::unique_ptr<basic_search> search_;
};

/// In threads of its own.
class rival_beside final : public rival {
 public:
  rival_beside(const finding& what, patience& until) : until_(until) {
    request_.make_search = [&what](search_options options) { return search_for(what, std::move(options)); };
    request_.options.threads = what.threads;
    request_.options.stop_when = [&until](const statistics&) { return until.ends(); };
    request_.options.poll_every = 16;
    request_.visit = [](basic_search&, unsigned) { return true; };
    request_.stop = &enough_;
    thread_ = std::thread([this] { search(); });
  }
  ~rival_beside() override {
    enough_.press();
    if (thread_.joinable()) thread_.join();
  }
  bool wins() override { return over_; }
  searched finish() override {
    thread_.join();
    if (failure_) std::rethrow_exception(failure_);
    if (done_.outcome != outcome::complete) until_.end();
    return {done_.counts, done_.engine_used, done_.threads};
  }

 private:
  void search() {
    try {
      done_ = search_in_parallel(request_);
    } catch (...) {
      failure_ = std::current_exception();
    }
    over_ = true;
  }

  patience& until_;
  stop_button enough_;
  team_request request_;
  team_report done_;
  std::exception_ptr failure_;
  std::atomic<bool> over_{false};
  std::thread thread_;
};

std::unique_ptr<rival> make_rival(const finding& what, patience& until) {
  if (what.threads > 1) return std::make_unique<rival_beside>(what, until);
  return std::make_unique<rival_in_turns>(what, until);
}

}  // namespace

// Neither is known to be faster beforehand. As the effort of building is counted in candidates of a search, to give
// both the same takes at most twice as long as the faster of the two; what merges well is over before the search
// begins. Several threads do both at the same time.
std::unique_ptr<solutions> find_solutions(const finding& what) {
  patience until(what);
  std::unique_ptr<rival> other;
  constexpr int alone_for = 50;  // questions
  int asked = 0;
  bool won = false;
  const auto stop = [&](const diagram_summary& so_far) {
    if (what.watch) what.watch(so_far);
    if (until.ends()) return true;
    if (what.diagram_needed || so_far.runs == 0 || ++asked < alone_for) return false;
    if (!other) other = make_rival(what, until);
    return won = other->wins();
  };
  std::string why_no_diagram = "so little merges that a search is over before a diagram is complete";
  try {
    search_options suited;
    if (what.adapt) what.adapt(suited);
    return std::make_unique<by_diagram>(basic_diagram(
        what.describe(), {.memory_limit = what.memory_limit, .stop_when = stop, .stuck_after = suited.stuck_after}));
  } catch (const diagram_error& e) {
    if (until.ends()) until.end();
    if (what.diagram_needed) throw write_error(what.name + ": " + e.what());
    if (!won) why_no_diagram = e.what();
  }
  if (!other) other = make_rival(what, until);
  return std::make_unique<by_search>(what, other->finish(), why_no_diagram);
}

std::unique_ptr<solutions> solutions_of(basic_diagram d) { return std::make_unique<by_diagram>(std::move(d)); }

}  // namespace korat::cli
