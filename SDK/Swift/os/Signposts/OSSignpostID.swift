// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// Tells intervals of the same name apart.
public struct OSSignpostID: RawRepresentable, Comparable, Hashable, Sendable {
    /// The number itself.
    public let rawValue: UInt64

    /// Takes a number.
    public init(_ value: UInt64) {
        rawValue = value
    }

    /// Takes a number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Makes one that no other has.
    public init(log: OSLog) {
        rawValue = Self.next.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Makes the one of an object.
    public init(log: OSLog, object: AnyObject) {
        rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
    }

    /// That of intervals which never overlap.
    public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
    /// That of no interval.
    public static let invalid = OSSignpostID(.max)
    /// That of no interval, while nothing is recorded.
    public static let null = OSSignpostID(0)

    /// Orders by number.
    public static func < (left: OSSignpostID, right: OSSignpostID) -> Bool {
        left.rawValue < right.rawValue
    }

    private static let next = Atomic<UInt64>(0)
}
