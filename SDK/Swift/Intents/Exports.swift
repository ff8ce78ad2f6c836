// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@_exported public import FoundationSupplement
