// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Refuses what comes over loopback without the token, or from a page of another origin, what comes
/// over the UNIX socket from another user, and what an app asks for that is not its own.
///
/// Every user of the machine can connect to loopback, and every page in a browser can have a request
/// sent there. The UNIX socket's file lets nobody in but its owner, as long as it keeps its mode:
/// a service manager may have made it with another one.
struct AccessGuard: RouterMiddleware {
    /// The token that callers over loopback send; nil where the daemon listens on no port.
    let token: AccessToken?

    /// The browsers that have signed in to the page.
    let web: WebSignIn

    /// Finds out which processes are apps', which may use their own part of the API alone.
    let peers: AppPeers

    func handle(
        _ request: Request,
        context: APIContext,
        next: @concurrent (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        if context.isLocal {
            try await checkPeer(of: request, context)
        } else {
            let port = context.channel.localAddress?.port ?? 0
            try LoopbackCaller.checkHost(of: request, port)
            try LoopbackCaller.checkOrigin(of: request, port)
            try checkCaller(of: request, port)
        }
        return try await next(request, context)
    }

    private func checkPeer(of request: Request, _ context: APIContext) async throws {
        let peer = try await PeerIdentity.ofCaller(on: context.channel)
        let owner = geteuid()
        guard peer.mayUse(daemonOf: owner) else {
            throw APIError(
                .forbidden,
                "peer",
                "this daemon is user \(owner)'s, and you are user \(peer.user); start your own: "
                    + "belfryd"
            )
        }
        let path = request.uri.path
        if path == Self.appPath || path.hasPrefix(Self.appPath + "/") || Self.open.contains(path) {
            return
        }
        guard let running = peer.running else {
            // Root may hide from the daemon of a user, and may do all that it does anyway.
            guard peer.user == 0, owner != 0 else { throw Self.unknown(peer.process) }
            return
        }
        guard let app = peers.place(of: running)?.app else { return }
        throw APIError(
            .forbidden,
            "identity",
            "process \(peer.process) is the app \(app.quoted), which may use \(Self.appPath) alone, "
                + "and asks for \(path.quoted)"
        )
    }

    /// A process that could be an app's is let in nowhere but where apps are.
    private static func unknown(_ process: Int32) -> APIError {
        APIError(
            .forbidden,
            "identity",
            "the kernel does not say which program process \(process) runs: it has ended, hides "
                + "itself, or is in another PID namespace; ask from a process that the daemon sees, or "
                + "over a port with the token (belfryd --port)"
        )
    }

    /// Below it an app finds what is its own.
    private static let appPath = "/v1/app"

    /// What says nothing but that the daemon is there.
    private static let open: Set<String> = ["/healthz", "/readyz"]

    /// Lets in programs with the token, browsers with a session, and everybody to what says nothing.
    private func checkCaller(of request: Request, _ port: Int) throws {
        let path = request.uri.path
        if Self.open.contains(path) || WebFile.isNamed(by: path) { return }
        // The code in its body is what lets it in.
        if path == Self.sessionPath, request.method == .post {
            return try WebSignIn.checkPage(request)
        }
        guard request.headers[.authorization] == nil, web.session(of: request, port: port) != nil
        else { return try checkToken(of: request) }
        try WebSignIn.checkPage(request)
        try WebSignIn.checkUse(request)
    }

    /// Where a browser signs in.
    private static let sessionPath = "/v1/session"

    private func checkToken(of request: Request) throws {
        let given = request.headers[.authorization] ?? ""
        let scheme = "Bearer "
        guard let token, given.hasPrefix(scheme), token.isEqual(to: given.dropFirst(scheme.count))
        else {
            throw APIError(
                .unauthorized,
                "token",
                given.isEmpty
                    ? "there is no token; send the header Authorization: Bearer TOKEN, or sign a "
                        + "browser in by the address that belfry center prints"
                    : "the token is wrong; it is in the file that belfryd names at its start"
            )
        }
    }
}
