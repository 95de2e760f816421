// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>
#include <unordered_map>
#include <vector>

#include "korat/detail/regression.hpp"
#include "search/engine.hpp"

namespace korat::detail {

namespace {

enum class storage { variable, made_by_new, made_shared, made_unique };

std::string quoted(const std::string& text, char mark) {
  std::ostringstream out;
  out << mark;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == mark || c == '\\')
      out << '\\' << c;
    else if (byte < 32 || byte > 126)
      out << '\\' << std::oct << std::setw(3) << std::setfill('0') << int{byte};
    else
      out << c;
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

/// A value, as C++ writes it.
struct value_writer {
  std::string_view enumeration;  // "" unless it is one of an enum
  using text = std::optional<std::string>;
  text operator()(const null_reference&) const { return "std::nullopt"; }
  text operator()(const object_id&) const { return std::nullopt; }
  text operator()(bool v) const { return v ? "true" : "false"; }
  text operator()(std::int64_t v) const {
    return of_enum(v == std::numeric_limits<std::int64_t>::min() ? "INT64_MIN" : std::to_string(v));
  }
  text operator()(std::uint64_t v) const {
    return enumeration.empty() ? joined(std::to_string(v), "u") : of_enum(std::to_string(v));
  }
  text operator()(double v) const { return number(v); }
  text operator()(const std::string& v) const { return quoted(v, '"'); }
  text operator()(const named_value& v) const {
    if (v.name.starts_with('{')) return v.name;  // a container
    if (enumeration.empty()) return std::nullopt;
    return joined(enumeration, "::", v.name);
  }
  std::string of_enum(std::string v) const {
    return enumeration.empty() ? v : joined("static_cast<", enumeration, ">(", v, ")");
  }
};

/// Names for private members (private_member.hpp), made without Korat.
constexpr const char* opening_of_private_members =
    R"(// Names for private members: an explicit instantiation may use them.
template <class Name, auto Member>
struct private_member {
  friend constexpr auto member_of(Name) { return Member; }
};
)";

/// One candidate.
class code_writer {
 public:
  code_writer(const search_engine& engine, const structure_style& style)
      : space_(engine.searched()),
        style_(style),
        values_(space_.cells().size(), unread),
        met_(space_.objects().size()) {
    const auto usual = space_.described().classes.front().plain_bytes ? ownership::copy : ownership::root;
    const bool owned = style.owner.value_or(usual) == ownership::root;
    stored_.assign(space_.objects().size(), owned ? storage::made_by_new : storage::variable);
    for (const auto& made : engine.chosen_fields()) values_[made.cell] = made.value;
    meet(0);
    for (std::size_t i = 0; i < order_.size(); ++i) meet_from(order_[i]);
    stored_[0] = style.by_pointer ? storage::made_unique : storage::variable;
  }

