// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "greedy.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "image/image.hpp"
#include "search/engaged.hpp"

namespace korat::bench::survey {
namespace {

class greedy final : public detail::predicate_runner {
 public:
  greedy(detail::described what, const structure& broken, std::uint64_t most)
      : predicate_runner(std::move(what), options(), detail::space::use::copy), most_(most) {
    space_.owned_by(this);
    detail::load(broken, space_);
  }

  greedy_result repair() {
    const engaged running(*this, mode::idle);
    auto reached = run();
    greedy_result result;
    result.was_fine = reached == accepted;
    while (reached != accepted && improve(4, reached)) {
    }
    result.executions = executions_;
    if (reached == accepted) result.repaired = detail::to_structure(space_);
    return result;
  }

  void unusual_read(const void* address, std::byte*) override {
    if (mode_ == mode::leaving) leave_predicate({detail::fault::kind::looped, 0, nullptr});
    if (mode_ != mode::repair) return;
    const auto cell = space_.cell_at(address);
    reads_.push_back(cell);
    clear_pending(space_.cells()[cell]);
  }
  bool tick() noexcept override {
    if (const auto now = reads_.size() + (executions_ << 32); mode_ == mode::idle || now != progress_at_tick_) {
      progress_at_tick_ = now;
      idle_ticks_ = 0;
      return false;
    }
    if (++idle_ticks_ < 8) return false;
    if (mode_ == mode::leaving) return true;
    mode_ = mode::leaving;
    for (const auto& c : space_.cells()) set_pending(c);
    return false;
  }

 private:
  static constexpr std::size_t accepted = std::numeric_limits<std::size_t>::max();

  static search_options options() {
    search_options o;
    o.engine = engine::reexecute;
    return o;
  }
  bool next_candidate() noexcept override { return false; }

  /// How many fields the predicate read.
  std::size_t run() {
    ++executions_;
    space_.set_all_pending();
    reads_.clear();
    reads_.reserve(space_.cells().size());
    prepare(checkpoints_.beginning());
    const running_scope running(*this, mode::repair);
    const int ending = enter();
    thrown_ = nullptr;
    return ending == yes ? accepted : reads_.size();
  }

  bool improve(std::size_t window, std::size_t& reached) {
    const auto read = reads_;
    std::optional<std::pair<std::uint32_t, std::uint64_t>> best;
    for (std::size_t i = read.size(); i-- > 0 && read.size() - i <= window && reached != accepted;)
      for (const auto value : values_at_hand(read[i], read)) {
        if (executions_ >= most_) return false;
        const auto before = space_.bits_in_memory(read[i]);
        set(read[i], value);
        const auto now = run();
        set(read[i], before);
        if (now > reached) best = {read[i], value}, reached = now;
        if (now == accepted) break;
      }
    constexpr std::size_t widest = 64;
    if (!best) {
      reads_ = read;
      return window < widest && improve(4 * window, reached);
    }
    set(best->first, best->second);
    run();
    return true;
  }

  std::vector<std::uint64_t> values_at_hand(std::uint32_t cell, const std::vector<std::uint32_t>& read) const {
    const auto& d = space_.domain(cell);
    std::vector<std::uint64_t> values;
    const auto now = space_.bits_in_memory(cell);
    const auto add = [&](std::uint64_t value) {
      if (value != now && std::ranges::find(values, value) == values.end()) values.push_back(value);
    };
    constexpr std::size_t latest = 16;
    if (d.source.integer != detail::value_source::number::none) {
      add(now + 1), add(now - 1), add(0), add(space_.objects().size() - 1);
      for (std::size_t i = read.size(); i-- > 0 && read.size() - i <= latest;)
        if (space_.domain(read[i]).source.integer != detail::value_source::number::none)
          for (const int step : {0, 1, -1})
            add((space_.bits_in_memory(read[i]) + static_cast<std::uint64_t>(step)) & mask(d.source.width));
    } else if (!d.source.is_reference()) {
      for (const auto value : d.bits) add(value);
    } else {
      if (!d.source.nulls.empty()) add(0);
      for (std::size_t i = read.size(); i-- > 0 && read.size() - i <= latest;) {
        add_object(cell, space_.owner(read[i]), add);
        if (space_.domain(read[i]).source.is_reference()) add_object(cell, space_.object_in_memory(read[i]), add);
      }
    }
    return values;
  }
  template <class Add>
  void add_object(std::uint32_t cell, std::size_t object, const Add& add) const {
    const auto& d = space_.domain(cell);
    for (const auto& r : d.ranges)
      if (object >= r.first_object && object < r.first_object + r.count)
        add(d.bits[r.first + (object - r.first_object)]);
  }
  static std::uint64_t mask(std::size_t width) {
    return width >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * width)) - 1;
  }
  void set(std::uint32_t cell, std::uint64_t bits) { store(space_.cells()[cell], space_.cells()[cell].address, bits); }

  std::uint64_t most_, executions_ = 0;
  std::vector<std::uint32_t> reads_;  // cells, in the order of their first reads
};

}  // namespace

greedy_result repair_greedily(const description& what, const structure& broken, std::uint64_t most_executions) {
  return greedy(
             {detail::with_room_for(detail::erasure::of(what).bounds, broken, 0), detail::erasure::of(what).predicate},
             broken, most_executions)
      .repair();
}

}  // namespace korat::bench::survey
