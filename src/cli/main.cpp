// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Part of each program with subjects of its own; the rest is common to them.

#include "cli/program.hpp"

int main(int argc, char** argv) { return korat::cli::run_program(argc, argv); }
