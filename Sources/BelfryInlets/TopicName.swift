// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What topics are called.
package enum TopicName {
    /// Whether a topic can have a name: 1 to 64 letters of ASCII, digits, `-` and `_`.
    ///
    /// - Parameter name: The name.
    /// - Returns: Whether it can.
    package static func isValid(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Names of what the inlet has at the places of topics.
    package static let taken: Set<String> = ["message", "version", "v1"]
}
