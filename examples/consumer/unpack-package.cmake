# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

# Part of check.cmake: packs the build in KORAT_BUILD, and unpacks it in WORK/root. Lintian has nothing to say about it, and nothing in it
# names a place of this machine.
must_work(${CMAKE_CPACK_COMMAND} -G DEB --config ${KORAT_BUILD}/CPackConfig.cmake -B ${WORK}/made)
file(GLOB package ${WORK}/made/*.deb)
find_program(LINTIAN lintian)
if(LINTIAN)
  must_work(${LINTIAN} --allow-root --fail-on error,warning ${package})
endif()
must_work(dpkg-deb --extract ${package} ${WORK}/root)

foreach(file IN ITEMS bin/korat bin/korat-c++ include/korat/korat.hpp share/man/man1/korat.1.gz share/man/man1/korat-c++.1.gz
    share/bash-completion/completions/korat share/zsh/vendor-completions/_korat share/doc/korat/copyright)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "the package has no ${file}")
  endif()
endforeach()

file(GLOB_RECURSE files ${prefix}/*)
foreach(file IN LISTS files)
  # A compiler or a library has its place on each machine; the sources and the build are on this one only.
  file(STRINGS ${file} places REGEX "${KORAT_SOURCE}/|${KORAT_BUILD}/|/usr/bin/clang|/usr/lib/[^ ]*libz3")
  if(places)
    list(GET places 0 first)
    message(FATAL_ERROR "${file} names a place of this machine: ${first}")
  endif()
endforeach()
