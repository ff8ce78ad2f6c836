// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// As on Apple's systems, Foundation comes along.
@_exported public import FoundationSupplement
