// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Many service extensions import only UIKit, and use URL and URLSession all the same.
@_exported public import CoreGraphics
@_exported public import FoundationSupplement
