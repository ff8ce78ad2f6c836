// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// A test of an extension names the extension's own types, and `URL` and `Data` all the time.
@_exported public import UserNotifications
