// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/repair_many.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "cli/failure.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/threads_option.hpp"
#include "cli/worker.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

namespace fs = std::filesystem;

/// The request for each file: its result goes to the folder, under the same name.
std::vector<repair_request> requests_for(const repair_request& r) {
  std::vector<repair_request> all;
  std::set<std::string> names;
  for (const auto& path : r.paths) {
    auto& one = all.emplace_back(r);
    one.paths = {path};
    if (r.output_path.empty()) continue;
    const auto name = fs::path(path).filename().string();
    if (!names.insert(name).second)
      throw usage_error(fmt::format("--output: two files are called {}; repair them apart", name));
    one.output_path = (fs::path(r.output_path) / name).string();
  }
  return all;
}

json json_without_result(const repair_request& r, const std::string& why, exit_code code) {
  return json_object{{"file", r.path()}, {"error", why}, {"exit_code", static_cast<int>(code)}};
}

file_repair as_failure(const repair_request& r, const failure& how) {
  return {how.code, "failed: " + how.message, "", json_without_result(r, how.message, how.code)};
}

message message_with(const file_repair& r) {
  return {json_object{{"code", static_cast<int>(r.code)}}, {r.headline, r.outcome, r.json.text()}};
}

file_repair repair_in(const received& m) {
  return {static_cast<exit_code>(m.head.at("code").get<int>()), m.texts.at(0), m.texts.at(1),
          json::from_text(m.texts.at(2))};
}

class repairs_in_processes {
 public:
  repairs_in_processes(const std::vector<repair_request>& requests,
                       const std::function<file_repair(const repair_request&)>& repair, std::size_t processes)
      : requests_(requests), repair_(repair), results_(requests.size()) {
    for (std::size_t i = 0; i < std::min(processes, requests.size()); ++i) members_.push_back(start());
  }

  /// Of each file; nothing of those that were not done when an interrupt came.
  std::vector<std::optional<file_repair>> all() {
    while (!interrupted() && (next_ < requests_.size() || is_busy())) {
      for (auto& m : members_)
        if (!m.file && next_ < requests_.size()) {
          m.file = next_++;
          m.process.send({json_object{{"file", *m.file}}});
        }
      wait();
    }
    members_.clear();
    return std::move(results_);
  }

 private:
  struct member {
    worker process;
    std::optional<std::size_t> file = {};
  };

  member start() {
    return {worker([this](const received& asked) {
      const auto& request = requests_.at(asked.head.at("file").get<std::size_t>());
      try {
        return message_with(repair_(request));
      } catch (...) {
        return message_with(as_failure(request, failure_of(std::current_exception())));
      }
    })};
  }

  bool is_busy() const {
    return std::ranges::any_of(members_, [](const member& m) { return m.file.has_value(); });
  }

  void wait() {
    constexpr int milliseconds = 100;
    std::vector<pollfd> sockets;
    for (const auto& m : members_) sockets.push_back({m.process.socket(), POLLIN, 0});
    if (::poll(sockets.data(), sockets.size(), milliseconds) <= 0) return;
    for (std::size_t i = 0; i < sockets.size(); ++i)
      if (sockets[i].revents != 0) receive(members_[i]);
  }

  void receive(member& m) {
    const auto answer = m.process.receive();
    const auto file = std::exchange(m.file, std::nullopt);
    if (answer) {
      results_[file.value()] = repair_in(*answer);
      return;
    }
    const auto how = m.process.end();
    if (file) results_[*file] = as_failure(requests_[*file], {"its process died, " + how, exit_code::predicate_failed});
    m = start();
  }

  const std::vector<repair_request>& requests_;
  const std::function<file_repair(const repair_request&)>& repair_;
  std::vector<std::optional<file_repair>> results_;
  std::vector<member> members_;
  std::size_t next_ = 0;  // file to be dealt out
};

/// "5 files: 3 repaired, 1 fine, 1 failed"
std::string all_in_words(const std::vector<std::optional<file_repair>>& results) {
  std::map<std::string, std::size_t> counts;
  for (const auto& r : results) ++counts[!r ? "not begun or not finished" : r->outcome.empty() ? "failed" : r->outcome];
  std::vector<std::string> words;
  for (const char* kind : {"repaired", "fine", "not-repaired", "failed", "not begun or not finished"})
    if (counts[kind] != 0)
      words.push_back(fmt::format("{} {}", counts[kind], kind == std::string("not-repaired") ? "not repaired" : kind));
  return fmt::format("{}: {}\n", report::counted(results.size(), "file"), fmt::join(words, ", "));
}

std::string as_text(const repair_request& r, const std::vector<std::optional<file_repair>>& results) {
  std::string out;
  for (std::size_t i = 0; i < results.size(); ++i)
    out += fmt::format("{}: {}\n", r.paths[i], results[i] ? results[i]->headline : "not begun, or not finished");
  return out + all_in_words(results);
}

std::string as_json(const std::vector<repair_request>& requests,
                    const std::vector<std::optional<file_repair>>& results) {
  std::vector<json> files;
  for (std::size_t i = 0; i < results.size(); ++i)
    files.push_back(results[i] ? results[i]->json
                               : json_without_result(requests[i], "interrupted", exit_code::interrupted));
  return json_object{{"files", files}}.text() + "\n";
}

}  // namespace

exit_code repair_files(const repair_request& r, const std::function<file_repair(const repair_request&)>& repair) {
  const auto requests = requests_for(r);
  if (!r.output_path.empty()) fs::create_directories(r.output_path);
  catch_interrupts();
  const auto results = repairs_in_processes(requests, repair, threads_of(r.processes)).all();
  output standard;
  standard.write(r.json ? as_json(requests, results) : as_text(r, results));
  standard.close();
  for (const auto& one : results)
    if (!one || one->code != exit_code::done) return one ? one->code : exit_code::interrupted;
  return exit_code::done;
}

}  // namespace korat::cli
