// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport

/// How much of a resource a host uses, for people and for machines.
package struct OverloadStatus: Sendable, Codable, Equatable {
    /// How full a resource is.
    package enum Level: String, Sendable, Codable, Comparable {
        /// There is room.
        case normal
        /// Four fifths are used: prewarmed and idle workers are ended.
        case pressure
        /// All of it is used: new runs wait.
        case full

        package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .normal: 0
            case .pressure: 1
            case .full: 2
            }
        }
    }

    /// The resource.
    package var resource: OverloadResource

    /// How much of it is used; of a reserve, how much is left; nil where this machine does not say.
    package var value: UInt64?

    /// The most that may be used; of a reserve, the least that must be left.
    package var limit: UInt64?

    /// Whether the limit is the least that must be left.
    package var isReserve: Bool

    /// How full it is.
    package var level: Level
}
