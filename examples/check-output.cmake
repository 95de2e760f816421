# cmake -D PROGRAM=... -D EXPECTED=... -P check-output.cmake
# Runs PROGRAM and compares what it prints with the file EXPECTED. Sizes of saved states depend on the compiler.

execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE printed RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${result}")
endif()
file(READ ${EXPECTED} expected)
foreach(text IN ITEMS printed expected)
  string(REGEX REPLACE "(bytes per saved state:) [0-9]+, [0-9]+" "\\1 N, N" ${text} "${${text}}")
endforeach()
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "${PROGRAM} printed\n${printed}\nbut ${EXPECTED} says\n${expected}")
endif()
