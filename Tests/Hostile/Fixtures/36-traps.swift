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
    let value: NSNumber = badge!
    print(value)
}

/// Adds until a number cannot hold it.
func overflow(_ count: Int) {
    var small = Int8(truncatingIfNeeded: count)
    for _ in 0..<1000 { small += 1 }
    print(small)
}

/// Reads a variable while it is being written.
func useTwiceAtOnce() {
    final class Box { var values = [1, 2, 3] }
    let box = Box()
    func change(_ values: inout [Int]) { values.append(box.values.count) }
    change(&box.values)
}
