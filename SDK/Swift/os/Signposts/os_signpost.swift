// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import FoundationSupplement

/// What a signpost marks.
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
    /// Apple's number of the kind.
    public let rawValue: UInt8

    /// Takes a number; one of no kind is shown as a moment's.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A moment.
    public static let event = OSSignpostType(rawValue: 0)
    /// The beginning of an interval.
    public static let begin = OSSignpostType(rawValue: 1)
    /// The end of an interval.
    public static let end = OSSignpostType(rawValue: 2)

    fileprivate var word: String {
        switch self {
        case .begin: "begin"
        case .end: "end"
        default: "event"
        }
    }
}

/// Marks a moment, or an end of an interval: a line of the run's log at the debug level.
public func os_signpost(
    _ type: OSSignpostType,
    dso: UnsafeRawPointer = #dsohandle,
    log: OSLog,
    name: StaticString,
    signpostID: OSSignpostID = .exclusive
) {
    log.write(.debug, signpostLine(type.word, name, ""))
}

/// Marks a moment, or an end of an interval, with a message put together by C's rules.
public func os_signpost(
    _ type: OSSignpostType,
    dso: UnsafeRawPointer = #dsohandle,
    log: OSLog,
    name: StaticString,
    signpostID: OSSignpostID = .exclusive,
    _ format: StaticString,
    _ arguments: Any?...
) {
    let text = FormattedMessage(format.description, arguments).text
    log.write(.debug, signpostLine(type.word, name, text))
}
