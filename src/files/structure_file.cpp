// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "files/structure_file.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iostream>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "encoding/escape.hpp"
#include "files/json_reader.hpp"
#include "files/vector_file.hpp"

namespace korat::files {
namespace {

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();
constexpr std::size_t deepest = 64;  // of what is skipped

/// Whatever was in the file, as part of a message.
std::string shown(std::string_view word) {
  constexpr std::size_t longest = 60;
  return encoding::quoted_for_people(word.substr(0, longest)) + (word.size() > longest ? "..." : "");
}

/// A key as a part of a JSON pointer (RFC 6901).
std::string pointer_part(std::string_view key) {
  std::string part = "/";
  for (const char c : key.substr(0, 60)) part += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return part;
}

/// The parser calls it for each value, the beginning and the end of each object and array, in the order of the text.
/// Objects become part of the result at once. References are numbers given out in the order in which ids are met, until
/// all objects are there.
class builder final : public json_events {
 public:
  explicit builder(const std::string& name) : name_(name) {}

  structure_file take() {
    check_ids();
    put_root_first();
    resolve();
    return std::move(result_);
  }

  // What the parser calls.

  void null() override { scalar(null_reference{}); }
  void boolean(bool b) override { scalar(b); }
  void number(std::string_view text) override {
    const auto is_integer = text.find_first_of(".eE") == std::string_view::npos;
    if (is_integer ? !takes_as<std::int64_t>(text) && !takes_as<std::uint64_t>(text) : !takes_as<double>(text))
      fail(std::string(is_integer ? "the integer " : "the number ") + shown(text) + " is out of range");
  }
  void string(std::string text) override { scalar(std::move(text)); }

  void begin_object() override {
    switch (in_.back()) {
      case part::nothing: return enter(part::document);
      case part::document:
        if (key_ != "structure") return skip("an object");
        if (has_objects_ || root_) fail("a structure besides that of the keys \"root\" and \"objects\"");
        if (within_) fail("a second structure");
        within_ = true;
        return enter(part::structure);
      case part::objects: add_object(); return enter(part::object);
      case part::object:
        if (key_ != "fields") fail(expected());
        if (has_fields_) fail("the second \"fields\" of an object");
        has_fields_ = true;
        return enter(part::fields);
      case part::fields:
      case part::elements:
        reference_.reset();
        reference_part_.clear();
        return enter(part::reference);
      case part::skipped: return skip("an object");
      default: fail(expected());
    }
  }

  void key(std::string key) override {
    (in_.back() == part::fields ? member_ : key_) = std::move(key);
    if (in_.back() == part::fields) members_.push_back(member_);
    if (in_.back() == part::reference && key_ != "ref" && key_ != "part")
      fail("expected {\"ref\": id}, not " + shown(key_));
    if (in_.back() == part::object && key_ != "id" && key_ != "class" && key_ != "fields" && key_ != "unread")
      fail("an object has \"id\", \"class\", \"fields\" and \"unread\", but no " + shown(key_));
  }

  void end_object() override {
    const auto ended = in_.back();
    if (ended == part::object) end_of_object();
    in_.pop_back();
    if (ended != part::reference) return;
    if (!reference_) fail("expected {\"ref\": id}");
    add(object_id{*reference_, reference_part_});
  }

  void begin_array() override {
    switch (in_.back()) {
      case part::document:
      case part::structure:
        if (key_ == "objects") return begin_objects();
        if (key_ == "arguments" && in_.back() == part::document) return enter(part::arguments);
        return skip("an array");
      case part::object:
        if (key_ != "unread") fail(expected());
        return enter(part::unread);
      case part::fields:
        length_field_ = object().fields.size();
        element_ = 0;
        object().fields.push_back({member_ + ".length", std::int64_t{0}, true});
        return enter(part::elements);
      case part::skipped: return skip("an array");
      default: fail(expected());
    }
  }

  void end_array() override {
    if (in_.back() == part::elements) object().fields[length_field_].value = static_cast<std::int64_t>(element_);
    in_.pop_back();
  }

 private:
  /// What the text is in the middle of.
  enum class part {
    nothing,
    document,
    structure,
    objects,
    object,
    fields,
    elements,
    reference,
    unread,
    arguments,
    skipped
  };

  /// An id, from its first use on.
  struct known_id {
    std::size_t object = nowhere;         // that has it
    std::size_t user = nowhere, field{};  // the first that refers to it
  };

  // Entering and leaving parts.

  void enter(part p) { in_.push_back(p); }
  void skip(const char* what) {
    constexpr std::string_view ours[] = {"root", "objects", "subject", "structure", "arguments"};
    const bool is_ours = std::ranges::find(ours, key_) != std::end(ours);
    if (in_.back() == part::structure || (in_.back() == part::document && is_ours)) fail(expected() + ", not " + what);
    if (in_.size() > deepest) fail("nested too deeply");
    return enter(part::skipped);
  }
  void begin_objects() {
    if (has_objects_) fail("a second list of objects");
    if (in_.back() == part::document && within_) fail("objects besides those of the \"structure\"");
    has_objects_ = true;
    return enter(part::objects);
  }
  void add_object() {
    auto& objects = result_.structure.objects;
    const auto fields = objects.empty() ? 0 : objects.back().fields.size();  // probably as many as the last had
    objects.emplace_back().fields.reserve(fields);
    has_id_ = has_class_ = has_fields_ = false;
    members_.clear();
    unread_.clear();
  }

