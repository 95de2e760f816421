// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "parallel/team.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "korat/error.hpp"
#include "parallel/piecework.hpp"
#include "parallel/sums.hpp"
#include "search/coverage.hpp"
#include "search/engine.hpp"

namespace korat {

struct stop_button::state {
  static constexpr std::size_t most = 128;  // searches at a time that there is room for
  void connect(std::size_t which, basic_search&) noexcept;
  void disconnect() noexcept;

  std::atomic<bool> pressed{false};
  std::atomic<int> pressing{0};  // calls of press() that may look at searches
  std::array<std::atomic<basic_search*>, most> searches{};
};

namespace detail {

namespace {

unsigned threads_of(const search_options& o) {
  return o.threads != 0 ? o.threads : std::max(1u, std::thread::hardware_concurrency());
}

void refuse_what_needs_order(const search_options& o) {
  const auto refuse = [](const char* what) {
    throw usage_error(std::string("korat: ") + what + " by one thread only (search_options::threads = 1)");
  };
  if (o.listener != nullptr) refuse("a listener is told of the candidates in their order: it can be served");
  if (!o.symbolic.empty()) refuse("open integers are searched");
  if (o.track != 0) refuse("a distribution follows the order of the candidates: it is counted");
}

void refuse_what_has_no_order(const team_request& r) {
  const bool limited =
      r.options.max_valid != search_options::unlimited || r.options.max_explored != search_options::unlimited;
  if (r.ordered && (limited || r.go_on))
    throw usage_error(
        "korat: which structures come first is known too late: with a limit, or to go on, they are put in order by one "
        "thread only (korat::search)");
}

std::uint64_t rest_of(std::uint64_t limit, std::uint64_t counted) {
  return limit == search_options::unlimited ? limit : limit - std::min(limit, counted);
}

}  // namespace

team::team(const team_request& request, std::chrono::nanoseconds alone_for)
    : request_(request),
      alone_for_(alone_for),
      threads_(threads_of(request.options)),
      valid_(rest_of(request.options.max_valid, request.go_on ? request.go_on->counts.valid : 0)),
      explored_(rest_of(request.options.max_explored, request.go_on ? request.go_on->counts.explored : 0)) {
  members_.reserve(threads_);
  if (request.ordered) ordering_.emplace(*request.ordered);
}

team::~team() {
  if (request_.stop != nullptr) request_.stop->state_->disconnect();
  for (const auto& m : members_)
    if (m->thread.joinable()) m->thread.join();
}

std::unique_ptr<team::member> team::new_member() {
  auto m = std::make_unique<member>();
  m->number = static_cast<unsigned>(members_.size());
  auto options = request_.options;
  // A diagram is built by the first; it has all solutions, and no other candidates.
  const bool diagram = options.engine == engine::diagram && members_.empty() && !request_.go_on;
  if (options.engine == engine::diagram && !diagram) options.engine = engine::checkpoint;
  if (!members_.empty()) options.saved_diagram.reset();
  options.max_valid = search_options::unlimited;
  if (!diagram) options.max_explored = search_options::unlimited;  // with a limit there is none, and the search says so
  if (threads_ == 1 && !options.stop_when) options.poll_every = std::max<std::uint64_t>(options.poll_every, 1024);
  options.stop_when = [this, one = m.get()](const statistics& now) { return poll(*one, now.explored); };
  m->search = request_.make_search(std::move(options));
  m->engine = &search_engine::of(*m->search);
  return m;
}

team_report team::search() {
  members_.push_back(new_member());
  auto& first = *members_.front();
  connect(first);
  if (request_.go_on) take_up(*request_.go_on);
  give_back(first);
  if (!request_.go_on) {
    first.busy = true;
    if (ordering_) first.place = ordering_->whole();
    go_through(first, nullptr);
  }
  work(first);
  for (const auto& m : members_)
    if (m->thread.joinable()) m->thread.join();
  if (request_.stop != nullptr) request_.stop->state_->disconnect();
  if (ordering_) ordering_->finish();
  if (failure_) tell_before_failing();
  if (!alone_)
    for (const auto& m : members_) m->engine->end_sharing();
  return sum();
}

/// What was done until then is worth knowing.
void team::tell_before_failing() {
  for (const auto& m : members_) report(*m);
  if (request_.watch) request_.watch({counts_of_all(), coverage_of_all()});
  std::rethrow_exception(failure_);
}

/// Where an earlier search has stopped. What is not left is covered.
void team::take_up(const unfinished_search& before) {
  auto& first = *members_.front();
  if (before.counts.explored != 0) {
    auto counted = before.counts;
    counted.peak_memory = 0;  // of all threads together, and not of this one
    first.engine->carry(counted, before.tallies);
    report(first);
  }
  for (const auto& r : before.left) parts_.push_back({r});
  range_share_ = 1;
  knows_range_ = true;
  if (!is_countable(first.engine->searched())) return;
  range_ = first.done.vectors = vectors_in({});
  range_share_ = first.done.share = first.engine->share_in_range();
  for (const auto& r : before.left) {
    first.done.vectors -= vectors_in(r);
    first.done.share -= first.engine->share_in_range();
  }
}

/// Until nobody has anything to do.
void team::work(member& me) {
  std::unique_lock lock(lock_);
  while (wait_for_part(me, lock)) {
    const auto taken = take_part();
    me.busy = true;
    me.place = taken.place;
    lock.unlock();
    go_through(me, &taken.what);
    lock.lock();
  }
}

/// The largest; where they are put in order, the first.
team::waiting_part team::take_part() {
  auto next = parts_.begin();
  if (ordering_)
    for (auto p = parts_.begin(); p != parts_.end(); ++p)
      if (ordering_->comes_before(p->place, next->place)) next = p;
  auto taken = std::move(*next);
  parts_.erase(next);
  return taken;
}

void team::visit_all(member& me) {
  while (!stopping_.load(std::memory_order_relaxed) && me.search->next_valid()) {
    if (!request_.visit(*me.search, me.number)) stop(outcome::condition);
    if (ordering_) ordering_->add(me.place, request_.ordered->render(*me.search));
  }
}

/// All structures of a part; null: of all that there is.
void team::go_through(member& me, const detail::work* taken) {
  try {
    me.has_begun = true;
    if (taken != nullptr) std::visit([&](const auto& what) { me.engine->take(what); }, *taken);
    do visit_all(me);
    while (may_go_on(me));
    if (me.search->outcome() == outcome::condition) stop(outcome::condition);  // by the button
    if (ordering_ && !stopping_) ordering_->end(me.place);
  } catch (...) {
    fail();
  }
  const std::lock_guard guard(lock_);
  me.done += covered_by(me);
  me.busy = false;
  report(me);
  give_back(me);
  changed_.notify_all();
}

/// Without a part it needs nothing of what is limited; with the next one it asks again.
void team::give_back(member& me) {
  valid_.give_back(me.valid, me.counts.valid);
  explored_.give_back(me.explored, me.counts.explored);
  me.engine->allow(valid_.limited() ? 0 : search_options::unlimited,
                   explored_.limited() ? 0 : search_options::unlimited);
}

/// It stands at a limit: is there more for it? If others have something that they may not need, it waits.
bool team::may_go_on(member& me) {
  const auto how = me.search->outcome();
  if (stopping_ || (how != outcome::max_valid && how != outcome::max_explored)) return false;
  std::unique_lock lock(lock_);
  report(me);
  for (;;) {
    const auto valid = valid_.take(me.valid, me.counts.valid, threads_);
    const auto explored = explored_.take(me.explored, me.counts.explored, threads_);
    if (valid != 0 && explored != 0) return me.engine->allow(valid, explored), true;
    if (valid == 0 && valid_.exhausted()) return stop_locked(outcome::max_valid), false;
    if (explored == 0 && explored_.exhausted()) return stop_locked(outcome::max_explored), false;
    give_back(me);
    changed_.wait_for(lock, ask_again);
    if (stopping_) return false;
  }
}

/// False: there will be none.
bool team::wait_for_part(member& me, std::unique_lock<std::mutex>& lock) {
  ++waiting_;
  const auto since = clock::now();
  while (parts_.empty() && !stopping_ && waiting_ != members_.size()) {
    ask_for_part(me);
    changed_.wait_for(lock, ask_again);
    if (&me == members_.front().get()) look_around(lock, clock::now());
  }
  idle_ += clock::now() - since;
  if (parts_.empty() || stopping_) return changed_.notify_all(), false;  // and all those who wait see the same
  --waiting_;
  return true;
}

/// The next in turn that has something to do.
void team::ask_for_part(const member& me) {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    auto& other = *members_[++asked_ % members_.size()];
    if (&other != &me && other.busy) return other.engine->request_part();
  }
}

/// In the thread of `me`, between two candidates, until so many parts wait. What is given first is the largest, and
/// comes last in order; solutions of a diagram are dealt out evenly.
void team::give(member& me, std::size_t wanted) {
  bool gave = false;
  while (parts_.size() < wanted) {
    auto given = me.engine->give_part(wanted - parts_.size() + 1);
    if (!given) break;
    parts_.push_back({std::move(*given), ordering_ ? ordering_->behind(me.place) : ordering::place{}});
    ++parts_given_;
    gave = true;
    changed_.notify_one();
  }
  if (gave) report(me);
}

/// As many as the system lets us have. Those who are there need not wait for those who are not.
void team::start_others() {
  alone_ = false;
  auto& first = *members_.front();
  {
    const std::lock_guard guard(lock_);
    if (!std::exchange(knows_range_, true)) {
      range_share_ = first.engine->share_in_range();
      if (is_countable(first.engine->searched())) range_ = first.engine->vectors_in_range();
    }
  }
  first.engine->share_with([this, &first] { give_to_all(first); });
  while (members_.size() < threads_ && !stopping_ && start_another())
    if (!first.engine->lists()) give_to_all(first);
  if (first.engine->lists()) give_to_all(first);
}

bool team::start_another() try {
  start(new_member());
  return true;
} catch (const std::exception&) {  // no thread, or no room for its objects
  return false;
}

/// A part for each who waits: they come at the same time, where a search begins and where it ends. The solutions of a
/// diagram are dealt out at once, to those who have not come yet too.
void team::give_to_all(member& me) {
  const std::lock_guard guard(lock_);
  const bool deals = me.engine->lists() && parts_given_ == 0;
  give(me, deals ? members_.size() - 1 : waiting_);
}

void team::start(std::unique_ptr<member> next) {
  auto& one = *next;
  one.engine->share_with([this, &one] { give_to_all(one); });
  const std::lock_guard guard(lock_);
  give_back(one);
  one.thread = std::thread([this, &one] { work(one); });
  members_.push_back(std::move(next));  // there is room for all
  connect(one);
}

void team::connect(member& m) {
  if (request_.stop != nullptr) request_.stop->state_->connect(m.number, *m.search);
}

bool team::time_for_others(clock::time_point now, std::uint64_t explored) const {
  const auto passed = now - start_;
  return alone_ && threads_ > 1 && passed >= alone_for_ &&
         (explored >= candidates_alone || passed >= very_long * alone_for_);
}

/// Asked by the search of `me`, in its thread, now and then. True: it is to stop.
bool team::poll(member& me, std::uint64_t explored) {
  const auto now = clock::now();
  const bool first = &me == members_.front().get();
  if (first && alone_ && threads_ > 1 && looks_left_-- > 0) me.engine->look_for_shared_state();
  if (first && time_for_others(now, explored) && me.engine->may_share()) start_others();
  if (now < me.next_report && (!first || (!asks_often() && now < next_look_))) return stopping_;
  std::unique_lock lock(lock_);
  if (now >= me.next_report) {
    me.next_report = now + tell_every;
    report(me);
  }
  if (first) look_around(lock, now);
  return stopping_;
}

/// By the first thread: what the caller wants to know of all. The others need not wait for what he does then.
void team::look_around(std::unique_lock<std::mutex>& lock, clock::time_point now) {
  if (!asks_often() && now < next_look_) return;  // it takes as long as many candidates
  next_look_ = now + look_every;
  const auto counts = counts_of_all();
  const bool tell = request_.watch && now >= next_watch_;
  const team_progress all{counts, tell ? coverage_of_all() : coverage()};
  lock.unlock();
  if (tell) {
    next_watch_ = now + tell_every;
    request_.watch(all);
  }
  const bool enough = request_.options.stop_when && !stopping_ && request_.options.stop_when(counts);
  lock.lock();
  if (enough) stop_locked(outcome::condition);
}

/// Of the part that it has.
team::covered team::covered_by(const member& m) const {
  return {is_countable(m.engine->searched()) ? m.engine->covered_vectors() : natural(), m.engine->share_covered()};
}

void team::report(member& me) {
  me.counts = me.search->statistics();
  me.so_far = me.done;
  if (me.busy) me.so_far += covered_by(me);
}

statistics team::counts_of_all() const {
  statistics sum;
  for (const auto& m : members_) add_up(sum, m->counts);
  return sum;
}

coverage team::coverage_of_all() const {
  const auto& first = *members_.front();
  if (!knows_range_) return first.search->coverage();
  coverage result;
  covered all;
  for (const auto& m : members_) all += m->so_far;
  result.share = all.share;
  const auto& space = first.engine->searched();
  if (!is_countable(space)) return result;
  result.space = size_of(space).decimal();
  result.range = range_.decimal();
  result.covered = all.vectors.decimal();
  result.remaining = (natural(range_) -= all.vectors).decimal();
  result.share_of_range = range_share_ > 0 ? std::min(1.0, all.share / range_share_) : 1;
  return result;
}

/// Needs the searches to stand still.
void team::add_reach(coverage& result) const {
  natural reach, dealt_with;
  for (const auto& m : members_) {
    if (m->engine->accounts() == nullptr) return;
    reach += m->engine->accounts()->reach();
    dealt_with += m->so_far.vectors;
  }
  result.reach = reach.decimal();
  result.prune = (dealt_with -= reach).decimal();
}

std::vector<rejection> team::rejections_of_all() const {
  std::vector<rejection> all;
  for (const auto& m : members_) add_up(all, m->search->rejections());
  return all;
}

tallies team::tallies_of_all() const {
  tallies all;
  for (const auto& m : members_) add_up(all, m->search->tallies());
  return all;
}

/// Ends the searches, which have told what they have counted.
std::vector<open_range> team::left_over() {
  std::vector<open_range> all;
  const auto add = [&all](std::optional<open_range> left) {
    if (left) all.push_back(std::move(*left));
  };
  for (const auto& m : members_)
    if (m->has_begun) std::ranges::move(leave_in_pieces(*m->engine, request_.leave_in), std::back_inserter(all));
  auto& one = *members_.front()->engine;
  for (const auto& waiting : parts_) {
    if (const auto* range = std::get_if<open_range>(&waiting.what))
      add(*range);
    else
      add(one.left_in(std::get<part>(waiting.what)));
  }
  return all;
}

natural team::vectors_in(const open_range& r) {
  auto& one = *members_.front()->engine;
  one.take(r);
  return one.vectors_in_range();
}

/// All but what is left is covered.
void team::count_left(const std::vector<open_range>& left, coverage& result) {
  if (!is_countable(members_.front()->engine->searched())) return;
  const auto range = vectors_in({});
  natural remaining;
  for (const auto& r : left) remaining += vectors_in(r);
  const auto dealt_with = natural(range) -= remaining;
  result.range = range.decimal();
  result.covered = dealt_with.decimal();
  result.remaining = remaining.decimal();
  if (result.reach) result.prune = (natural(dealt_with) -= natural::from_decimal(*result.reach)).decimal();
}

void team::stop(outcome how) {
  const std::lock_guard guard(lock_);
  stop_locked(how);
}

void team::stop_locked(outcome how) {
  if (stopping_) return;
  outcome_ = how;
  stopping_ = true;
  for (const auto& m : members_) m->engine->request_stop();
  if (ordering_) ordering_->let_go();
  changed_.notify_all();
}

/// In a catch clause. The first failure is told.
void team::fail() {
  const std::lock_guard guard(lock_);
  if (!failure_) failure_ = std::current_exception();
  stop_locked(outcome::failed);
}

team_report team::sum() {
  team_report result;
  for (const auto& m : members_) report(*m);
  result.counts = counts_of_all();
  if (request_.go_on)
    result.counts.peak_memory = std::max(result.counts.peak_memory, request_.go_on->counts.peak_memory);
  result.coverage = coverage_of_all();
  if (knows_range_ && is_countable(members_.front()->engine->searched())) add_reach(result.coverage);
  result.outcome = outcome_;
  result.rejections = rejections_of_all();
  result.engine_used = members_.front()->search->engine_used();
  for (const auto& m : members_)
    if (!result.engine_note) result.engine_note = m->search->engine_note();
  if (!result.engine_note && request_.options.engine == engine::diagram && request_.go_on)
    result.engine_note = "a diagram begins with the first candidate, and a part was searched before";
  result.one_thread_only = threads_ > 1 && members_.front()->engine->keeps_shared_state();
  result.diagram = members_.front()->search->diagram();
  result.threads = static_cast<unsigned>(members_.size());
  result.parts_given = parts_given_;
  result.idle = idle_;
  result.tallies = tallies_of_all();
  if (outcome_ == outcome::complete) return result;
  result.left = left_over();
  count_left(result.left, result.coverage);
  return result;
}

}  // namespace detail

stop_button::stop_button() : state_(std::make_unique<state>()) {}
stop_button::~stop_button() = default;
bool stop_button::pressed() const noexcept { return state_->pressed.load(std::memory_order_relaxed); }

void stop_button::press() noexcept {
  state_->pressed = true;
  ++state_->pressing;
  for (auto& one : state_->searches)
    if (auto* const search = one.load()) search->request_stop();
  --state_->pressing;
}

void stop_button::state::connect(std::size_t which, basic_search& search) noexcept {
  searches.at(which) = &search;
  if (pressed) search.request_stop();
}

void stop_button::state::disconnect() noexcept {
  for (auto& one : searches) one = nullptr;
  while (pressing != 0) std::this_thread::yield();
}

team_report search_in_parallel(const team_request& request) {
  detail::refuse_what_needs_order(request.options);
  detail::refuse_what_has_no_order(request);
  return detail::team(request).search();
}

}  // namespace korat
