// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The questions, a folder each. Every one compares the results of its contenders before it times them and throws
// disagreement if they differ; with compare_only it stops there.

#pragma once

#include <vector>

#include "harness/options.hpp"
#include "harness/table.hpp"

namespace korat::bench {

std::vector<table> handwritten_question(const options&);
std::vector<table> diagram_question(const options&);
std::vector<table> lockstep_question(const options&);
std::vector<table> peers_question(const options&);
std::vector<table> symbolic_question(const options&);
std::vector<table> table1_question(const options&);
std::vector<table> table2_question(const options&);
std::vector<table> scaling_question(const options&);
std::vector<table> threads_question(const options&);
std::vector<table> distance_question(const options&);
std::vector<table> direction_question(const options&);
std::vector<table> intermediate_question(const options&);
std::vector<table> containers_question(const options&);
std::vector<table> access_question(const options&);
std::vector<table> coverage_question(const options&);
std::vector<table> forecast_question(const options&);
std::vector<table> plain_question(const options&);
std::vector<table> repair_question(const options&);
std::vector<table> owned_question(const options&);
std::vector<table> property_question(const options&);

}  // namespace korat::bench
