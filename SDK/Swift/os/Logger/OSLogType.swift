// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How important a message is.
public struct OSLogType: RawRepresentable, Equatable, Hashable, Sendable {
    /// Apple's number of the level.
    public let rawValue: UInt8

    /// Takes a number; one that is no level's is logged like `default`.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Takes a number; one that is no level's is logged like `default`.
    public init(_ rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// What is worth keeping: the run's log has it as information.
    public static let `default` = OSLogType(rawValue: 0)
    /// What helps, but is not needed, to find a fault.
    public static let info = OSLogType(rawValue: 1)
    /// What matters only while something is developed.
    public static let debug = OSLogType(rawValue: 2)
    /// A fault of this process.
    public static let error = OSLogType(rawValue: 16)
    /// A fault of the system, or of the program itself.
    public static let fault = OSLogType(rawValue: 17)
}