  // Values.

  /// False when it is out of range.
  template <class Number>
  bool takes_as(std::string_view text) {
    Number number{};
    if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc()) return false;
    scalar(number);
    return true;
  }

  void scalar(field_value v) {
    auto* const text = std::get_if<std::string>(&v);
    switch (in_.back()) {
      case part::fields:
      case part::elements: return add(std::move(v));
      case part::reference:
        if (!text) fail(key_ == "part" ? "expected the part of an object" : "expected the id of an object");
        if (key_ == "part") {
          reference_part_ = std::move(*text);
          return;
        }
        if (reference_) fail("a second \"ref\"");
        reference_ = number_of(*text);
        return;
      case part::object:
        if (!text || (key_ != "id" && key_ != "class")) fail(expected());
        return key_ == "id" ? set_id(std::move(*text)) : set_class(std::move(*text));
      case part::unread:
        if (!text) fail("expected the name of a field");
        unread_.push_back(std::move(*text));
        return;
      case part::arguments:
        if (!std::holds_alternative<std::int64_t>(v)) fail("expected an integer");
        result_.arguments.push_back(std::get<std::int64_t>(v));
        return;
      case part::document:
      case part::structure: return set_property(v);
      case part::skipped: return;
      case part::nothing:
      case part::objects: break;
    }
    fail(expected());
  }

  void set_property(field_value& v) {
    auto* const text = std::get_if<std::string>(&v);
    if (key_ == "root") {
      if (!text && !std::holds_alternative<null_reference>(v)) fail(expected());
      if (root_ || (in_.back() == part::document && within_)) fail("a second root");
      root_ = text ? std::move(*text) : std::string();
      root_is_null_ = text == nullptr;
      return;
    }
    if (in_.back() == part::structure) fail(expected());
    if (key_ == "objects" || key_ == "structure" || key_ == "arguments") fail(expected());
    if (key_ != "subject") return;
    if (!text) fail(expected());
    result_.subject = std::move(*text);
  }

  void set_id(std::string id) {
    if (has_id_) fail("a second id of the same object");
    has_id_ = true;
    auto& known = ids_[number_of(id)];
    const auto self = result_.structure.objects.size() - 1;
    if (known.object != nowhere)
      fail(shown(id) + " is the id of another object, /objects/" + std::to_string(known.object));
    known.object = self;
    object().name = std::move(id);
  }
  void set_class(std::string name) {
    if (has_class_) fail("a second class of the same object");
    has_class_ = true;
    object().class_name = std::move(name);
  }

  /// A value of a field, or of an element of the array that began last.
  void add(field_value v) {
    const auto* const reference = std::get_if<object_id>(&v);
    auto& fields = object().fields;
    if (reference && ids_[reference->index].user == nowhere)
      ids_[reference->index] = {ids_[reference->index].object, result_.structure.objects.size() - 1, fields.size()};
    auto name = in_.back() == part::fields ? member_ : member_ + "[" + std::to_string(element_++) + "]";
    fields.push_back({std::move(name), std::move(v), true});
  }

  std::size_t number_of(const std::string& id) {
    const auto [at, fresh] = numbers_.try_emplace(id, ids_.size());
    if (fresh) ids_.emplace_back();
    return at->second;
  }

  // An object is complete.

  void end_of_object() {
    key_.clear();  // what is wrong now is so with the object
    if (!has_id_) fail("an object without \"id\"");
    if (!has_class_) fail("an object without \"class\"");
    if (!has_fields_) fail("an object without \"fields\"");
    check_members();
    if (!unread_.empty()) mark_unread();
    ++objects_done_;
  }

  void check_members() {
    std::ranges::sort(members_);
    const auto same = std::ranges::adjacent_find(members_);
    if (same != members_.end()) fail("two fields " + shown(*same));
    const auto looks_like_part = [](const std::string& m) { return m.ends_with(']') || m.ends_with(".length"); };
    if (std::ranges::none_of(members_, looks_like_part)) return;
    std::unordered_set<std::string_view> names;
    for (const auto& f : object().fields)
      if (!names.insert(f.name).second) fail("two fields " + shown(f.name));
  }

  void mark_unread() {
    std::unordered_map<std::string_view, structure::field*> by_name;
    for (auto& f : object().fields) by_name.emplace(f.name, &f);
    for (const auto& name : unread_) {
      const auto found = by_name.find(name);
      if (found == by_name.end()) fail(shown(name) + " is unread, but no field");
      found->second->read = false;
    }
  }

  // The text is at its end.

