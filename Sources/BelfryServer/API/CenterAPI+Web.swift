// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDrawing
internal import BelfryModel
internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The page, and how a browser signs in to it.
extension CenterAPI {
    func addWeb(to router: Router<APIContext>) {
        router.get("/") { _, _ in Response.file(WebFile.page) }
        router.get("\(WebFile.folder)**") { _, context in
            try Response.part(at: context.parameters.getCatchAll().joined(separator: "/"))
        }
        addSessions(to: router)
    }

    private func addSessions(to router: Router<APIContext>) {
        router.post("/v1/session-codes") { request, _ in
            let user = try request.number("user", in: 0...Int(uid_t.max - 1)).map { uid_t($0) }
            guard let port = web.port else {
                throw APIError(
                    .conflict,
                    "wrong_state",
                    "the daemon listens on no port, where browsers find its page; start it with "
                        + "belfryd --port 8222"
                )
            }
            // A browser keeps what follows # to itself: no server and no log gets it.
            let address = "http://127.0.0.1:\(port)/#\(web.codes.make(for: user))"
            return Response.json(
                [
                    "address": .string(address),
                    "seconds": .number(JSONNumber(Int(SignInCodes.lifetime.components.seconds))),
                ],
                status: .created
            )
        }
        router.post("/v1/session") { request, context in
            let body = try await APIObject(request, ["code"])
            let code = try body.required("code", try body.text("code"), "what an address has")
            let channel = context.channel
            switch web.codes.redeem(code, by: { LoopbackUser().user(of: channel) }) {
            case .taken: break
            case .unknown:
                throw APIError(
                    .unauthorized,
                    "code",
                    "the address was used before, or is older than a minute; belfry center prints "
                        + "another one"
                )
            case .other(let user):
                throw APIError(
                    .unauthorized,
                    "code",
                    "the address is for a browser of the user \(user), and this one is not known to be "
                        + "that; belfry center --print prints one for any browser"
                )
            }
            let port = channel.localAddress?.port ?? 0
            return Response(
                status: .noContent,
                headers: [.setCookie: WebSignIn.cookie(try web.sessions.begin(), port: port)]
            )
        }
        router.delete("/v1/session") { request, context in
            let port = context.channel.localAddress?.port ?? 0
            if let session = web.session(of: request, port: port) { web.sessions.end(session) }
            return Response(
                status: .noContent,
                headers: [.setCookie: WebSignIn.endedCookie(port: port)]
            )
        }
    }
}

extension Response {
    /// The answer to who asks for a part of the page.
    ///
    /// - Throws: ``APIError`` where there is none of that name.
    fileprivate static func part(at path: String) throws -> Response {
        guard let part = WebFile.part(at: path) else {
            throw APIError(.notFound, "not_found", "the page has no file \(path.quoted)")
        }
        var response = file(part.file)
        if part.isKept {
            response.headers[.cacheControl] = "private, max-age=31536000, immutable"
        }
        return response
    }

    /// An answer that is a file of the page.
    fileprivate static func file(_ file: PageFile) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: file.mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes))
        )
    }
}
