// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOHTTP2
internal import NIOSSL

/// What ends a connection, for the log.
enum ConnectionFault {
    /// What an error means, and what to do about it; nil where nothing is wrong.
    static func sentence(of error: any Error) -> String? {
        switch error {
        case is NIOHTTP2Errors.BadClientMagic:
            "the client does not speak HTTP/2, and APNs speaks nothing else"
        case NIOSSLError.uncleanShutdown: nil
        case NIOSSLError.handshakeFailed(let cause):
            "there was no TLS connection (\(cause)); clients that do not trust the endpoint's "
                + "certificate end it so: belfry ca says how to have them trust it"
        case is any NIOHTTP2Error: "the client broke HTTP/2: \(type(of: error))"
        default: "\(error)"
        }
    }
}
