// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace korat::cli {

/// The command-line program over the subjects that are linked with it. Returns its exit code.
int run_program(int argc, char** argv);

}  // namespace korat::cli
