// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/diagram.hpp"

#include "diagram/diagram_file.hpp"
#include "diagram/diagram_search.hpp"
#include "diagram/drawing.hpp"
#include "diagram/smallest.hpp"
#include "korat/error.hpp"
#include "search/engine.hpp"

namespace korat {

/// A search that is never begun, but to see whether the predicate can be resumed: the diagram takes its place.
struct basic_diagram::implementation {
  using bounds = detail::bounds;
  implementation(detail::described what, const diagram_options& options)
      : engine(std::move(what),
               search_options{.engine = korat::engine::diagram,
                              .stuck_after = options.stuck_after,
                              .memory_limit = options.memory_limit},
               nullptr),
        search(static_cast<detail::diagram_search&>(
            engine.try_predicate([&] { return options.stop_when && options.stop_when({}); }))) {
    search.build(options.stop_when);
  }
  implementation(bounds b, const std::string& path)
      : engine({std::move(b), {[](const void*, const void*) { return true; }, nullptr}},
               search_options{.engine = korat::engine::reexecute}, nullptr),
        search(detail::diagram_search::adopt(engine, detail::read_diagram(path, engine.searched()))) {}
  const detail::subtree& all() const noexcept { return search.diagram().below(search.diagram().root()); }

  detail::search_engine engine;
  detail::diagram_search& search;
};

basic_diagram::basic_diagram(description what, diagram_options options)
    : made_(std::make_unique<implementation>(std::move(detail::erasure::of(what)), options)) {}
basic_diagram::basic_diagram(const description& what, const std::string& path)
    : made_(std::make_unique<implementation>(detail::erasure::of(what).bounds, path)) {}
basic_diagram::~basic_diagram() = default;
basic_diagram::basic_diagram(basic_diagram&&) noexcept = default;
basic_diagram& basic_diagram::operator=(basic_diagram&&) noexcept = default;

const big_integer& basic_diagram::count() const noexcept { return made_->all().valid; }
const big_integer& basic_diagram::explored() const noexcept { return made_->all().explored; }
const big_integer& basic_diagram::field_initializations(engine e) const noexcept {
  return e == engine::reexecute ? made_->all().path_lengths : made_->all().choices;
}

void basic_diagram::to(const big_integer& index) {
  if (index >= count())
    throw out_of_range("korat: there is no solution number " + index.decimal() + ", only " + count().decimal() +
                       ", counted from 0");
  made_->search.go_to(index);
}
bool basic_diagram::next() {
  return made_->engine.advance(detail::search_engine::until::valid, detail::search_engine::heading::on);
}
void basic_diagram::to_random(random_source random) {
  if (count().is_zero()) throw out_of_range("korat: there is no solution to draw");
  made_->search.go_to(count().random_below(random));
}

big_integer basic_diagram::index() const { return made_->search.index(); }
candidate_vector basic_diagram::vector() const { return made_->engine.vector(); }
korat::structure basic_diagram::snapshot() const { return made_->engine.snapshot(); }
void basic_diagram::restore() { made_->engine.restore(); }

big_integer basic_diagram::rank(const candidate_vector& v) {
  detail::check_length(made_->engine.searched(), v);
  if (!made_->search.go_to(v))
    throw position_error(made_->engine.searched().name() + ": this vector is not that of a solution");
  return index();
}

big_integer basic_diagram::rank_of(const void* live_root) {
  if (live_root == root()) return index();
  if (!made_->search.go_to(live_root))
    throw position_error(made_->engine.searched().name() + ": this structure is not a solution");
  return index();
}

std::vector<big_integer> basic_diagram::smallest(std::size_t most) const {
  return detail::smallest_solutions(made_->search.diagram(), made_->engine.searched(), most);
}

std::vector<big_integer> basic_diagram::even_parts(std::uint32_t parts) const {
  std::vector<big_integer> result;
  for (std::uint32_t i = 0; i <= parts; ++i) {
    auto begin = count();
    begin *= i;
    begin /= parts;
    result.push_back(std::move(begin));
  }
  return result;
}

diagram_summary basic_diagram::summary() const { return made_->search.summary(); }
diagram_drawing basic_diagram::drawing() const {
  return detail::drawing_of(made_->search.diagram(), made_->engine.searched());
}
void basic_diagram::save(const std::string& path, const std::string& description) const {
  detail::write_diagram(path, made_->search.diagram(), made_->engine.searched(), description);
}
std::string basic_diagram::description_in(const std::string& path) { return detail::description_in_diagram(path); }
void* basic_diagram::root() const noexcept { return made_->engine.root(); }

}  // namespace korat
