// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import BelfrySystem
internal import HTTPTypes
internal import Hummingbird

/// Finds out which app a process at the UNIX socket is.
///
/// Two things prove it: the process runs a program inside of the installed app, or it sends the app's
/// token. Every process of a user can read that user's tokens and trace that user's processes, so this
/// keeps apps apart that are in error, and not a program of the same user that is hostile.
struct AppCallers: Sendable {
    let peers: AppPeers
    let tokens: AppTokens

    /// An app that calls.
    struct Caller: Sendable {
        /// The app's bundle identifier.
        let app: String

        /// The digest of the version whose program the process runs; nil for one known by its token.
        let digest: String?

        /// The process's number.
        let process: Int32

        /// The program of the app that the daemon has started, of whose session the process is; nil for
        /// a process that came by itself.
        let started: Int32?

        /// When the app was launched for this call: when the process began, or the program whose other
        /// processes speak for it; nil where the kernel does not tell, as of one that has ended.
        ///
        /// Apple does not say what a launch is. On iOS nothing of an App Clip runs that was not launched.
        var launch: Authorization.Launch.Moment? {
            let known = started.flatMap { try? ProcessIdentity(of: $0) }
            guard let identity = known ?? (try? ProcessIdentity(of: process)) else { return nil }
            return Authorization.Launch.Moment(boot: identity.boot, tick: identity.start)
        }
    }

    /// Which app a request comes from.
    ///
    /// - Parameters:
    ///   - request: The request: `Authorization` may have a token, `Belfry-App` what the caller says
    ///     that it is.
    ///   - context: Its connection.
    /// - Returns: The app; whether it is installed still, the centre knows.
    /// - Throws: ``APIError`` for a process that is no app's, a wrong token, and one app that claims
    ///   to be another.
    func caller(of request: Request, _ context: APIContext) async throws -> Caller {
        guard context.isLocal else {
            throw Self.refusal("an app speaks through the UNIX socket; this is a port")
        }
        let peer = try await PeerIdentity.ofCaller(on: context.channel)
        let program = peer.running.flatMap(peers.place)
        let named = try Self.token(of: request).map { try app(ofToken: $0) }
        if let program, let named, program.app != named {
            throw Self.claim(named, peer.process, program.app)
        }
        guard let app = program?.app ?? named else {
            throw Self.refusal(
                "process \(peer.process) is not an installed app's: start it with belfry open APP, or "
                    + "give it a token, BELFRY_APP_TOKEN=$(belfry token APP)"
            )
        }
        if let name = HTTPField.Name("Belfry-App"), let claimed = request.headers[name],
            claimed != app
        {
            throw Self.claim(claimed, peer.process, app)
        }
        return Caller(
            app: app,
            digest: program?.digest,
            process: peer.process,
            started: peer.running?.session.flatMap { session in
                peers.programs.app(inSession: session)?.app == app ? session : nil
            }
        )
    }

    private static func token(of request: Request) -> String? {
        guard let given = request.headers[.authorization] else { return nil }
        let scheme = "Bearer "
        return given.hasPrefix(scheme) ? String(given.dropFirst(scheme.count)) : given
    }

    private func app(ofToken text: String) throws -> String {
        guard let app = tokens.app(of: text) else {
            throw APIError(
                .unauthorized,
                "token",
                "the app's token is wrong; belfry token APP prints it, for BELFRY_APP_TOKEN"
            )
        }
        return app
    }

    private static func refusal(_ message: String) -> APIError {
        APIError(.forbidden, "identity", message)
    }

    private static func claim(_ claimed: String, _ process: Int32, _ app: String) -> APIError {
        refusal(
            "process \(process) is \(app.quoted) and claims to be \(claimed.quoted); nothing was done"
        )
    }
}
