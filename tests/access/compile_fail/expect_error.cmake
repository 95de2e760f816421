# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

# cmake -DCOMPILER=... -DINCLUDE=... -DPROGRAM=... -P expect_error.cmake
#
# With KORAT_WRONG, and the options of a line "// options: ...", the program must not compile, and the compiler must say
# what "// expect:" asks for. (That it compiles without, the build has shown.)

file(STRINGS ${PROGRAM} expected REGEX "^// expect: ")
if(expected STREQUAL "")
  message(FATAL_ERROR "${PROGRAM} has no line '// expect: ...'")
endif()
file(STRINGS ${PROGRAM} options REGEX "^// options: ")
string(REPLACE "// options: " "" options "${options}")
execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -Wall -Wextra -I${INCLUDE} -DKORAT_WRONG ${options} ${PROGRAM}
                RESULT_VARIABLE status ERROR_VARIABLE said OUTPUT_VARIABLE said)
if(status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} compiles with KORAT_WRONG, but must not")
endif()
foreach(line IN LISTS expected)
  string(REPLACE "// expect: " "" text "${line}")
  string(FIND "${said}" "${text}" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "${PROGRAM}: the compiler does not say '${text}'. It says:\n${said}")
  endif()
endforeach()
