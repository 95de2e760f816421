// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "testing/as_code.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>
#include <vector>

namespace korat::detail {

namespace {

enum class storage { variable, made_by_new, made_shared };

std::string quoted(const std::string& text, char mark) {
  std::ostringstream out;
  out << mark;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == mark || c == '\\') out << '\\' << c;
    else if (byte < 32 || byte > 126) out << '\\' << std::oct << std::setw(3) << std::setfill('0') << int{byte};
    else out << c;
  }
  out << mark;
  return out.str();
}

template <class... Parts>
std::string joined(const Parts&... parts) {
  std::string text;
  ((text += parts), ...);
  return text;
}

std::string number(double value) {
  if (std::isnan(value)) return "std::numeric_limits<double>::quiet_NaN()";
  if (std::isinf(value)) return std::string(value < 0 ? "-" : "") + "std::numeric_limits<double>::infinity()";
  std::ostringstream out;
  out << std::setprecision(17) << value;
  return out.str();
}

/// One candidate.
class code_writer {
 public:
  code_writer(const search_engine& engine, code_objects objects)
      : space_(engine.searched()), usual_(objects == code_objects::variables ? storage::variable : storage::made_by_new),
        values_(space_.cells().size(), unread), stored_(space_.objects().size(), usual_), met_(space_.objects().size()) {
    for (const auto& made : engine.chosen_fields()) values_[made.cell] = made.value;
    meet(0);
    for (std::size_t i = 0; i < order_.size(); ++i) meet_from(order_[i]);
    stored_[0] = storage::variable;
  }

  std::string text() {
    for (const auto object : order_) declare(object);
    for (const auto object : order_) assign(object);
    return out_;
  }

 private:
  static constexpr std::uint32_t unread = 0xffff'ffff;

  void meet(std::size_t object) {
    if (met_[object]) return;
    met_[object] = true;
    order_.push_back(object);
  }

  void meet_from(std::size_t object) {
    each_cell(object, [&](std::uint32_t cell) {
      const auto to = space_.object_of(cell, values_[cell]);
      if (to == space::no_object) return;
      meet(to);
      const auto& segment = segment_of(cell, to);
      if (segment.own != nullptr) stored_[to] = segment.shared ? storage::made_shared : storage::made_by_new;
    });
  }

  /// Of those that are part of the structure.
  template <class Action>
  void each_cell(std::size_t object, Action action) {
    const auto& o = space_.objects()[object];
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
      if (values_[cell] != unread && (!space_.is_element(cell) || space_.place(cell).element < length_of(space_.place(cell).length_cell))) action(cell);
  }
  std::uint64_t length_of(std::uint32_t length_cell) const {
    const auto value = values_[length_cell];
    return value == unread ? 0 : static_cast<std::uint64_t>(std::get<std::int64_t>(space_.show(length_cell, value)));
  }
  const segment& segment_of(std::uint32_t cell, std::size_t object) const {
    return *std::ranges::find(space_.binding_of(cell).values.segments, std::size_t{space_.objects()[object].object_class}, &segment::object_class);
  }

  std::string name(std::size_t object) const { return object == 0 ? "structure" : space_.object_name(object); }

  void declare(std::size_t object) {
    const auto& type = space_.class_of(space_.objects()[object]).full_name;
    switch (stored_[object]) {
      case storage::variable: out_ += joined("  ", type, " ", name(object), "{};\n"); break;
      case storage::made_by_new: out_ += joined("  auto* const ", name(object), " = new ", type, "{};\n"); break;
      case storage::made_shared: out_ += joined("  const auto ", name(object), " = std::make_shared<", type, ">();\n"); break;
    }
  }

  void assign(std::size_t object) {
    each_cell(object, [&](std::uint32_t cell) {
      out_ += joined("  ", space_.is_length(cell) ? resizing(cell) : statement(cell, place(cell)), "\n");
    });
  }

  std::string place(std::uint32_t cell) const {
    const auto& b = space_.binding_of(cell);
    const auto object = space_.owner(cell);
    const bool variable = stored_[object] == storage::variable;
    if (b.named_by == binding::naming::function) return joined(b.name, "(", variable ? "" : "*", name(object), ")", element(cell));
    if (b.named_by == binding::naming::alias)  // of a private member (private_member.hpp)
      return joined("(", name(object), variable ? ".*" : "->*", "member_of(", b.name, "()))", element(cell));
    return joined(name(object), variable ? "." : "->", b.name, element(cell));
  }
  std::string resizing(std::uint32_t cell) const {
    return joined(place(cell), ".resize(", std::to_string(length_of(cell)), ");");
  }
  std::string element(std::uint32_t cell) const {
    const auto& b = space_.binding_of(cell);
    if (b.form == binding::shape::single || space_.is_length(cell)) return {};
    return joined("[", std::to_string(space_.place(cell).element), "]");
  }

  std::string statement(std::uint32_t cell, const std::string& to) const {
    const auto object = space_.object_of(cell, values_[cell]);
    if (object == space::no_object) return joined(to, " = ", value(cell, to), ";");
    const auto& segment = segment_of(cell, object);
    if (segment.own != nullptr && !segment.shared) return joined(to, ".reset(", name(object), ");");
    const auto how = stored_[object];
    const char* const before = how == storage::variable ? "&" : "";
    const char* const after = how == storage::made_shared && segment.own == nullptr ? ".get()" : "";
    const auto part = segment.part.empty() ? "" : joined("  // its part ", segment.part);
    return joined(to, " = ", before, name(object), after, ";", part);
  }

  std::string value(std::uint32_t cell, const std::string& to) const {
    const auto& b = space_.binding_of(cell);
    struct writer {
      const binding& b;
      const std::string& place;
      std::string operator()(const null_reference&) const { return b.values.is_reference() ? "nullptr" : "std::nullopt"; }
      std::string operator()(const object_id&) const { return "nullptr"; }
      std::string operator()(bool v) const { return v ? "true" : "false"; }
      std::string operator()(std::int64_t v) const { return v == std::numeric_limits<std::int64_t>::min() ? "INT64_MIN" : std::to_string(v); }
      std::string operator()(std::uint64_t v) const { return joined(std::to_string(v), "u"); }
      std::string operator()(double v) const { return number(v); }
      std::string operator()(const std::string& v) const { return quoted(v, b.values.width == 1 ? '\'' : '"'); }
      std::string operator()(const symbol& v) const {
        if (v.name.starts_with('{')) return v.name;  // a container
        return joined("std::remove_cvref_t<decltype(", place, ")>::", b.is_field ? "value_type::" : "", v.name);
      }
    };
    return std::visit(writer{b, to}, space_.show(cell, values_[cell]));
  }

  const space& space_;
  storage usual_;
  std::vector<std::uint32_t> values_;  // [cell]: value index, or unread
  std::vector<storage> stored_;        // [object]
  std::vector<bool> met_;
  std::vector<std::size_t> order_;
  std::string out_;
};

}  // namespace

std::string as_code(const search_engine& engine, code_objects objects) { return code_writer(engine, objects).text(); }

}  // namespace korat::detail
