# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

# An overlay port for vcpkg, of the tree that it lies in: vcpkg install korat --overlay-ports=packaging/vcpkg
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DKORAT_BUILD_CLI=OFF -DKORAT_BUILD_TESTS=OFF -DKORAT_BUILD_EXAMPLES=OFF -DKORAT_BUILD_PACKAGE=OFF -DKORAT_SMT=OFF
    -DCMAKE_UNITY_BUILD=ON
  # vcpkg has programs there; among OPTIONS its own choice would be the last.
  OPTIONS_RELEASE -DCMAKE_INSTALL_BINDIR=tools/korat
  OPTIONS_DEBUG -DCMAKE_INSTALL_BINDIR=tools/korat
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME korat CONFIG_PATH lib/cmake/korat)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share" "${CURRENT_PACKAGES_DIR}/debug/tools")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
