// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import FoundationSupplement

/// Writes a message put together by C's rules: `%{public}@`, `%d`, `%.2f` and so on.
///
/// - Parameters:
///   - message: The text, with a placeholder for each argument.
///   - dso: Taken and not used.
///   - log: Where the message comes from.
///   - type: How important it is.
///   - args: The values; one of another type than its placeholder's is shown as it is.
@_disfavoredOverload
public func os_log(
    _ message: StaticString,
    dso: UnsafeRawPointer? = #dsohandle,
    log: OSLog = .default,
    type: OSLogType = .default,
    _ args: Any?...
) {
    log.write(RunLog.Level(type), FormattedMessage(message.description, args).text)
}

/// Writes a message put together by C's rules, its importance named first.
///
/// - Parameters:
///   - type: How important it is.
///   - dso: Taken and not used.
///   - log: Where the message comes from.
///   - message: The text, with a placeholder for each argument.
///   - args: The values; one of another type than its placeholder's is shown as it is.
@_disfavoredOverload
public func os_log(
    _ type: OSLogType,
    dso: UnsafeRawPointer? = #dsohandle,
    log: OSLog = .default,
    _ message: StaticString,
    _ args: Any?...
) {
    log.write(RunLog.Level(type), FormattedMessage(message.description, args).text)
}

/// Writes a message of the default level.
public func os_log(_ message: OSLogMessage) {
    OSLog.default.write(.info, message.text)
}

/// Writes a message.
///
/// - Parameters:
///   - logLevel: How important it is.
///   - log: Where it comes from.
///   - message: The text.
public func os_log(_ logLevel: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    log.write(RunLog.Level(logLevel), message.text)
}
