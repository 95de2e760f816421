# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

# Includes korat.hpp every public header? INCLUDE: the folder that holds korat/. Left out is what only tests and fuzzers include, by the
# header of their framework.
file(READ ${INCLUDE}/korat/korat.hpp umbrella)
file(GLOB headers RELATIVE ${INCLUDE} ${INCLUDE}/korat/*.hpp)
foreach(header IN LISTS headers)
  string(FIND "${umbrella}" "#include \"${header}\"" found)
  if(found EQUAL -1 AND NOT header MATCHES "^korat/(korat|property|structures|fuzz|gtest|catch2)\\.hpp$")
    message(SEND_ERROR "korat.hpp does not include ${header}")
  endif()
endforeach()
