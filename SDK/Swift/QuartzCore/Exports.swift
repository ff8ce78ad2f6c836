// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Layers draw views here, so their classes are UIKit's.
@_exported public import UIKit
