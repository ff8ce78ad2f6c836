// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@_exported public import CoreFoundation
// `CGRect`, `CGSize`, `CGPoint` and `CGFloat` are Foundation's on Linux.
@_exported public import FoundationSupplement
