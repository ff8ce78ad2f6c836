// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOHTTP2
internal import NIOSSL

/// What ended a connection or a stream, for the log.
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
            sentence = "push stream reset: the client broke HTTP/2: \(type(of: error.baseError))"
        case is any NIOHTTP2Error where !endsConnection:
            cause = .stream
            sentence = "push stream reset: the client broke HTTP/2: \(type(of: error))"
        case is any NIOHTTP2Error:
            cause = .connection
            sentence = "push connection ended: the client broke HTTP/2: \(type(of: error))"
        default:
            cause = .connection
            sentence = "push connection ended: \(error)"
        }
    }
}
