// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Whether a value may be read in the log.
public struct OSLogPrivacy: Sendable {
    /// What is shown in place of a value that may not be read.
    public enum Mask: Sendable {
        /// Nothing that tells values apart.
        case none
        /// A hash: equal values can be seen to be equal.
        case hash
    }

    private enum Level {
        case auto, open, `private`, sensitive
    }

    private let level: Level
    private let mask: Mask

    /// Readable.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(level: .open, mask: .none) }
    /// Not readable.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(level: .private, mask: .none) }
    /// Not readable, as `private`.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(level: .sensitive, mask: .none) }
    /// Readable for numbers and Booleans; not readable for all else.
    public static var auto: OSLogPrivacy { OSLogPrivacy(level: .auto, mask: .none) }

    /// Not readable, with a mask.
    public static func `private`(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(level: .private, mask: mask)
    }

    /// Not readable, as `private`, with a mask.
    public static func sensitive(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(level: .sensitive, mask: mask)
    }

    /// Readable for numbers and Booleans; behind a mask for all else.
    public static func auto(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(level: .auto, mask: mask)
    }

    /// Whether everything is readable, as it is on iOS with a debugger: in a run with `--private` or
    /// `--debug`.
    private static let showsAll = ProcessInfo.processInfo.environment["BELFRY_DEBUG"] == "1"

    /// What is shown of a value.
    ///
    /// - Parameters:
    ///   - text: The value.
    ///   - isScalar: Whether it is a number or a Boolean.
    ///   - showsAll: Whether nothing is hidden.
    /// - Returns: The value or what stands for it, in Apple's words.
    func shown(_ text: String, isScalar: Bool, showsAll: Bool = OSLogPrivacy.showsAll) -> String {
        switch level {
        case .open: return text
        case .auto where isScalar: return text
        case _ where showsAll: return text
        case .auto, .private, .sensitive: break
        }
        switch mask {
        case .none: return level == .sensitive ? "<sensitive>" : "<private>"
        case .hash: return "<mask.hash: '\(Self.hash(text))'>"
        }
    }

    /// FNV-1a, started at random with each process, so that hashes tell nothing of short values.
    private static func hash(_ text: String) -> String {
        let hash = text.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
        return Data(withUnsafeBytesOf: hash).base64EncodedString()
    }

    private static let seed = UInt64.random(in: .min ... .max)
}

extension Data {
    /// The bytes of a number, in the machine's order.
    fileprivate init(withUnsafeBytesOf number: UInt64) {
        self = unsafe Swift.withUnsafeBytes(of: number) { unsafe Data($0) }
    }
}