  code text() {
    for (const auto object : order_) declare(object);
    for (const auto object : order_) assign(object);
    if (!out_.outside.empty()) out_.outside = opening_of_private_members + out_.outside;
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
      const auto& b = space_.binding_of(cell);
      if (b.named_by == binding::naming::alias) open(b);
      const auto to = space_.object_of(cell, values_[cell]);
      if (to == space::no_object) return;
      meet(to);
      const auto& segment = segment_of(cell, to);
      if (segment.own != nullptr) stored_[to] = segment.shared ? storage::made_shared : storage::made_by_new;
      const auto c = space_.objects()[to].object_class;
      if (may_be_private(c, b) && segment.part.empty()) private_types_.try_emplace(c, cell);
    });
  }

  /// Makes a name for the private member, once.
  void open(const binding& b) {
    const auto line = joined("struct ", b.name, " { friend constexpr auto member_of(", b.name, "); };\n",
                             "template struct private_member<", b.name, ", &", b.hidden_member, ">;\n");
    if (out_.outside.find(line) == std::string::npos) out_.outside += line;
  }
  /// A class within the one whose private member leads to it is named by what that member leads to.
  bool may_be_private(std::size_t object_class, const binding& from) const {
    const auto owner = from.hidden_member.substr(0, from.hidden_member.rfind("::") + 2);
    return owner.size() > 2 && space_.described().classes[object_class].full_name.starts_with(owner);
  }

  /// Of those that are part of the structure.
  template <class Action>
  void each_cell(std::size_t object, Action action) {
    const auto& o = space_.objects()[object];
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
      if (values_[cell] != unread &&
          (!space_.is_element(cell) || space_.place(cell).element < length_of(space_.place(cell).length_cell)))
        action(cell);
  }
  std::uint64_t length_of(std::uint32_t length_cell) const {
    const auto value = values_[length_cell];
    return value == unread ? 0 : static_cast<std::uint64_t>(std::get<std::int64_t>(space_.show(length_cell, value)));
  }
  const segment& segment_of(std::uint32_t cell, std::size_t object) const {
    return *std::ranges::find(space_.binding_of(cell).values.segments,
                              std::size_t{space_.objects()[object].object_class}, &segment::object_class);
  }

  std::string name(std::size_t object) const {
    return object == 0 ? style_.name : style_.prefix + space_.object_name(object);
  }

  std::string type_of(std::size_t object) {
    const auto c = space_.objects()[object].object_class;
    const auto& its = space_.described().classes[c];
    const auto found = private_types_.find(c);
    if (found == private_types_.end()) return its.full_name;
    const auto alias = style_.prefix + its.name;
    const auto line = joined("  using ", alias, " = std::remove_cvref_t<decltype(*", place(found->second), ")>;\n");
    if (out_.statements.find(line) == std::string::npos) out_.statements += line;
    return alias;
  }

  void declare(std::size_t object) {
    const auto type = type_of(object);
    const bool by_factory = space_.class_of(space_.objects()[object]).make_by_factory != nullptr;
    const auto* const made = by_factory ? "{/* as its factory makes it */};" : "{};";
    switch (stored_[object]) {
      case storage::variable: return add({type, " ", name(object), made});
      case storage::made_by_new: return add({"auto* const ", name(object), " = new ", type, made});
      case storage::made_shared: return add({"const auto ", name(object), " = std::make_shared<", type, ">();"});
      case storage::made_unique: return add({"auto ", name(object), " = std::make_unique<", type, ">();"});
    }
  }
  void add(std::initializer_list<std::string_view> parts) {
    out_.statements += "  ";
    for (const auto part : parts) out_.statements += part;
    out_.statements += '\n';
  }

  void assign(std::size_t object) {
    each_cell(object, [&](std::uint32_t cell) {
      add({space_.is_length(cell) ? resizing(cell) : statement(cell, place(cell))});
    });
  }

  std::string place(std::uint32_t cell) const {
    const auto& b = space_.binding_of(cell);
    const auto object = space_.owner(cell);
    const bool variable = stored_[object] == storage::variable;
    const auto whole = variable ? name(object) : joined("(*", name(object), ")");
    if (b.named_by == binding::naming::function)
      return joined(b.name, "(", variable ? "" : "*", name(object), ")", element(cell));
    if (b.named_by == binding::naming::alias)  // of a private member (private_member.hpp)
      return joined("(", whole, ".*member_of(", b.name, "()))", element(cell));
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
    if (object == space::no_object) return assignment(cell, to, value(cell, to));
    const auto& segment = segment_of(cell, object);
    if (segment.own != nullptr && !segment.shared) return joined(to, ".reset(", name(object), ");");
    const auto how = stored_[object];
    const char* const before = how == storage::variable ? "&" : "";
    const bool smart = how == storage::made_unique || (how == storage::made_shared && segment.own == nullptr);
    const char* const after = smart ? ".get()" : "";
    const auto part = segment.part.empty() ? "" : joined("  // its part ", segment.part);
    return assignment(cell, to, joined(before, name(object), after)) + part;
  }
  /// A const member cannot be assigned to; since C++20, a new one may be made in its place.
  std::string assignment(std::uint32_t cell, const std::string& to, const std::string& value) const {
    if (!space_.binding_of(cell).is_const) return joined(to, " = ", value, ";");
    const auto type = joined("std::remove_cvref_t<decltype(", to, ")>");
    return joined("std::construct_at(const_cast<", type, "*>(&", to, "), ", value.starts_with('{') ? type : "", value,
                  ");");
  }

  std::string value(std::uint32_t cell, const std::string& to) const {
    const auto& b = space_.binding_of(cell);
    const auto shown = space_.show(cell, values_[cell]);
    if (b.values.is_reference()) return "nullptr";
    if (const auto* text = std::get_if<std::string>(&shown); text != nullptr && b.values.width == 1)
      return quoted(*text, '\'');
    const bool nameable = b.named_by != binding::naming::alias && !b.values.enumeration.empty();
    const auto type = nameable ? b.values.enumeration
                               : joined("std::remove_cvref_t<decltype(", to, ")>", b.is_field ? "::value_type" : "");
    return std::visit(value_writer{b.values.enumeration.empty() ? "" : type}, shown)
        .value_or("/* a value that has no text */");
  }

  const space& space_;
  const structure_style& style_;
  std::vector<std::uint32_t> values_;  // [cell]: value index, or unread
  std::vector<storage> stored_;        // [object]
  std::vector<bool> met_;
  std::vector<std::size_t> order_;
  std::unordered_map<std::size_t, std::uint32_t> private_types_;  // [class]: the field whose type leads to it
  code out_;
};

}  // namespace

code code_of(basic_search& search, const structure_style& style) {
  return code_writer(search_engine::of(search), style).text();
}

std::optional<std::string> code_of(const field_value& v, std::string_view enumeration) {
  return std::visit(value_writer{enumeration}, v);
}

}  // namespace korat::detail
