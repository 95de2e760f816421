# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

# korat_notice_reads(TARGET [COMPARISONS]): compiles the C++ and C sources of TARGET through Korat's compiler pass, so that a
# search notices the reads of their plain members. The project's compiler may be any: these sources are compiled by the
# Clang that the pass belongs to, with the target's own options. With COMPARISONS a repair also notices what integers are
# compared with.

function(korat_notice_reads target)
  cmake_parse_arguments(PARSE_ARGV 1 notice COMPARISONS "" "")
  if(notice_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "korat_notice_reads(${target}): not understood: ${notice_UNPARSED_ARGUMENTS}; there is COMPARISONS")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "korat_notice_reads: there is no target ${target}; call it after add_executable or add_library")
  endif()
  if(NOT KORAT_PASS_COMPILER)
    message(FATAL_ERROR "korat_notice_reads(${target}): Korat was built without its compiler pass: ${KORAT_PASS_MISSING}, "
      "then configure and build Korat again")
  endif()
  # Headers that another compiler has precompiled are of no use to Clang; and of files that are compiled many at once
  # CMake forgets that they wait for the pass.
  set(launcher ${KORAT_CXX})
  if(notice_COMPARISONS)
    list(APPEND launcher --comparisons)
  endif()
  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${launcher};--instead-of"
    C_COMPILER_LAUNCHER "${launcher};--instead-of" DISABLE_PRECOMPILE_HEADERS ON UNITY_BUILD OFF)
  get_target_property(sources ${target} SOURCES)
  set_property(SOURCE ${sources} TARGET_DIRECTORY ${target} APPEND PROPERTY OBJECT_DEPENDS "${KORAT_PASS_FILE};${KORAT_CXX}")
  if(TARGET korat_pass)
    add_dependencies(${target} korat_pass)
  endif()
endfunction()
