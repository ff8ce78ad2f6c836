// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// What one import of Foundation gives on Apple's systems.
@_exported public import CoreFoundation
@_exported public import Foundation
@_exported public import FoundationNetworking
