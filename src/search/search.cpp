// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/search.hpp"

#include <algorithm>
#include <stdexcept>

#include "korat/error.hpp"
#include "search/engine.hpp"
#include "search/lockstep.hpp"
#include "symbolic/solver_access.hpp"

namespace korat {

const char* name_of(outcome o) noexcept {
  switch (o) {
    case outcome::running: return "running";
    case outcome::complete: return "complete";
    case outcome::max_valid: return "max-valid";
    case outcome::max_explored: return "max-explored";
    case outcome::condition: return "condition";
    case outcome::failed: return "failed";
  }
  return "?";
}

function<bool(const statistics&)> stop_after(time_span limit) {
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(limit.seconds()));
  return [end](const statistics&) { return std::chrono::steady_clock::now() >= end; };
}

namespace detail {

namespace {

/// A candidate with symbolic fields stands for many vectors and is no position among them.
void check_symbolic(const engine_options& options) {
  const auto refuse = [](const char* why) { throw usage_error(std::string("korat: with symbolic fields ") + why); };
  if (options.direction == direction::backward)
    refuse("a search goes forward only: which answers of a comparison are possible is found out on the way");
  if (options.from || options.to)
    refuse("there are no ranges: a candidate stands for vectors that lie apart, and is no position in the space");
  if (options.count_reach || options.count_rejections || options.track != 0)
    refuse("no coverage can be counted: the vectors that a candidate stands for are no piece of the space");
  if (options.trace_reads || !options.read_first.empty())
    refuse("the order of reads can be neither traced nor changed");
}

/// A field that is read first is read when the predicate does not read it: a self-check would object. And where reads
/// happen is only seen while the predicate is re-executed.
engine_options in_agreement(engine_options options, const space& s) {
  for (const auto field : options.read_first)
    if (field >= s.cells().size() || s.owner(field) != 0 || s.is_element(field))
      throw usage_error("korat: read_first takes fields of the root that are no elements of an array");
  if (!options.read_first.empty() && (options.from || options.to))
    throw usage_error("korat: read_first changes the order of the search, so it cannot be used with a range");
  if (!options.read_first.empty()) options.self_checks = 0;
  if (!options.symbolic.empty())
    check_symbolic(options);
  else if (options.count_concrete || options.expand != 1)
    throw usage_error("korat: count_concrete and expand are about symbolic fields, and there are none");
  if (options.expand == 0) throw usage_error("korat: expand takes the number of structures to give out, 1 at least");
  if (!options.symbolic.empty() && s.choices().count != 0)
    throw usage_error("korat: with symbolic fields a predicate cannot choose itself (finitization::choices)");
  if (options.trace_reads || !options.read_first.empty()) options.engine = korat::engine::reexecute;
  return options;
}

/// Objects that are told apart have no isomorphic copies.
described in_agreement(described what, const search_options& options) {
  if (options.isomorphic)
    for (auto& objects : what.bounds.classes) objects.told_apart = true;
  return what;
}

/// A diagram has the solutions of the whole space: it knows nothing of single candidates and of ranges. (Nor of choices
/// that the predicate makes itself: which one is next is known to the engine alone.) Empty: nothing speaks against one.
const char* why_no_diagram(const search_options& o, const space& s) {
  if (s.choices().count != 0) return "the predicate makes choices itself, which a diagram does not know";
  if (!o.symbolic.empty()) return "numbers are left open, and a diagram knows values only";
  if (o.from || o.to) return "only a range is searched, and a diagram has the whole space";
  if (o.max_explored != search_options::unlimited) return "candidates are limited, and a diagram visits only solutions";
  if (o.listener != nullptr) return "a listener is told of every candidate, and a diagram visits only solutions";
  if (o.count_reach || o.count_rejections || o.track != 0)
    return "rejected candidates are counted, and a diagram visits only solutions";
  return "";
}

}  // namespace

search_engine::search_engine(described what, engine_options options, basic_search* face)
    : predicate_runner(in_agreement(std::move(what), options), options),
      options_(in_agreement(std::move(options), space_)),
      face_(face),
      choices_(std::make_unique_for_overwrite<choice[]>(space_.cells().size() + 1)),
      cells_(space_.cells().data()),
      backward_(options_.direction == direction::backward ? ~std::uint32_t{0} : 0),
      step_(backward_ | 1),
      completion_(*this) {
  if (options_.self_checks == 0) next_self_check_ = search_options::unlimited;
  for (const auto& d : space_.class_domains()) used_.push_back(d.used_at_start);
  if (const auto& own = space_.choices(); own.count != 0) {
    const auto& first = space_.objects()[own.first];
    supply_ = {.slots = reinterpret_cast<const choice_slot*>(first.address),
               .count = own.count,
               .values = space_.cells()[first.first_cell].last + 1,
               .largest = &used_[own.class_domain],
               .made = nullptr,
               .low = std::vector<std::int64_t>(own.count)};
    temporaries_.choices = &supply_;
  }
  if (options_.engine != korat::engine::reexecute) note_ = why_not_resume();
  checkpoints_wanted_ = resumable_ = options_.engine != korat::engine::reexecute && note_.empty();
  on_probation_ = checkpoints_wanted_ && options_.self_checks != 0 && options_.self_checks != search_options::unlimited;
  checkpointing_ = checkpoints_wanted_ && !on_probation_;
  if (options_.count_reach || options_.count_rejections || options_.track != 0)
    accounting_ = std::make_unique<accounting>(space_, options_.count_rejections, options_.track, backward_ != 0);
  if (!options_.symbolic.empty()) {
    symbolic_ = std::make_unique<symbolic_choices>(*this, options_.symbolic, solver_access::make(options_.solver));
    cells_ = symbolic_->cells();
    if (checkpoints_wanted_ && options_.self_checks != 0 && options_.listener == nullptr)
      skeleton_ = begin_skeleton(*this);
  }
  if (!predicate_.checks.empty()) begin_lockstep();
  temporaries_.logging(checkpointing_);
  restore_fields();
  use_diagram();
  set_attention();
  space_.owned_by(this);
}

/// One that was saved, or one that is built beside the search.
void search_engine::use_diagram() {
  if (!options_.saved_diagram && (options_.engine != korat::engine::diagram || !checkpoints_wanted_)) return;
  const std::string why_not = why_no_diagram(options_, space_);
  if (options_.saved_diagram) {
    if (!why_not.empty()) throw usage_error("korat: no diagram can be used: " + why_not);
    adopt_diagram(*this, *options_.saved_diagram);
  } else if (why_not.empty()) {
    diagram_ = begin_diagram(*this);
  } else {
    remark(why_not);
  }
}

search_engine::~search_engine() = default;

/// Where checks cannot be stopped, they run one after the other.
void search_engine::begin_lockstep() {
  const auto refuse = [](const std::string& what) {
    throw usage_error("korat: checks in lockstep (all_of) do not work with " + what + "; combine them with &&");
  };
  if (space_.choices().count != 0) refuse("choose(): which choice is the next one depends on whose turn it is");
  if (!options_.read_first.empty()) refuse("read_first: which field is next is up to them");
  if (!why_not_resume().empty())
    return remark("the checks run one after the other and not in lockstep, because they cannot be stopped here");
  lockstep_ = std::make_unique<lockstep>(*this, predicate_.checks);
  if (options_.self_checks == 0 || options_.self_checks == search_options::unlimited) lockstep_->trust();
  search_mode_ = mode::lockstep;
  context_.predicate = lockstep::call;
  context_.function = lockstep_.get();
}

korat::engine search_engine::kind() const noexcept {
  if (diagram_ != nullptr && diagram_->lists()) return korat::engine::diagram;
  return checkpoints_wanted_ ? korat::engine::checkpoint : korat::engine::reexecute;
}

std::optional<diagram_summary> search_engine::diagram() const {
  if (diagram_ == nullptr) return std::nullopt;
  return diagram_->summary();
}

void search_engine::restore() {
  if (diagram_ != nullptr && diagram_->lists()) diagram_->write_choices();
  space_.restore_pristine();
  restore_fields();
  if (diagram_ != nullptr && diagram_->lists() && !completion_.owns(depth_)) diagram_->fields_restored();
}

korat::statistics search_engine::statistics() const {
  korat::statistics s = carried_;
  s.explored = explored_;
  s.valid = valid_;
  s.executions = explored_ - completed_;
  // Re-execution initialises every field of a candidate; returning to a choice, only the fields behind it. Every
  // candidate that is reached from its neighbour changes one choice and makes some new ones; so has one that the
  // predicate failed on, although it is not counted among those explored.
  const std::uint64_t failed = outcome_ == outcome::failed ? 1 : 0;
  s.field_initializations =
      checkpoints_wanted_ ? popped_ + depth_ + explored_ + failed - begun_ : path_lengths_ + failed * depth_;
  s.self_checks += self_checks_;
  s.checkpoints += checkpoints_.saved();
  s.undo_operations += temporaries_.undone();
  s.bytes_saved += checkpoints_.bytes_saved();
  s.bytes_restored += checkpoints_.bytes_restored();
  if (diagram_ != nullptr && diagram_->lists()) diagram_->count_into(s);
  s.peak_memory = std::max(s.peak_memory, checkpoints_.peak() + temporaries_.peak());
  return s;
}

}  // namespace detail

