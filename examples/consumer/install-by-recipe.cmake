# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

# Part of check.cmake: builds the files that packaging/conan takes of this tree, and no others, with the options that packaging/vcpkg
# gives, and installs them under WORK/root. That is what the recipes rely on and can be seen without Conan and vcpkg.
file(STRINGS ${KORAT_SOURCE}/packaging/conan/conanfile.py parts REGEX "for part in .*\"CMakeLists.txt\"")
string(REGEX MATCHALL "\"[^\"]+\"" parts "${parts}")
foreach(part IN LISTS parts)
  string(REGEX REPLACE "\"|/\\*" "" part ${part})
  cmake_path(GET part PARENT_PATH folder)
  file(COPY ${KORAT_SOURCE}/${part} DESTINATION ${WORK}/source/${folder})
endforeach()

file(READ ${KORAT_SOURCE}/packaging/vcpkg/portfile.cmake port)
string(REGEX MATCHALL "-D[A-Z_]+=[A-Za-z/]+" port_options "${port}")
must_work(${CMAKE_COMMAND} -S ${WORK}/source -B ${WORK}/made -G "${GENERATOR}" ${options} ${port_options})
must_work(${CMAKE_COMMAND} --build ${WORK}/made)
must_work(${CMAKE_COMMAND} --install ${WORK}/made --prefix ${prefix})
set(programs ${prefix}/tools/korat)
