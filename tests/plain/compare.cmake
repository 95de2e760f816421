# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

# cmake -D PROGRAM=... -D LIKE=... -P compare.cmake: both programs print the same, and something.

foreach(program IN ITEMS PROGRAM LIKE)
  execute_process(COMMAND ${${program}} RESULT_VARIABLE status OUTPUT_VARIABLE printed_by_${program})
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${${program}} ended with ${status}:\n${printed_by_${program}}")
  endif()
endforeach()
if(printed_by_PROGRAM STREQUAL "" OR NOT printed_by_PROGRAM STREQUAL printed_by_LIKE)
  message(FATAL_ERROR "${PROGRAM} printed\n${printed_by_PROGRAM}\nbut ${LIKE} printed\n${printed_by_LIKE}")
endif()