using until = detail::search_engine::until;
using heading = detail::search_engine::heading;

basic_search::basic_search(description what, search_options o)
    : engine_(std::make_unique<detail::search_engine>(std::move(detail::erasure::of(what)), std::move(o), this)) {}
basic_search::basic_search(detail::opaque_pointer<detail::search_engine> engine) : engine_(std::move(engine)) {
  engine_->moved_to(this);
}
basic_search::~basic_search() = default;
basic_search::basic_search(basic_search&& other) noexcept : engine_(std::move(other.engine_)) {
  if (engine_) engine_->moved_to(this);
}
basic_search& basic_search::operator=(basic_search&& other) noexcept {
  engine_ = std::move(other.engine_);
  if (engine_) engine_->moved_to(this);
  return *this;
}

detail::search_engine& basic_search::engine_in_use() const {
  if (!engine_) throw error("korat: this search was moved from: use the one that it was moved to");
  return *engine_;
}

bool basic_search::next() { return engine_in_use().advance(until::candidate, heading::on); }
bool basic_search::next_valid() { return engine_in_use().advance(until::valid, heading::on); }
bool basic_search::previous() { return engine_in_use().advance(until::candidate, heading::back); }
bool basic_search::previous_valid() { return engine_in_use().advance(until::valid, heading::back); }
bool basic_search::seek(const candidate_vector& v, noncanonical policy) { return engine_in_use().seek(v, policy); }
void basic_search::to_start() { engine_in_use().to_start(); }
void basic_search::to_end() { engine_in_use().to_end(); }
candidate_vector basic_search::canonical(const candidate_vector& v, noncanonical policy) {
  return engine_in_use().canonical(v, policy);
}
candidate_vector basic_search::canonical(const korat::structure& s) { return engine_in_use().canonical(s); }
candidate_vector basic_search::canonical_of(const void* live_root) { return engine_in_use().canonical_of(live_root); }
candidate_vector basic_search::at_share(double share) { return engine_in_use().at_share(share); }
sampled_candidate basic_search::sample(random_source random) { return engine_in_use().sample(random); }
void basic_search::resume(const candidate_vector& v, const korat::statistics& so_far, const korat::tallies& counted) {
  engine_in_use().resume(v, so_far, counted);
}
void basic_search::resume_at_end(const korat::statistics& so_far, const korat::tallies& counted) {
  engine_in_use().resume_at_end(so_far, counted);
}
korat::tallies basic_search::tallies() const {
  return engine_in_use().accounts() == nullptr ? korat::tallies{} : engine_in_use().accounts()->tallies();
}
bool basic_search::valid() const { return engine_in_use().current_valid(); }
candidate_vector basic_search::vector() const { return engine_in_use().vector(); }
std::span<const std::uint32_t> basic_search::accessed() const { return engine_in_use().accessed(); }
structure basic_search::snapshot() const { return engine_in_use().snapshot(); }
korat::statistics basic_search::statistics() const { return engine_in_use().statistics(); }
korat::outcome basic_search::outcome() const { return engine_in_use().ended(); }
concrete_count basic_search::concrete() const { return engine_in_use().concrete(); }
korat::coverage basic_search::coverage() const { return engine_in_use().coverage(); }
double basic_search::covered_share() const { return engine_in_use().covered_share(); }
probe random_probe(basic_search& search, std::uint64_t seed, const probe_options& options) {
  return detail::erasure::engine(search).random_probe(seed, options);
}
probe random_sweep(basic_search& search, std::uint64_t seed, const probe_options& options, sweep_memory& memory) {
  return detail::erasure::engine(search).random_sweep(seed, options, memory);
}
std::vector<rejection> basic_search::rejections() const {
  return engine_in_use().accounts() == nullptr ? std::vector<rejection>{} : engine_in_use().accounts()->rejections();
}
korat::distribution basic_search::distribution() const {
  return engine_in_use().accounts() == nullptr ? korat::distribution{}
                                               : engine_in_use().accounts()->distribution(statistics().explored);
}
std::vector<std::int64_t> basic_search::choices() const { return engine_in_use().predicate_choices(); }
void basic_search::request_stop() noexcept {
  if (engine_) engine_->request_stop();
}
void basic_search::restore() { engine_in_use().restore(); }
const std::string& basic_search::name() const { return engine_in_use().searched().name(); }
std::size_t basic_search::fields() const { return engine_in_use().searched().cells().size(); }
field_name basic_search::field(std::size_t index) const {
  const auto& space = engine_in_use().searched();
  return {space.object_name(space.owner(index)), space.member_name(index)};
}
std::uint32_t basic_search::domain_size(std::size_t index) const {
  return engine_in_use().searched().domain(index).count;
}
std::optional<std::string> basic_search::engine_note() const {
  const auto& note = engine_in_use().note();
  return note.empty() ? std::nullopt : std::optional(note);
}
std::optional<diagram_summary> basic_search::diagram() const { return engine_in_use().diagram(); }
korat::engine basic_search::engine_used() const { return engine_in_use().kind(); }
void* basic_search::root() const { return engine_in_use().root(); }

namespace detail {

const described& erasure::of(const korat::description& d) noexcept { return d.what_; }
described& erasure::of(korat::description& d) noexcept { return d.what_; }

basic_search erasure::search_by(std::unique_ptr<search_engine> engine) { return basic_search(std::move(engine)); }

}  // namespace detail

basic_search diagnosed(description what, const diagnosis& d, search_options o) {
  detail::engine_options options(std::move(o));
  options.trace_reads = d.trace_reads;
  options.read_first = d.read_first;
  return detail::erasure::search_by(
      std::make_unique<detail::search_engine>(std::move(detail::erasure::of(what)), std::move(options), nullptr));
}

std::span<const code_address> read_sites(const basic_search& search) { return detail::erasure::engine(search).sites(); }

}  // namespace korat
