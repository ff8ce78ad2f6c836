// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Who may use the page of a running `belfryd`, and for what.
@Suite(.timeLimit(.minutes(5)), .serialized) struct WebAccessTests {
    @Test func `signs a browser in with a code that is valid once`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        var visitor = try WebVisitor(daemon)
        #expect(try await visitor.ask("GET", "/v1/center").status == 401)
        let code = try await WebVisitor.code(of: daemon)
        let body = #"{"code":"\#(code)"}"#
        let signedIn = try await visitor.ask("POST", "/v1/session", body)
        #expect(signedIn.status == 204, "\(signedIn.body)")
        let cookie = try #require(signedIn.header("Set-Cookie"))
        let attributes = Set(cookie.split(separator: "; ").dropFirst().map(String.init))
        #expect(attributes == ["Path=/", "HttpOnly", "SameSite=Strict", "Max-Age=2592000"])
        #expect(!cookie.contains(code))
        #expect(try await visitor.ask("POST", "/v1/session", body).status == 401)

        visitor.cookie = cookie.split(separator: ";").first.map(String.init)
        #expect(try await visitor.ask("GET", "/v1/center").status == 200)
        // Cookies of the same name that another server has set do no harm.
        let name = try #require(visitor.cookie?.split(separator: "=").first)
        let strangers = ["Cookie: \(name)=x; a=b; \(name)="]
        #expect(try await visitor.ask("GET", "/v1/center", headers: strangers).status == 200)
        let ended = try await visitor.ask("DELETE", "/v1/session")
        #expect(ended.status == 204)
        #expect(ended.header("Set-Cookie")?.contains("Max-Age=0") == true)
        #expect(try await visitor.ask("GET", "/v1/center").status == 401)
        #expect(daemon.stop() == 0)
    }

    @Test func `refuses other hosts, other sites and what a session may not do`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(app, in: daemon)
        var visitor = try WebVisitor(daemon)
        try await visitor.signIn(to: daemon)
        let lock = #"{"lock":"locked"}"#
        let path = "/v1/apps/\(DaemonFixture.app)"
        let other = "Origin: http://127.0.0.1:1"
        let rows: [(method: String, path: String, body: String?, headers: [String], status: Int)] =
            [
                ("GET", "/v1/center", nil, [], 200),
                ("PATCH", "/v1/device", "{}", [], 200),
                // A name of an attacker's that leads to this machine.
                ("GET", "/", nil, ["Host: evil.example"], 421),
                ("GET", "/v1/center", nil, ["Host: evil.example:80"], 421),
                // Pages of other origins, one of this address among them, whose requests have the cookie.
                ("PATCH", "/v1/device", lock, ["Origin: http://evil.example"], 403),
                ("PATCH", "/v1/device", lock, ["Origin: null"], 403),
                ("PATCH", "/v1/device", lock, [other], 403),
                ("PATCH", "/v1/device", lock, ["Origin;"], 403),
                ("PATCH", "/v1/device", lock, ["Origin:"], 403),
                (
                    "PATCH", "/v1/device", lock,
                    ["Origin: \(visitor.origin.replacing("127.0.0.1", with: "localhost"))"], 403
                ),
                ("GET", "/v1/center", nil, [other], 403),
                ("GET", "/v1/center", nil, ["Origin:", "Sec-Fetch-Site: same-site"], 403),
                ("GET", "/v1/center", nil, ["Origin:", "Sec-Fetch-Site: cross-site"], 403),
                ("POST", "/v1/session", #"{"code":"x"}"#, ["Origin: http://evil.example"], 403),
                ("POST", "/v1/session", #"{"code":"x"}"#, [], 401),
                ("POST", "/v1/session", #"{"code":1}"#, [], 400),
                // What only programs do, with the token.
                ("POST", "/v1/session-codes", nil, [], 403),
                ("GET", path + "/token", nil, [], 403),
                ("DELETE", path, nil, [], 403),
                ("POST", "/v1/apps", #"{"path":"/tmp/x.app"}"#, [], 403),
                ("GET", "/v1/apns/providers", nil, [], 403),
                ("GET", "/metrics", nil, [], 403),
                ("GET", "/v1/center/../apps/x/token", nil, [], 403),
                ("GET", "/v1/center?x=/v1/apps", nil, [], 200),
                ("GET", "/page/../../../etc/passwd", nil, [], 404),
                ("GET", "/page/..%2F..%2Fetc%2Fpasswd", nil, [], 404),
            ]
        for row in rows {
            let answer = try await visitor.ask(
                row.method,
                row.path,
                row.body,
                headers: row.headers
            )
            #expect(
                answer.status == row.status,
                "\(row.method) \(row.path) \(row.headers): \(answer.body)"
            )
            #expect(answer.header("X-Frame-Options") == "DENY")
            #expect(!answer.headers.lowercased().contains("access-control-allow"))
        }
        let device = try await daemon.request("GET", "/v1/device")
        #expect(device.object["lock"] == "unlocked")
        #expect(daemon.stop() == 0)
    }

    @Test func `serves the page to everybody, and lets it do little`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        let visitor = try WebVisitor(daemon)
        let page = try await visitor.ask("GET", "/")
        #expect(page.status == 200)
        #expect(page.header("Content-Type") == "text/html; charset=utf-8")
        let policy = """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
            media-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; \
            form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'
            """
        #expect(page.header("Content-Security-Policy") == policy)
        #expect(page.header("Referrer-Policy") == "no-referrer")
        #expect(page.header("Cross-Origin-Resource-Policy") == "same-origin")
        #expect(page.header("Cross-Origin-Opener-Policy") == "same-origin")
        #expect(page.header("Cache-Control") == "no-store")
        #expect(page.header("X-Content-Type-Options") == "nosniff")
        // What it names is there.
        let names = page.body.split(separator: "\"").filter { $0.hasPrefix("page/") }
        #expect(names.count > 30)
        for name in names {
            #expect(try await visitor.ask("GET", "/\(name)").status == 200, "\(name)")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `has no address without a port, and writes no code or cookie into its log`()
        async throws
    {
        let fixture = try DaemonFixture()
        let first = try LiveDaemon(in: fixture.folder)
        let answer = try await first.request("POST", "/v1/session-codes")
        #expect((answer.status, answer.code) == (409, "wrong_state"))
        #expect(answer.text.contains("belfryd --port"))
        #expect(first.stop() == 0)

        let log = fixture.folder.appendingPathComponent("log")
        try Data().write(to: log)
        let file = try FileHandle(forWritingTo: log)
        let daemon = try LiveDaemon(
            in: fixture.folder,
            ["--port", "0", "--log-level", "trace"],
            errors: file
        )
        var visitor = try WebVisitor(daemon)
        let code = try await WebVisitor.code(of: daemon)
        #expect(
            try await visitor.ask("POST", "/v1/session", #"{"code":"\#(code)x"}"#).status == 401
        )
        try await visitor.signIn(to: daemon)
        #expect(try await visitor.ask("GET", "/v1/center").status == 200)
        #expect(try await visitor.ask("GET", "/v1/none").status == 403)
        // Nor any of the tokens that programs, apps and senders are known by.
        try await fixture.install(try await fixture.makeApp("Sample"), in: daemon)
        let path = "/v1/apps/\(DaemonFixture.app)/token"
        let written = try String(contentsOfFile: daemon.state + "/token", encoding: .utf8)
        let own = written.trimmingCharacters(in: .newlines)
        let app = try await daemon.request("GET", path).object["token"]?.string
        let device = try await daemon.request("POST", path, "{}").object["token"]?.string
        let tokens = [own, try #require(app), try #require(device)]
        for token in tokens {
            for target in ["/v1/center", "/v1/none", "/v1/app"] {
                for header in ["Authorization: Bearer \(token)", "Authorization: \(token)"] {
                    _ = try await daemon.request(
                        "GET",
                        target,
                        headers: [header, "Cookie: belfry=\(token)"],
                        origin: visitor.origin
                    )
                }
            }
        }
        #expect(daemon.stop() == 0)
        let text = try String(contentsOf: log, encoding: .utf8) + daemon.announcement
        let secret = try #require(visitor.cookie?.split(separator: ".").last)
        #expect(secret.utf8.count == 64)
        #expect(!text.contains(code))
        #expect(!text.contains(secret))
        for token in tokens {
            #expect(!text.contains(token), "\(tokens.firstIndex(of: token) ?? 0)")
        }
    }
}
