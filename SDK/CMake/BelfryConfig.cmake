# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
#
# What an extension in C or C++ is compiled and linked with:
#
#   find_package(Belfry REQUIRED)
#   belfry_add_extension(NAME SOURCE...)
#
# `belfry build` says where this file is; without it, cmake finds it below its own prefix.

get_filename_component(_belfry_here "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(_belfry_here "${_belfry_here}" DIRECTORY)
if(EXISTS "${_belfry_here}/../extension.map")
  # A clone, in whose folder SDK this is.
  get_filename_component(_belfry_sdk "${_belfry_here}/.." ABSOLUTE)
  set(_belfry_headers "${_belfry_sdk}/C/include" "${_belfry_sdk}/Cpp/include")
  set(_belfry_symbols "${_belfry_sdk}/extension.map")
else()
  # PREFIX/lib/cmake/Belfry.
  get_filename_component(_belfry_prefix "${_belfry_here}/../../.." ABSOLUTE)
  set(_belfry_headers "${_belfry_prefix}/include")
  set(_belfry_symbols "${_belfry_prefix}/share/belfry/extension.map")
endif()

if(NOT TARGET Belfry::Extension)
  add_library(Belfry::Extension INTERFACE IMPORTED)
  set_target_properties(Belfry::Extension PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${_belfry_headers}"
    # One exported symbol, an id to find its debug information by, and no symbol that is missing.
    INTERFACE_LINK_OPTIONS "LINKER:--version-script=${_belfry_symbols};LINKER:--build-id=sha1;LINKER:-z,now;LINKER:-z,defs"
    INTERFACE_LINK_DEPENDS "${_belfry_symbols}")
endif()

# Adds the library of an extension.
function(belfry_add_extension name)
  add_library(${name} MODULE ${ARGN})
  target_link_libraries(${name} PRIVATE Belfry::Extension)
  # What belfry.hpp needs; a project can ask for more.
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if("CXX" IN_LIST languages)
    target_compile_features(${name} PRIVATE cxx_std_17)
  endif()
  set_target_properties(${name} PROPERTIES
    PREFIX ""
    C_VISIBILITY_PRESET hidden
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
endfunction()

unset(_belfry_here)
unset(_belfry_sdk)
unset(_belfry_prefix)
unset(_belfry_headers)
unset(_belfry_symbols)
