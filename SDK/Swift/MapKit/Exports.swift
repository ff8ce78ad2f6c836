// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Apple's module re-exports both.
@_exported public import CoreLocation
@_exported public import UIKit
