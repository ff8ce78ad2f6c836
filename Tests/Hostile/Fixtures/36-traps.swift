// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation

/// Reads an element that is not there.
func readPastTheEnd(_ title: String) {
    let parts = title.split(separator: " ")
    print(parts[parts.count])
}

/// Takes a value out of nothing.
func unwrapNothing(_ badge: NSNumber?) {
    // swift-format-ignore: NeverForceUnwrap
    let value: NSNumber = badge!
    print(value)
}

/// Adds until a number cannot hold it.
func overflow(_ count: Int) {
    var small = Int8(truncatingIfNeeded: count)
    for _ in 0..<1000 { small += 1 }
    print(small)
}
