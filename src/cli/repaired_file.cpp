// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/repaired_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "korat/print.hpp"
#include "print/json_value.hpp"

namespace korat::cli {
namespace {

constexpr auto left_out = static_cast<std::size_t>(-1);

class translation {
 public:
  /// `image`: the repair's objects, all of them.
  translation(const structure& file, const structure& image, const std::vector<std::string>& added)
      : file_number_(image.objects.size(), left_out) {
    std::unordered_map<std::string_view, std::vector<std::size_t>> of_class;
    for (std::size_t o = image.objects.size(); o-- > 1;) of_class[image.objects[o].class_name].push_back(o);
    for (std::size_t o = 0; o < file.objects.size(); ++o) {
      auto& waiting = of_class[file.objects[o].class_name];
      const auto place = o == 0 ? 0 : waiting.back();
      if (o != 0) waiting.pop_back();
      take(place, file.objects[o].name);
    }
    in_file_ = names_.size();
    std::unordered_set<std::string_view> wanted(added.begin(), added.end());
    for (std::size_t o = 0; o < image.objects.size(); ++o)
      if (file_number_[o] == left_out && wanted.contains(image.objects[o].name)) take(o, unused(image.objects[o].name));
    for (std::size_t o = 0; o < image.objects.size(); ++o)
      if (file_number_[o] != left_out) by_name_[image.objects[o].name] = names_[file_number_[o]];
  }

  std::size_t in_file() const noexcept { return in_file_; }

  /// The first `count` objects.
  structure translated(const structure& from, std::size_t count) const {
    structure to;
    to.objects.resize(count);
    for (std::size_t o = 0; o < from.objects.size(); ++o) {
      if (file_number_[o] >= count) continue;
      auto& object = to.objects[file_number_[o]] = from.objects[o];
      object.name = names_[file_number_[o]];
      for (auto& f : object.fields) f.value = translated(std::move(f.value));
    }
    return to;
  }
  structure translated(const structure& from) const { return translated(from, names_.size()); }

  field_value translated(field_value v) const {
    auto* const object = std::get_if<object_id>(&v);
    if (object == nullptr) return v;
    if (file_number_[object->index] == left_out) return null_reference{};
    return object_id{file_number_[object->index]};
  }

  void translate(repair_result& r) const {
    for (auto& c : r.changes) {
      c.object = name(c.object);
      c.before = translated(c.before);
      c.after = translated(c.after);
    }
    for (auto* const names : {&r.lost, &r.added, &r.fresh})
      for (auto& n : *names) n = name(n);
    for (auto& e : r.lost_elements) {
      const auto dot = e.find('.');
      e = name(e.substr(0, dot)) + e.substr(dot);
    }
    for (auto& [object, n] : r.about.names) n = name(n);
    r.about.names = translated(std::move(r.about.names));
    r.about.roles = translated(std::move(r.about.roles));
  }

 private:
  using texts = std::vector<std::pair<std::size_t, std::string>>;
  texts translated(texts by_object) const {
    std::map<std::size_t, std::string> result;
    for (auto& [object, text] : by_object)
      if (file_number_[object] != left_out) result.emplace(file_number_[object], std::move(text));
    return {result.begin(), result.end()};
  }
  void take(std::size_t place, std::string name) {
    file_number_[place] = names_.size();
    taken_.insert(name);
    names_.push_back(std::move(name));
  }
  std::string unused(std::string name) const {
    while (taken_.contains(name)) name += '\'';
    return name;
  }
  /// A fresh object that came to nothing keeps the name that the repair gave it.
  std::string name(const std::string& in_image) const {
    const auto found = by_name_.find(in_image);
    return found == by_name_.end() ? in_image : found->second;
  }

  std::vector<std::size_t> file_number_;  // [object of the repair]: its place in the result
  std::vector<std::string> names_;        // [place in the result]
  std::size_t in_file_ = 0;               // so many of them come from the file
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string_view, std::string> by_name_;
};

}  // namespace

repaired_file in_words_of(const structure& file, const basic_repair& done, repair_result result) {
  const auto before = done.before();
  const translation to_file(file, before, result.added);
  repaired_file words{to_file.translated(before, to_file.in_file()), {}, std::move(result)};
  words.after = words.result.outcome == repair_outcome::repaired ? to_file.translated(done.after()) : words.before;
  to_file.translate(words.result);
  return words;
}

std::string text_of(const files::structure_file& read, const structure& repaired) {
  if (read.subject.empty()) return to_json(repaired) + "\n";
  return encoding::json_object{{"subject", read.subject},
                               {"arguments", read.arguments},
                               {"structure", encoding::json::from_text(to_json(repaired))}}
             .text() +
         "\n";
}

}  // namespace korat::cli
