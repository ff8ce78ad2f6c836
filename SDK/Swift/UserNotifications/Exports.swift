// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// On Apple's systems these come along with UserNotifications: most service extensions import nothing
// else and use `URL`, `FileManager` and `URLSession` all the same.
@_exported public import Foundation
@_exported public import FoundationNetworking
