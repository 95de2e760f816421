# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

# To be sourced: install_missing NEED... installs the Debian packages of what is missing. A need is "what:package", where
# 'what' is a command, or a file by its absolute path. Everything said goes to standard error.

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
fail() { say "$@"; exit 1; }

# To build the program; the tests' packages are among them, because the presets configure the whole project.
needs_to_build=(
  g++:g++ cmake:cmake ninja:ninja-build python3:python3
  /usr/include/CLI/CLI.hpp:libcli11-dev /usr/include/fmt/core.h:libfmt-dev
  /usr/include/nlohmann/json.hpp:nlohmann-json3-dev /usr/include/gtest/gtest.h:libgtest-dev
  /usr/include/zlib.h:zlib1g-dev /usr/include/z3++.h:libz3-dev
)
# To run all tests, with both compilers and the sanitizers.
needs_to_test=("${needs_to_build[@]}" clang++:clang ld.lld:lld clang-format:clang-format llvm-symbolizer:llvm qemu-x86_64:qemu-user dot:graphviz chromium:chromium git:git tmux:tmux
  clang++-14:clang-14 llvm-config-14:llvm-14-dev clang++-19:clang-19 llvm-config-19:llvm-19-dev
  /usr/include/bsd/sys/tree.h:libbsd-dev /usr/include/catch2/catch.hpp:catch2
  /usr/include/boost/intrusive/set.hpp:libboost-dev
  /usr/sbin/slurmctld:slurmctld /usr/sbin/slurmd:slurmd sbatch:slurm-client /usr/sbin/munged:munge parallel:parallel)

# For the slow tier besides: the other compilers and versions of LLVM, a compiler for another processor, who judges packages, the generator of the site.
needs_to_test_slowly=(clang++-15:clang-15 llvm-config-15:llvm-15-dev clang++-16:clang-16 llvm-config-16:llvm-16-dev
  riscv64-linux-gnu-g++:g++-riscv64-linux-gnu lintian:lintian dpkg-deb:dpkg dpkg-shlibdeps:dpkg-dev pkg-config:pkg-config mkdocs:mkdocs-material)

# To build for AArch64, and to run what was built.
needs_to_emulate=(aarch64-linux-gnu-g++:g++-aarch64-linux-gnu qemu-aarch64:qemu-user /usr/src/googletest/CMakeLists.txt:googletest)

missing_packages() {
  local need what
  for need in "$@"; do
    what=${need%:*}
    if [[ $what == /* ]]; then [[ -e $what ]] || echo "${need##*:}"
    else command -v "$what" >/dev/null || echo "${need##*:}"; fi
  done
}

as_root() {
  if [[ $(id -u) == 0 ]]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else return 1; fi
}

# Another package manager may be at work, as after a machine has started: wait for it, up to ten minutes. apt-get waits
# for its own lock when it installs, but not when it updates.
apt_get() {
  local waited
  for ((waited = 0; waited < 600; waited += 5)); do
    as_root env DEBIAN_FRONTEND=noninteractive apt-get "$@" -o DPkg::Lock::Timeout=600 2>"$apt_errors" && return
    cat "$apt_errors" >&2
    grep -q 'Could not get lock\|Unable to \(acquire\|lock\)' "$apt_errors" || return
    say "waiting for another package manager"
    sleep 5
  done
  return 1
}

install_missing() {
  local packages
  mapfile -t packages < <(missing_packages "$@")
  [[ ${#packages[@]} == 0 ]] && return
  # Elsewhere than on Debian the headers may lie where we do not look: let CMake judge.
  command -v apt-get >/dev/null || { say "not Debian; hoping to find what Debian calls ${packages[*]}"; return; }
  say "installing ${packages[*]}"
  local install=(install -y --no-install-recommends "${packages[@]}") apt_errors
  apt_errors=$(mktemp)
  { apt_get "${install[@]}" || { apt_get update && apt_get "${install[@]}"; }; } >&2 </dev/null ||
    fail "could not install them. As root: apt-get install ${packages[*]}"
  rm -f "$apt_errors"
}
