// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat certify: writes what a predicate accepts to a file, for 'korat check'.

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/census.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/number_option.hpp"
#include "cli/output.hpp"
#include "cli/subject_call.hpp"
#include "cli/threads_option.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

struct certify_request {
  subject_call call;
  std::string output_path;
  std::size_t keep = 100;
  std::optional<unsigned> threads;
  bool json = false;
};

using argument_words = std::vector<std::string>;

/// "2..4": 2, 3 and 4. Another word stands for itself, right or wrong.
argument_words values_of(const std::string& word) {
  const auto dots = word.find("..");
  if (dots == std::string::npos) return {word};
  std::uint32_t low = 0, high = 0;
  const auto is_number = [](const std::string& text, std::uint32_t& place) {
    return text == "0" || as_positive(text, place);
  };
  constexpr std::uint32_t most = 1000;  // bounds; a typing error asks for more
  if (!is_number(word.substr(0, dots), low) || !is_number(word.substr(dots + 2), high) || low > high ||
      high - low >= most)
    throw usage_error(fmt::format("'{}' is no range of bounds: write LOW..HIGH, as in 1..6", word));
  argument_words values;
  for (auto n = low; n <= high; ++n) values.push_back(std::to_string(n));
  return values;
}

/// All combinations, the last argument fastest.
std::vector<argument_words> bounds_of(const argument_words& words) {
  std::vector<argument_words> all = {{}};
  for (const auto& word : words) {
    std::vector<argument_words> longer;
    for (const auto& beginning : all)
      for (const auto& value : values_of(word)) {
        longer.push_back(beginning);
        longer.back().push_back(value);
      }
    all = std::move(longer);
  }
  return all;
}

certificate certify_all(const certify_request& r) {
  certificate result{r.call.subject, {}};
  for (const auto& words : bounds_of(r.call.arguments)) {
    const called_subject one({r.call.command, r.call.subject, words});
    result.bounds.push_back(take_census({&one.subject(), one.arguments(), threads_of(r.threads)}, r.keep));
  }
  return result;
}

std::string certified_json(const certificate& c, const certify_request& r) {
  std::vector<encoding::json_object> bounds;
  for (const auto& b : c.bounds)
    bounds.push_back({{"arguments", b.arguments}, {"valid", b.count()}, {"hash", b.hash().text()}});
  return encoding::json_object{{"subject", c.subject}, {"output", r.output_path}, {"bounds", bounds}}.text() + "\n";
}

std::string certified_text(const certificate& c, const certify_request& r) {
  std::string out;
  for (const auto& b : c.bounds)
    out += fmt::format("{}: {}\n", call_text(c.subject, b.arguments), report::counted(b.count(), "structure"));
  return out + fmt::format("wrote {}; 'korat check {}' compares\n", r.output_path, r.output_path);
}

exit_code certify(const certify_request& r) {
  if (r.output_path.empty()) throw usage_error("say where to write to, with --output FILE");
  catch_interrupts();
  const auto certified = certify_all(r);
  output file(r.output_path);
  file.write(certificate_text(certified));
  file.close();
  output standard;
  standard.write(r.json ? certified_json(certified, r) : certified_text(certified, r));
  standard.close();
  return exit_code::done;
}

action set_up_certify(option_list& options) {
  auto r = std::make_shared<certify_request>();
  add_subject(options, r->call);
  options.value("--output", "FILE", "The certificate, a text file", r->output_path);
  add_count(options, "--keep", "N", "Write the smallest structures too, up to N of each bound (default 100)", r->keep);
  add_threads(options, r->threads);
  options.flag("--json", "Report as one JSON object", r->json);
  options.footer(
      "An argument LOW..HIGH stands for each of these bounds: 'korat certify my_tree.hpp 1..6 --output "
      "my_tree.certificate'.\n"
      "Commit the file; 'korat check FILE' tells when the predicate accepts more or fewer structures.\n");
  return [r] { return certify(*r); };
}

}  // namespace

const command certify_command{"certify", "Write to a file what a predicate accepts, for 'korat check'", set_up_certify};

}  // namespace korat::cli
