// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation

/// Takes memory until there is no more, as a Swift program notices it: by being aborted.
func allocateUntilRefused() {
    var blocks: [[UInt8]] = []
    while true {
        blocks.append([UInt8](repeating: 1, count: 1 << 20))
    }
}
