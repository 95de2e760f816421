// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat_bench: measures, question by question. docs/benchmarks.md says what is asked and how it is measured.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "harness/machine.hpp"
#include "harness/plot.hpp"
#include "harness/question.hpp"
#include "harness/workload.hpp"

namespace korat::bench {
namespace {

struct question {
  std::string name;
  std::vector<table> (*ask)(const options&);
};
const std::vector<question> questions = {{"handwritten", handwritten_question},
                                         {"diagram", diagram_question},
                                         {"lockstep", lockstep_question},
                                         {"peers", peers_question},
                                         {"symbolic", symbolic_question},
                                         {"table1", table1_question},
                                         {"table2", table2_question},
                                         {"scaling", scaling_question},
                                         {"threads", threads_question},
                                         {"distance", distance_question},
                                         {"direction", direction_question},
                                         {"intermediate", intermediate_question},
                                         {"containers", containers_question},
                                         {"access", access_question},
                                         {"coverage", coverage_question},
                                         {"forecast", forecast_question},
                                         {"plain", plain_question},
                                         {"repair", repair_question},
                                         {"owned", owned_question},
                                         {"property", property_question}};

enum exit_code { done = 0, wrong_usage = 2, results_differ = 3, target_missed = 4 };

struct command_line {
  options chosen;
  std::vector<std::string> names;
  std::string json_file, csv_folder;
  bool check = false;
};

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text;
  out.close();
  if (!out) throw std::runtime_error("cannot write " + file.string());
}

exit_code run(const command_line& line) {
  auto report = describe_machine();
  fmt::print("{}\n", machine_text(report));
  report["tables"] = nlohmann::ordered_json::array();
  bool met = true;
  for (const auto& q : questions) {
    if (!line.names.empty() && std::find(line.names.begin(), line.names.end(), q.name) == line.names.end()) continue;
    const auto tables = q.ask(line.chosen);
    if (line.chosen.compare_only) {
      fmt::print("{}: the results agree\n", q.name);
      continue;
    }
    for (const auto& t : tables) {
      fmt::print("{}\n", to_text(t));
      std::fflush(stdout);
      report["tables"].push_back(to_json(t));
      met &= t.targets_met();
      if (const std::filesystem::path folder = line.csv_folder; !folder.empty()) {
        write(folder / (t.name + ".csv"), to_csv(t));
        if (t.drawn) write(folder / (t.name + ".svg"), to_svg(t));
      }
      // After each table, so that an interrupted run leaves what it has measured.
      if (!line.json_file.empty()) write(line.json_file, report.dump(2) + "\n");
    }
  }
  return line.check && !met ? target_missed : done;
}

}  // namespace
}  // namespace korat::bench

int main(int argc, char** argv) {
  using namespace korat::bench;
  command_line line;
  std::vector<std::string> names;
  for (const auto& q : questions) names.push_back(q.name);

  CLI::App app("Measures korat. Exit status: 0 done, 2 wrong usage, 3 results differ, 4 a target is missed (--check).");
  app.add_option("questions", line.names, fmt::format("of {}; all if none is named", fmt::join(names, ", ")))
      ->check(CLI::IsMember(names));
  app.add_flag_callback(
      "--quick", [&] { line.chosen.scale = scale::quick; }, "small sizes, seconds in all");
  app.add_option("--repetitions", line.chosen.repetitions, "runs of each contender, the fastest counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--seconds-per-row", line.chosen.seconds_per_row, "begin no new repetition after this long")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--json", line.json_file, "also write the results to this file");
  app.add_option("--csv", line.csv_folder,
                 "also write each table to a .csv file in this folder, and drawings of growth")
      ->check(CLI::ExistingDirectory);
  app.add_flag("--compare-only", line.chosen.compare_only, "compare the contenders' results, time nothing");
  app.add_flag("--check", line.check, "fail if a target is missed");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? done : wrong_usage;
  }
  try {
    return run(line);
  } catch (const disagreement& e) {
    fmt::print(stderr, "korat_bench: results differ, nothing timed: {}\n", e.what());
    return results_differ;
  } catch (const std::exception& e) {
    fmt::print(stderr, "korat_bench: {}\n", e.what());
    return wrong_usage;
  }
}
