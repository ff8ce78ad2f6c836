// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// As Apple's module does.
@_exported public import FoundationSupplement
