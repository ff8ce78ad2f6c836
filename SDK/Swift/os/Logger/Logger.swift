// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import FoundationSupplement

/// Writes messages to the log of the run.
///
/// The run's report has each with its level and, before the text, `[subsystem:category]`.
public struct Logger: Sendable {
    private let log: OSLog

    /// Writes for the source without a name.
    public init() {
        log = .default
    }

    /// Writes for a source.
    ///
    /// - Parameters:
    ///   - subsystem: The program, as a rule by its identifier.
    ///   - category: The part of the program.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// Writes for a source that `os_log` uses as well.
    public init(_ logObj: OSLog) {
        log = logObj
    }

    /// Writes a message of the default level.
    public func log(_ message: OSLogMessage) {
        log.write(.info, message.text)
    }

    /// Writes a message.
    public func log(level: OSLogType, _ message: OSLogMessage) {
        log.write(RunLog.Level(level), message.text)
    }

    /// Writes a message that traces what the program does.
    public func trace(_ message: OSLogMessage) {
        log.write(.debug, message.text)
    }

    /// Writes a message for developers.
    public func debug(_ message: OSLogMessage) {
        log.write(.debug, message.text)
    }

    /// Writes a message that informs.
    public func info(_ message: OSLogMessage) {
        log.write(.info, message.text)
    }

    /// Writes a message that is worth keeping.
    public func notice(_ message: OSLogMessage) {
        log.write(.info, message.text)
    }

    /// Writes a warning.
    public func warning(_ message: OSLogMessage) {
        log.write(.warning, message.text)
    }

    /// Writes of a fault of this process.
    public func error(_ message: OSLogMessage) {
        log.write(.error, message.text)
    }

    /// Writes of a grave fault of this process.
    public func critical(_ message: OSLogMessage) {
        log.write(.error, message.text)
    }

    /// Writes of a fault of the system or the program.
    public func fault(_ message: OSLogMessage) {
        log.write(.error, message.text)
    }
}
