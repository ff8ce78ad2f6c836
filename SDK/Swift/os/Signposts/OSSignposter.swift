// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import FoundationSupplement

/// Marks what a program does in time: a line of the run's log at the debug level for each mark.
public struct OSSignposter: Sendable {
    private let log: OSLog

    /// Marks for the source without a name.
    public init() {
        log = .default
    }

    /// Marks for a source.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// Marks for a source with a category that has a meaning of its own.
    public init(subsystem: String, category: OSLog.Category) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// Marks for the source of a logger's like.
    public init(logHandle: OSLog) {
        log = logHandle
    }

    /// One whose marks go nowhere.
    public static var disabled: OSSignposter { OSSignposter(logHandle: .disabled) }

    /// Whether marks are logged.
    public var isEnabled: Bool { log.signpostsEnabled }

    /// Makes an identifier that no other interval has.
    public func makeSignpostID() -> OSSignpostID {
        OSSignpostID(log: log)
    }

    /// Makes the identifier of an object.
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID {
        OSSignpostID(log: log, object: object)
    }

    /// Marks the beginning of an interval.
    public func beginInterval(
        _ name: StaticString,
        id: OSSignpostID = .exclusive,
        _ message: OSLogMessage = ""
    ) -> OSSignpostIntervalState {
        mark("begin", name, message)
        return OSSignpostIntervalState(id: id)
    }

    /// Marks the end of an interval.
    public func endInterval(
        _ name: StaticString,
        _ state: OSSignpostIntervalState,
        _ message: OSLogMessage = ""
    ) {
        mark("end", name, message)
    }

    /// Marks a moment.
    public func emitEvent(
        _ name: StaticString,
        id: OSSignpostID = .exclusive,
        _ message: OSLogMessage = ""
    ) {
        mark("event", name, message)
    }

    /// Marks the beginning and the end of what a task does.
    public func withIntervalSignpost<T>(
        _ name: StaticString,
        id: OSSignpostID = .exclusive,
        _ message: OSLogMessage = "",
        around task: () throws -> T
    ) rethrows -> T {
        let state = beginInterval(name, id: id, message)
        defer { endInterval(name, state) }
        return try task()
    }

    private func mark(_ kind: String, _ name: StaticString, _ message: OSLogMessage) {
        log.write(.debug, signpostLine(kind, name, message.text))
    }
}

/// An interval that has begun.
public final class OSSignpostIntervalState: Sendable {
    /// The interval's identifier.
    public let signpostID: OSSignpostID

    init(id: OSSignpostID) {
        signpostID = id
    }

    /// An interval begun somewhere else.
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState {
        OSSignpostIntervalState(id: id)
    }
}

/// A mark as the log shows it.
func signpostLine(_ kind: String, _ name: StaticString, _ text: String) -> String {
    "signpost \(kind): \(name)" + (text.isEmpty ? "" : ": \(text)")
}
