// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/range_worker.hpp"

#include <algorithm>
#include <array>

#include "cli/search_json.hpp"
#include "korat/error.hpp"

namespace korat::cli {
namespace {

/// Drawings and reasons may be any bytes: they are texts.
message message_of(const predicate_error::details& f) {
  return {json_object{{"failed", static_cast<int>(f.kind)}, {"vector", f.vector}}, {f.reason, f.advice, f.drawing}};
}

predicate_error::details failure_in(const received& m) {
  return {static_cast<misbehaviour>(m.head.at("failed").get<int>()), m.texts.at(0), m.texts.at(1),
          m.head.at("vector").get<candidate_vector>(), m.texts.at(2)};
}

}  // namespace

message as_message(const range_order& o) {
  return {json_object{{"range", as_stored_json(std::vector{o.range})},
                      {"valid", o.valid},
                      {"explored", o.explored},
                      {"longest", o.longest.count()}}};
}

range_answer answer_in(const received& m) {
  const auto& j = m.head;
  range_answer a;
  if (j.contains("error")) throw std::runtime_error(j.at("error").get<std::string>());
  if (j.contains("failed")) return a.failure = failure_in(m), a;
  a.left = ranges_in(j.at("left"));
  a.counts = statistics_in(j.at("counts"));
  a.counted = tallies_in(j.at("tallies"));
  a.hash = {j.at("hash").at(0).get<std::uint64_t>(), j.at("hash").at(1).get<std::uint64_t>()};
  a.used = static_cast<engine>(j.at("engine").get<int>());
  a.note = j.at("note").get<std::string>();
  return a;
}

range_server::range_server(const run_request& request, const process_request& how, orders given)
    : how_(how),
      orders_(given),
      work_(std::make_unique<detail::piecework>(request.subject->search(request.arguments, options_of(request)))) {}

search_options range_server::options_of(const run_request& request) {
  auto options = request.options;
  options.max_valid = options.max_explored = search_options::unlimited;
  options.count_reach = counts_reach(request);
  options.stop_when = [this](const statistics&) { return is_to_stop(); };
  return options;
}

/// A range is ended now and then, so that what was found is known, and survives this process; so rarely that it costs
/// little.
bool range_server::is_to_stop() const {
  constexpr clock::duration shortest = std::chrono::milliseconds(2);
  constexpr std::size_t most_bytes = std::size_t{1} << 22;
  constexpr int by_cost = 20;
  if (orders_.stop != 0 || printed_bytes_ > most_bytes) return true;
  const auto passed = clock::now() - start_;
  if (orders_.pieces != 0 && work_->can_be_cut() && passed >= shortest) return true;
  return passed >= std::max(longest_, ending_takes_ * by_cost);
}

void range_server::visit(const basic_search& at) {
  if (how_.hash) hash_.add(at.vector());
  if (!how_.render) return;
  printed_.push_back(how_.render(at));
  printed_bytes_ += printed_.back().size() + sizeof(std::string);
}

message range_server::answer(const received& order) try {
  start_ = clock::now();
  longest_ = std::chrono::milliseconds(order.head.at("longest").get<std::int64_t>());
  printed_.clear();
  printed_bytes_ = 0;
  work_->go_through(ranges_in(order.head.at("range")).at(0),
                    {order.head.at("valid").get<std::uint64_t>(), order.head.at("explored").get<std::uint64_t>()},
                    [this](const basic_search& at) { visit(at); });
  return done();
} catch (const predicate_error& e) {
  return message_of(e.why());
} catch (const std::exception& e) {
  return {json_object{{"error", e.what()}}};
}

message range_server::done() {
  const auto begun = clock::now();
  const auto left = work_->leave(std::max(1u, orders_.pieces.load()));
  const auto& search = work_->search();
  message result{json_object{{"left", as_stored_json(left)},
                             {"counts", as_stored_json(search.statistics())},
                             {"tallies", as_stored_json(search.tallies())},
                             {"hash", std::array{hash_.high(), hash_.low()}},
                             {"engine", static_cast<int>(search.engine_used())},
                             {"note", search.engine_note().value_or("")}},
                 std::move(printed_)};
  ending_takes_ = clock::now() - begun;
  return result;
}

}  // namespace korat::cli
