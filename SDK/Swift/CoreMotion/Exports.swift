// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Foundation comes along, as on iOS.
@_exported public import FoundationSupplement
