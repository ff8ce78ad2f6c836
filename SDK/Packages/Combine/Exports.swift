// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@_exported import OpenCombine
@_exported import OpenCombineDispatch
@_exported import OpenCombineFoundation
