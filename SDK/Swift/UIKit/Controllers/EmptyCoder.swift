// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import Foundation

/// An archive with nothing in it, for objects of classes that only their names lead to: of such a
/// class `init(coder:)` alone is sure to be there.
package final class EmptyCoder: NSCoder {
    /// Creates an archive with nothing in it.
    package override init() {
        super.init()
    }

    /// Keys are asked for, not positions.
    package override var allowsKeyedCoding: Bool { true }

    /// Whether something is there: nothing is.
    package override func containsValue(forKey key: String) -> Bool { false }

    /// What is there: nothing.
    package override func decodeObject(forKey key: String) -> Any? { nil }
}