  void check_ids() const {
    if (!has_objects_) throw file_error(name_ + ": no structure: the key \"objects\" is missing");
    if (!root_) throw file_error(name_ + ": no structure: the key \"root\" is missing");
    const auto missing = std::ranges::find(ids_, nowhere, &known_id::object);
    if (missing == ids_.end()) return;
    const auto number = static_cast<std::size_t>(missing - ids_.begin());
    const auto id = std::ranges::find(numbers_, number, [](const auto& entry) { return entry.second; })->first;
    const auto& user = result_.structure.objects[missing->user];
    throw file_error(name_ + ": " + object_pointer(missing->user) + ": the field " +
                     shown(user.fields[missing->field].name) + " of " + shown(user.name) + " refers to " + shown(id) +
                     ", which is not among the objects");
  }

  /// Where a structure has it.
  void put_root_first() {
    auto& objects = result_.structure.objects;
    if (root_is_null_) {
      if (!objects.empty()) throw file_error(name_ + ": the root is null, but there are objects");
      return;
    }
    const auto found = numbers_.find(*root_);
    if (found == numbers_.end()) throw file_error(name_ + ": the root " + shown(*root_) + " is not among the objects");
    const auto place = ids_[found->second].object;
    std::rotate(objects.begin(), objects.begin() + static_cast<std::ptrdiff_t>(place),
                objects.begin() + static_cast<std::ptrdiff_t>(place) + 1);
    for (auto& known : ids_)
      if (known.object <= place) known.object = known.object == place ? 0 : known.object + 1;
  }

  void resolve() {
    for (auto& o : result_.structure.objects)
      for (auto& f : o.fields)
        if (auto* const reference = std::get_if<object_id>(&f.value)) reference->index = ids_[reference->index].object;
  }

  // Messages.

  [[noreturn]] void fail(const std::string& what) const { throw file_error(name_ + ": " + where() + what); }

  std::string expected() const {
    if (in_.back() == part::nothing || in_.back() == part::objects) return "expected an object";
    if (in_.back() == part::elements) return "expected a value or a reference";
    if (in_.back() == part::arguments) return "expected an integer";
    if (in_.back() == part::unread) return "expected the name of a field";
    if (in_.back() == part::reference) return "expected the id of an object";
    if (key_ == "objects" || key_ == "arguments" || key_ == "unread") return "expected an array";
    if (key_ == "fields" || key_ == "structure") return "expected an object";
    if (in_.back() == part::structure && key_ != "root")
      return "a structure has \"root\" and \"objects\", but no " + shown(key_);
    return "expected a string";
  }

  std::string object_pointer(std::size_t object) const {
    return std::string(within_ ? "/structure" : "") + "/objects/" + std::to_string(object);
  }

  /// "/objects/3/fields/left: "
  std::string where() const {
    std::string path;
    for (const auto p : in_) {
      if (p == part::structure) path += "/structure";
      if (p == part::objects) (path += "/objects/") += std::to_string(objects_done_);
      if (p == part::fields) (path += "/fields") += pointer_part(member_);
      if (p == part::elements) (path += '/') += std::to_string(element_);
    }
    const auto in = in_.back();
    const bool in_fields = in == part::fields || in == part::elements;
    if (in != part::nothing && in != part::objects && !in_fields && !key_.empty()) path += pointer_part(key_);
    return path.empty() ? path : path += ": ";
  }

  structure::object& object() { return result_.structure.objects.back(); }

  const std::string& name_;
  structure_file result_;
  std::vector<part> in_{part::nothing};  // the innermost last
  std::string key_;                      // the last one, unless it was the name of a field
  std::string member_;                   // the last name of a field
  std::optional<std::string> root_;
  bool root_is_null_ = false;
  bool within_ = false;  // the structure is the "structure" of the document, not the document itself
  bool has_objects_ = false;
  std::size_t objects_done_ = 0;

  // Of the object that is read:
  bool has_id_ = false, has_class_ = false, has_fields_ = false;
  std::vector<std::string> members_;  // as in the text, where an array is one
  std::vector<std::string> unread_;
  std::size_t length_field_ = 0;          // of the array that is read
  std::size_t element_ = 0;               // the next
  std::optional<std::size_t> reference_;  // the id in the reference that is read
  std::string reference_part_;            // and which part of the object it is to

  std::unordered_map<std::string, std::size_t> numbers_;  // of the ids
  std::vector<known_id> ids_;                             // by number
};

}  // namespace

structure_file parse_structure(std::string_view text, const std::string& name) {
  builder b(name);
  try {
    read_json(text, b);
  } catch (const json_error& e) {
    throw file_error(name + ": " + e.what());
  }
  return b.take();
}

namespace {

structure_file read_from(std::istream& file, const std::string& name) {
  constexpr std::size_t piece = 1 << 20;
  std::string text;  // read by pieces: a pipe does not know its size
  for (std::size_t size = 0; file; text.resize(size)) {
    text.resize(std::max(size + piece, text.capacity()));
    file.read(text.data() + size, static_cast<std::streamsize>(text.size() - size));
    size += static_cast<std::size_t>(file.gcount());
  }
  if (file.bad()) throw file_error("cannot read " + name);
  return parse_structure(text, name);
}

}  // namespace

structure_file read_structure(const std::string& path) {
  if (path == "-") return read_from(std::cin, "standard input");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw file_error("cannot open " + path);
  return read_from(file, path);
}

}  // namespace korat::files
