// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import HTTPTypes
internal import Hummingbird
internal import Synchronization

/// How a browser signs in to the page, and what its requests are held to from then on.
final class WebSignIn: Sendable {
    let codes = SignInCodes()
    let sessions: WebSessions

    private let openPort = Mutex<Int?>(nil)

    /// - Parameter path: Where the sessions' files are.
    init(path: String) {
        sessions = WebSessions(path: path)
    }

    /// The port on which the page is served; nil for none.
    var port: Int? {
        get { openPort.withLock(\.self) }
        set { openPort.withLock { $0 = newValue } }
    }

    /// The cookie's name, another one for each port: browsers keep one jar for all ports of an address.
    static func cookieName(_ port: Int) -> String { "belfry-\(port)" }

    /// The header that gives a browser its session.
    static func cookie(_ session: String, port: Int) -> String {
        "\(cookieName(port))=\(session); \(attributes); Max-Age=\(WebSessions.lifetime)"
    }

    /// The header that takes it away.
    static func endedCookie(port: Int) -> String {
        "\(cookieName(port))=; \(attributes); Max-Age=0"
    }

    private static let attributes = "Path=/; HttpOnly; SameSite=Strict"

    /// The open session of a request; nil where there is none.
    ///
    /// Another server of this address can have set cookies of the same name: one that is right counts.
    func session(of request: Request, port: Int) -> String? {
        let prefix = Self.cookieName(port) + "="
        let pairs = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
        let values = pairs.lazy.map { $0.drop { $0 == " " } }.filter { $0.hasPrefix(prefix) }
            .prefix(Self.cookieLimit)
        for value in values {
            let text = String(value.dropFirst(prefix.count))
            if sessions.isOpen(text) { return text }
        }
        return nil
    }

    /// Most cookies of the name that are looked at.
    private static let cookieLimit = 4

    /// Refuses what no page of this daemon sends.
    ///
    /// A page of another port is of the same site, so that its requests have the cookie: browsers say of
    /// them that their origin is another one (Fetch Metadata, `Sec-Fetch-Site`), and what changes
    /// something has to name the page's own origin.
    static func checkPage(_ request: Request) throws {
        if let name = HTTPField.Name("Sec-Fetch-Site"), let site = request.headers[name],
            site != "same-origin", site != "none"
        {
            throw APIError(.forbidden, "origin", "a page of another origin may not use this API")
        }
        guard request.method != .get else { return }
        let own = "http://\(request.head.authority ?? "")"
        guard request.headers[values: .origin] == [own] else {
            throw APIError(
                .forbidden,
                "origin",
                "a change by a browser's session has to have the header Origin: \(own)"
            )
        }
    }

    /// Refuses what the page never asks for: a session is a user before the screen, and no more.
    static func checkUse(_ request: Request) throws {
        let parts = request.uri.path.split(separator: "/", omittingEmptySubsequences: false)
        let isAllowed = uses.contains { method, pattern in
            method == request.method && pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0 == "*" || $0 == $1 }
        }
        guard isAllowed else {
            throw APIError(
                .forbidden,
                "session",
                "a browser's session may not do this; programs send the token"
            )
        }
    }

    private static let uses: [(HTTPRequest.Method, [Substring])] = [
        (.get, "/v1/center"), (.get, "/v1/center/list"), (.get, "/v1/center/history"),
        (.get, "/v1/center/search"), (.get, "/v1/events"),
        (.get, "/v1/extensions/statistics"), (.get, "/v1/extensions/*/charts/*"),
        (.delete, "/v1/session"),
        (.get, "/v1/notifications/*/explanation"), (.get, "/v1/notifications/*/attachments/*"),
        (.get, "/v1/notifications/*/view"), (.post, "/v1/views/*/input"),
        (.get, "/v1/views/*/pictures/*"),
        (.post, "/v1/notifications/*/seen"), (.post, "/v1/notifications/*/restore"),
        (.post, "/v1/notifications/*/response"),
        (.post, "/v1/notifications/*/trial"), (.post, "/v1/notifications/*/recording"),
        (.put, "/v1/apps/*/authorization"), (.patch, "/v1/apps/*/settings"),
        (.patch, "/v1/device"), (.get, "/v1/device/regions"), (.put, "/v1/device/position"),
        (.post, "/v1/clock"), (.post, "/v1/apps/*/push"),
        (.post, "/v1/apps/*/push-command"), (.get, "/v1/notifications/*"),
        (.post, "/v1/apps/*/open"),
        (.post, "/v1/payload-check"),
        (.get, "/v1/devices"), (.patch, "/v1/devices/*"),
    ].map { method, path in
        (method, path.split(separator: "/", omittingEmptySubsequences: false))
    }
}
