// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Queries are dictionaries of Core Foundation, and what they find are its objects.
@_exported public import CoreFoundation
