// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOHTTP2
internal import NIOSSL

/// What ended a connection or a stream, for the log.
///
/// Apple's set has no reason for it: the sender gets an error code of HTTP/2 or TLS, and the sentence
/// says what that was for.
struct ConnectionFault {
    /// Whose share of the log it is.
    let cause: BoundedLog.Cause

    /// What happened, and what to do about it.
    let sentence: String

    /// Reads an error; nil where nothing is wrong.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - endsConnection: Whether the connection ends, and not a stream alone.
    init?(_ error: any Error, endsConnection: Bool) {
        switch error {
        case is NIOHTTP2Errors.BadClientMagic:
            cause = .connection
            sentence =
                "push connection ended: the client does not speak HTTP/2, and APNs speaks nothing else"
        case NIOSSLError.uncleanShutdown: return nil
        case NIOSSLError.handshakeFailed(let fault):
            cause = .handshake
            sentence =
                "push connection ended: there was no TLS connection (\(fault)); clients that do not "
                + "trust the endpoint's certificate end it so: belfry ca says how to have them trust it"
        case let error as NIOHTTP2Errors.StreamError:
            cause = .stream
            sentence = "push stream reset: \(Self.explanation(of: error.baseError))"
        case is any NIOHTTP2Error where !endsConnection:
            cause = .stream
            sentence = "push stream reset: \(Self.explanation(of: error))"
        case is any NIOHTTP2Error:
            cause = .connection
            sentence = "push connection ended: \(Self.explanation(of: error))"
        default:
            cause = .connection
            sentence = "push connection ended: \(error)"
        }
    }

    /// How a client has broken HTTP/2.
    private static func explanation(of error: any Error) -> String {
        let what =
            frames(error) ?? windows(error) ?? streams(error) ?? floods(error)
            ?? "\(type(of: error))"
        return "the client broke HTTP/2: \(what)"
    }

    private static func frames(_ error: any Error) -> String? {
        switch error {
        case is NIOHTTP2Errors.UnableToParseFrame:
            "it sent a frame that cannot be read, or more than "
                + "\(PushListener.headerReadLimit >> 10) KiB of header fields"
        case is NIOHTTP2Errors.ExcessivelyLargeHeaderBlock:
            "a request has more than \(PushListener.headerReadLimit >> 10) KiB of header fields, and "
                + "the connection cannot go on where they are not read whole"
        case is NIOHTTP2Errors.MissingPreface: "its first frame is not SETTINGS"
        case is NIOHTTP2Errors.ReceivedBadSettings:
            "it acknowledged SETTINGS that it was not sent"
        case is NIOHTTP2Errors.InvalidSetting: "a setting has a value that it may not have"
        case is NIOHTTP2Errors.PushInViolationOfSetting, is NIOHTTP2Errors.Unsupported:
            "it sent a frame that only servers send"
        default: nil
        }
    }

    private static func windows(_ error: any Error) -> String? {
        switch error {
        case is NIOHTTP2Errors.FlowControlViolation:
            "it sent more of a body than the window had room for"
        case is NIOHTTP2Errors.InvalidFlowControlWindowSize:
            "it made a window larger than 2,147,483,647 bytes"
        case is NIOHTTP2Errors.InvalidWindowIncrementSize: "it made a window larger by 0 bytes"
        default: nil
        }
    }

    private static func streams(_ error: any Error) -> String? {
        switch error {
        case is NIOHTTP2Errors.NoSuchStream: "it sent a frame for a stream that is not there"
        case is NIOHTTP2Errors.StreamClosed: "it sent a frame for a stream that has ended"
        case is NIOHTTP2Errors.BadStreamStateTransition:
            "it sent a frame that its stream is not ready for"
        case is NIOHTTP2Errors.StreamIDTooSmall:
            "it began a stream with a smaller number than the one before"
        case is NIOHTTP2Errors.InvalidStreamIDForPeer:
            "it began a stream with an even number, which only servers do"
        case is NIOHTTP2Errors.TrailersWithoutEndStream:
            "it sent header fields in the middle of a body"
        case is NIOHTTP2Errors.PriorityCycle: "it made a stream depend on itself"
        default: nil
        }
    }

    private static func floods(_ error: any Error) -> String? {
        switch error {
        case is NIOHTTP2Errors.ExcessiveRSTFrames:
            "it gave too many requests up, or had too many reset for their header fields"
        case is NIOHTTP2Errors.ExcessiveControlFrames:
            "it sent too many PING, SETTINGS or PRIORITY frames"
        case is NIOHTTP2Errors.ExcessiveContinuationFrames:
            "it sent the header fields of one request in too many frames"
        case is NIOHTTP2Errors.ExcessiveEmptyDataFrames: "it sent too many empty DATA frames"
        case is NIOHTTP2Errors.ExcessiveStreamErrors, is NIOHTTP2Errors.ExcessiveNumberOfGlitches:
            "it had too many streams reset"
        default: nil
        }
    }
}
