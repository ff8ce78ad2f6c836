# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
#
# Which versions this one can be taken for: find_package(Belfry 0.1 REQUIRED). A minor version before
# 1.0 may change what an extension is built with, and a major one after it.

set(PACKAGE_VERSION "0.1.0")
string(REGEX MATCH "^(0\\.[0-9]+|[0-9]+)" _belfry_series "${PACKAGE_VERSION}")
string(REGEX MATCH "^(0\\.[0-9]+|[0-9]+)" _belfry_wanted "${PACKAGE_FIND_VERSION}")
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION
    OR NOT (_belfry_wanted STREQUAL _belfry_series OR PACKAGE_FIND_VERSION STREQUAL "0"))
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION STREQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
unset(_belfry_series)
unset(_belfry_wanted)
