// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat corrupt: a large valid structure with faults put into it, for 'korat repair' and for measuring it.

#include "faults/corrupt.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/number_option.hpp"
#include "cli/output.hpp"
#include "faults/renumber.hpp"
#include "image/live.hpp"
#include "korat/print.hpp"
#include "print/json_value.hpp"
#include "print/show.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

struct corrupt_request {
  std::string subject, size;
  std::uint64_t faults = 1, seed = 1;
  std::vector<faults::kind> kinds = {std::begin(faults::all_kinds), std::end(faults::all_kinds)};
  std::string output_path;
  bool json = false;
};

/// What came of it: the structure with its faults, and all that is told about them.
struct corrupted {
  std::string subject;
  std::int64_t size;
  std::uint64_t seed;
  subjects::arguments arguments;
  korat::structure structure;
  std::vector<faults::fault> faults;
};

constexpr const char* about_corrupt =
    "A fault is a field that holds another value than before: 'null', a reference becomes null; 'redirect', it leads "
    "to\n"
    "another object; 'cycle', to its owner or an object above; 'swap', two fields of a member exchange what they "
    "hold,\n"
    "which counts as two; 'value', a value becomes another. The file lists the faults, and the structure with all of "
    "its\n"
    "objects, those included that nothing leads to any more. The same seed gives the same file everywhere.\n";

std::int64_t checked_size(const corrupt_request& r) {
  if (r.size.empty()) throw usage_error("say how large a structure: korat corrupt " + r.subject + " SIZE");
  std::int64_t size = 0;
  const auto* const end = r.size.data() + r.size.size();
  const auto [stopped, error] = std::from_chars(r.size.data(), end, size);
  if (error != std::errc() || stopped != end)
    throw usage_error(fmt::format("the size is an integer, but '{}' is none", r.size));
  return size;
}

faults::kind kind_of(const std::string& word) {
  std::vector<std::string> known;
  for (const auto k : faults::all_kinds) {
    if (faults::name_of(k) == word) return k;
    known.emplace_back(faults::name_of(k));
  }
  throw usage_error(fmt::format("--kinds: expected {}, not '{}'", fmt::join(known, ", "), word));
}

/// "null,cycle"
std::vector<faults::kind> kinds_of(const std::string& words) {
  std::vector<faults::kind> kinds;
  for (std::size_t begin = 0; begin <= words.size();) {
    const auto end = std::min(words.find(',', begin), words.size());
    kinds.push_back(kind_of(words.substr(begin, end - begin)));
    begin = end + 1;
  }
  return kinds;
}

corrupted corrupt(const corrupt_request& r) {
  if (r.subject.empty()) throw usage_error("say which subject; 'korat list' shows what there is");
  const auto& subject = named_subject(r.subject);
  if (!subject.grow) throw usage_error(subject.name + " knows no large structures: take another of 'korat list'");
  const auto size = checked_size(r);
  const faults::options options{.count = r.faults, .kinds = r.kinds};
  std::mt19937_64 random(r.seed);
  const auto grown = subject.grow(size, random);
  const auto description = subject.describe(grown.arguments);
  std::vector<std::string> told_apart;
  for (const auto& c : detail::erasure::of(description).bounds.classes)
    if (c.told_apart) told_apart.push_back(c.name);
  const auto intact = detail::read_live(description, grown.root, grown.told_apart);
  corrupted result{subject.name, size, r.seed, grown.arguments, faults::renumbered(intact, told_apart, random), {}};
  result.faults = faults::corrupt(result.structure, options, random);
  if (result.faults.size() < r.faults)
    throw usage_error(fmt::format("{} {} has room for {} of these kinds only", subject.name, size,
                                  report::counted(result.faults.size(), "fault")));
  return result;
}

/// "node3", "left"
const std::string& object_of(const corrupted& c, const faults::fault& f) { return c.structure.objects[f.object].name; }
const std::string& field_of(const corrupted& c, const faults::fault& f) {
  return c.structure.objects[f.object].fields[f.field].name;
}

/// But for the structure, or where it went.
encoding::json_object as_json(const corrupted& c) {
  std::vector<encoding::json_object> made;
  for (const auto& f : c.faults)
    made.push_back({{"object", object_of(c, f)},
                    {"field", field_of(c, f)},
                    {"kind", faults::name_of(f.kind)},
                    {"old", print::json_value(c.structure, f.before)},
                    {"new", print::json_value(c.structure, f.after)}});
  return {{"subject", c.subject},
          {"arguments", c.arguments},
          {"size", c.size},
          {"seed", c.seed},
          {"faults", made},
          {"object_count", c.structure.objects.size()},
          {"unreachable", faults::count_unreachable(c.structure)}};
}

std::string summary(const corrupted& c, const std::string& path) {
  constexpr std::size_t most_shown = 20;
  auto out = fmt::format("{} {}: {} in {}, {} of {} unreachable\n", c.subject,
                         report::grouped(static_cast<std::uint64_t>(c.size)), report::counted(c.faults.size(), "fault"),
                         path, report::grouped(faults::count_unreachable(c.structure)),
                         report::counted(c.structure.objects.size(), "object"));
  for (std::size_t i = 0; i < c.faults.size() && i < most_shown; ++i) {
    const auto& f = c.faults[i];
    out += fmt::format("  {:<8}  {}.{}: {} -> {}\n", faults::name_of(f.kind), object_of(c, f), field_of(c, f),
                       print::show(c.structure, f.before), print::show(c.structure, f.after));
  }
  if (c.faults.size() > most_shown) out += fmt::format("  and {} more\n", c.faults.size() - most_shown);
  return out;
}

exit_code write_corrupted(const corrupt_request& r) {
  const auto c = corrupt(r);
  auto json = as_json(c);
  {
    output file = r.output_path.empty() ? output() : output(r.output_path);
    file.write(encoding::json_object(json).add("structure", encoding::json::from_text(to_json(c.structure))).text() +
               "\n");
    file.close();
  }
  if (r.output_path.empty()) return exit_code::done;
  output standard;
  standard.write(r.json ? json.add("output", r.output_path).text() + "\n" : summary(c, r.output_path));
  standard.close();
  return exit_code::done;
}

action set_up_corrupt(option_list& options) {
  auto r = std::make_shared<corrupt_request>();
  options.word("SUBJECT", "One of 'korat list'", r->subject);
  options.word("SIZE", "How many objects or elements it has", r->size);
  add_count(options, "--faults", "K", "How many fields to change (1)", r->faults);
  add_count(options, "--seed", "S", "Which structure and which faults (1)", r->seed);
  options.value("--kinds", "KINDS", "null, redirect, cycle, swap, value: one or several, with commas (all)",
                [r](const std::string& words) { r->kinds = kinds_of(words); });
  options.value("--output", "FILE", "Write to FILE and not to standard output", r->output_path);
  options.flag("--json", "Report as one JSON object", r->json);
  options.footer(about_corrupt);
  return [r] { return write_corrupted(*r); };
}

}  // namespace

const command corrupt_command{"corrupt", "Write a large valid structure with faults in it", set_up_corrupt};

}  // namespace korat::cli
