// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import HTTPTypes
internal import Hummingbird

/// What requests over loopback are held to: every page in a browser can have one sent there.
enum LoopbackCaller {
    private static let names = ["127.0.0.1", "localhost", "[::1]"]

    /// Refuses a name that an attacker's server resolves to this machine: it is not one of ours.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - port: The port that it came to.
    /// - Throws: ``APIError``.
    static func checkHost(of request: Request, _ port: Int) throws {
        let host = request.head.authority ?? ""
        guard names.contains(where: { host.lowercased() == "\($0):\(port)" }) else {
            throw APIError(
                .misdirectedRequest,
                "host",
                "the host is \(host.quoted); this is 127.0.0.1:\(port)"
            )
        }
    }

    /// Refuses what a page of another origin sends.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - port: The port that it came to.
    /// - Throws: ``APIError``.
    static func checkOrigin(of request: Request, _ port: Int) throws {
        guard let origin = request.headers[.origin] else { return }
        guard names.contains(where: { origin.lowercased() == "http://\($0):\(port)" }) else {
            throw APIError(
                .forbidden,
                "origin",
                "a page of \(origin.quoted) may not use this API"
            )
        }
    }
}
