// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat vectors: writes candidate vectors to a file, for 'korat show' and other programs.

#include <fmt/format.h>

#include <cstring>

#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/number_option.hpp"
#include "cli/output.hpp"
#include "cli/subject_call.hpp"
#include "cli/threads_option.hpp"
#include "files/vector_file.hpp"
#include "korat/parallel.hpp"
#include "korat/walk.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

struct vectors_request {
  subject_call call;
  std::string output_path;
  bool all = false;
  std::optional<std::uint64_t> every;
  std::optional<std::size_t> equidistant;
  given_threads threads;
  bool json = false;
};

std::string selection(const vectors_request& r) {
  if (r.equidistant) return fmt::format("{} equidistant", *r.equidistant);
  if (r.every) return fmt::format("every {}", *r.every);
  return r.all ? "all" : "valid";
}

files::vector_writer open(const basic_search& search, const called_subject& subject, const vectors_request& r) {
  std::vector<std::uint32_t> values;
  for (std::size_t i = 0; i < search.fields(); ++i) values.push_back(search.domain_size(i));
  const encoding::json_object description{
      {"subject", r.call.subject},  // as it was called: a source file is found again
      {"arguments", subject.arguments()},
      {"selection", selection(r)}};
  return {r.output_path, description.text(), std::move(values)};
}

void write_equidistant(basic_search& search, std::size_t count, files::vector_writer& file) {
  auto cuts = cut_by_count(search, count);
  search.to_start();
  if (search.next()) cuts.insert(cuts.begin(), search.vector());
  for (const auto& at : cuts)
    if (search.seek(at)) file.add({at, search.valid()});
}

/// The bytes of a vector, as text for a moment.
std::string bytes_of(const candidate_vector& v) {
  return {reinterpret_cast<const char*>(v.data()), v.size() * sizeof v[0]};
}
candidate_vector vector_of(const std::string& bytes) {
  candidate_vector v(bytes.size() / sizeof(candidate_vector::value_type));
  if (!v.empty()) std::memcpy(v.data(), bytes.data(), bytes.size());
  return v;
}

/// The valid ones, in their order. How many threads found them.
unsigned write_valid(const called_subject& subject, unsigned threads, files::vector_writer& file) {
  team_request team{[&](search_options o) { return subject.search(std::move(o)); },
                    {.threads = threads, .stop_when = [](const statistics&) { return interrupted(); }},
                    [](basic_search&, unsigned) { return true; }};
  team.ordered = {[](const basic_search& at) { return bytes_of(at.vector()); },
                  [&](const std::string& bytes) {
                    file.add({vector_of(bytes), true});
                  }};
  team.stop = &interrupt_button();
  return search_in_parallel(team).threads;
}

void write_selected(basic_search& search, const vectors_request& r, files::vector_writer& file) {
  const interruptible until(search);
  for (std::uint64_t number = 0; !interrupted() && (r.all || r.every ? search.next() : search.next_valid()); ++number)
    if (number % r.every.value_or(1) == 0) file.add({search.vector(), search.valid()});
}

bool selects_candidates(const vectors_request& r) { return r.all || r.every || r.equidistant; }

void check(const vectors_request& r) {
  if (r.output_path.empty()) throw usage_error("say where to write to, with --output FILE");
  if ((r.all ? 1 : 0) + (r.every ? 1 : 0) + (r.equidistant ? 1 : 0) > 1)
    throw usage_error("--all, --every and --equidistant exclude each other");
  if (threads_of(r.threads) > 1 && r.threads && selects_candidates(r))
    throw usage_error("--threads: candidates are counted in their order, by one thread; leave out --threads");
}

exit_code vectors(const vectors_request& r) {
  const called_subject subject(r.call);
  check(r);
  catch_interrupts();
  const auto search = subject.search({});
  auto file = open(*search, subject, r);
  unsigned threads = selects_candidates(r) ? 1 : threads_of(r.threads);
  if (threads > 1)
    threads = write_valid(subject, threads, file);
  else if (r.equidistant)
    write_equidistant(*search, *r.equidistant, file);
  else
    write_selected(*search, r, file);
  file.close();
  output standard;
  if (r.json) {
    auto json = subject.json();
    json.add({{"output", r.output_path},
              {"selection", selection(r)},
              {"vectors", file.count()},
              {"threads", threads},
              {"complete", !interrupted()}});
    standard.write(json.text() + "\n");
  } else {
    standard.write(fmt::format("{}: {} in {} ({}{})\n", subject.text(), report::counted(file.count(), "vector"),
                               r.output_path, selection(r), interrupted() ? ", interrupted" : ""));
  }
  standard.close();
  return interrupted() ? exit_code::interrupted : exit_code::done;
}

action set_up_vectors(option_list& options) {
  auto r = std::make_shared<vectors_request>();
  add_subject(options, r->call);
  options.value("--output", "FILE", "The file", r->output_path);
  options.flag("--all", "All candidates, not only the valid ones", r->all);
  add_number(options, "--every", "K", "Every K-th candidate, from the first", r->every);
  add_number(options, "--equidistant", "N", "N candidates at equal distances, from the first", r->equidistant);
  add_threads(options, r->threads);
  options.flag("--json", "Report as one JSON object", r->json);
  options.footer("Without --all, --every and --equidistant: the valid ones. 'korat show FILE' reads the file.\n");
  return [r] { return vectors(*r); };
}

}  // namespace

const command vectors_command{"vectors", "Write candidate vectors to a file", set_up_vectors};

}  // namespace korat::cli
