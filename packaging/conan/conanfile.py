# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Conan 2: the library with its headers and CMake files, of this tree: `conan create packaging/conan -s compiler.cppstd=20`."""

import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class Korat(ConanFile):
    name = "korat"
    version = "0.2.0"
    package_type = "static-library"
    license = "Apache-2.0"
    description = "Generates every structure that satisfies a predicate, within a bound"
    topics = ("testing", "bounded-exhaustive", "generator", "repair")
    settings = "os", "compiler", "build_type", "arch"

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for part in ("CMakeLists.txt", "LICENSE", "CHANGELOG.md", "cmake/*", "include/*", "pass/*", "src/*", "tools/korat-bounds"):
            copy(self, part, root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def validate(self):
        check_min_cppstd(self, 20)
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("korat needs Linux: it saves and restores stacks with its system calls")

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("CLI", "TESTS", "EXAMPLES", "PACKAGE"):
            toolchain.cache_variables[f"KORAT_BUILD_{part}"] = False
        toolchain.cache_variables["KORAT_SMT"] = False
        toolchain.cache_variables["CMAKE_UNITY_BUILD"] = True  # half the time
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        # The package brings its own korat-config.cmake, which has the options that the linker needs.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "korat")]
        self.cpp_info.libs = ["korat"]
        self.cpp_info.system_libs = ["pthread"]
