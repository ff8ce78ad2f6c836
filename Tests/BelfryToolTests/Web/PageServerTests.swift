// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryTool
internal import Testing

/// The page's server gives nothing to who has not its address, and takes nothing but what the page says.
@Suite(.timeLimit(.minutes(2)))
struct PageServerTests {
    /// A request that is wrong in one thing.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let status: Int
        let make: @Sendable (String) -> RawRequest

        init(
            _ description: String,
            _ status: Int,
            _ make: @escaping @Sendable (_ address: String) -> RawRequest
        ) {
            testDescription = description
            self.status = status
            self.make = make
        }

        /// Changes a request for the page.
        static func page(
            _ description: String,
            _ status: Int,
            _ change: @escaping @Sendable (inout RawRequest) -> Void
        ) -> Case {
            Case(description, status) { address in
                var request = RawRequest("", address: address)
                change(&request)
                return request
            }
        }

        /// Changes an input.
        static func input(
            _ description: String,
            _ status: Int,
            _ json: String = #"{"input": "open"}"#,
            _ change: @escaping @Sendable (inout RawRequest) -> Void = { _ in }
        ) -> Case {
            Case(description, status) { address in
                var request = RawRequest.input(json, address: address)
                change(&request)
                return request
            }
        }
    }

    static let cases: [Case] = [
        .page("the page", 200) { _ in },
        .page("no token", 404) { $0.path = "/" },
        .page("an empty token", 404) { $0.path = "//" },
        .page("another token", 404) { $0.path = "/\(String(repeating: "0", count: 32))/" },
        .page("the token without a slash", 404) { $0.path.removeLast() },
        .page("the token and more", 404) { $0.path = "\($0.path.dropLast())0/" },
        .page("the token elsewhere", 404) { $0.path = "/x\($0.path)" },
        .page("a file that there is not", 404) { $0.path += "constructor" },
        .page("another host", 421) { $0.host = "example.org" },
        .page("a host of that port", 421) {
            $0.host = $0.host.replacing("127.0.0.1", with: "evil.test")
        },
        .page("no port", 421) { $0.host = "127.0.0.1" },
        .page("localhost", 200) { $0.host = $0.host.replacing("127.0.0.1", with: "localhost") },
        .page("two hosts", 421) { $0.headers = [("Host", "example.org")] },
        .page("a post", 405) { $0.method = "POST" },
        .page("a method of nobody's", 405) { $0.method = "DELETE" },
        .page("a body", 400) { $0.set("Content-Length", "5") },
        .page("a body in chunks", 400) { $0.set("Transfer-Encoding", "chunked") },
        .page("an input by GET", 405) { $0.path += "input" },
        .page("a picture's folder", 404) { $0.path += "picture/" },
        .page("a picture that there is not", 404) { $0.path += "picture/other" },
        .page("a way up", 404) { $0.path += "picture/../page.css" },
        .page("a way up in disguise", 404) { $0.path += "picture/..%2f..%2fetc%2fpasswd" },
        .page("a file's path", 404) { $0.path += "picture/%2Fetc%2Fpasswd" },
        .page("a name that is no UTF-8", 404) { $0.path += "picture/%ff" },
        .page("a picture of a type of its own", 404) { $0.path += "picture/page" },
        .page("a picture", 200) { $0.path += "picture/4-1" },
        .input("an input", 204),
        .input("an input that is refused", 409, #"{"input": "tap", "view": 7}"#),
        .input("no origin", 403) { $0.set("Origin", nil) },
        .input("another origin", 403) { $0.set("Origin", "https://example.org") },
        .input("an origin of nowhere", 403) { $0.set("Origin", "null") },
        .input("an origin by another name", 403) {
            $0.set("Origin", "http://\($0.host.replacing("127.0.0.1", with: "localhost"))")
        },
        .input("a form", 415) { $0.set("Content-Type", "text/plain") },
        .input("no length", 411, "") { $0.set("Content-Length", nil) },
        .input("a length that is none", 400) { $0.set("Content-Length", "five") },
        .input("a huge body", 413) { $0.set("Content-Length", "1000000000") },
        .input("no JSON", 400, "open"),
        .input("an input that there is not", 400, #"{"input": "format"}"#),
        .input("a view that is no number", 400, #"{"input": "tap", "view": -1}"#),
        .input("a value that is no number", 400, #"{"input": "slide", "view": 1, "value": "NaN"}"#),
    ]

    @Test(arguments: cases)
    func `answers as it should`(_ tried: Case) async throws {
        let stage = Self.stage()
        let answer = try await PageServer.serve(stage) { server in
            let request = tried.make(server.address)
            return try await RawClient.exchange(request)
        }
        #expect(answer.hasPrefix("HTTP/1.1 \(tried.status) "), "\(answer)")
        // What is refused does nothing.
        #expect(stage.inputs.isEmpty == ![204, 409].contains(tried.status))
    }

    @Test func `says with every answer what a browser must not do`() async throws {
        for name in ["", "page.js", "picture/4-1", "picture/none", "none"] {
            let answer = try await PageServer.serve(Self.stage()) { server in
                let request = RawRequest(name, address: server.address)
                return try await RawClient.exchange(request)
            }
            for header in [
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'",
                "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
                "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
                "Cache-Control: no-store", "Cross-Origin-Opener-Policy: same-origin",
                "Cross-Origin-Resource-Policy: same-origin",
            ] {
                #expect(answer.contains(header), "\(name): \(header)")
            }
            #expect(!answer.contains("unsafe"))
        }
    }

    @Test func `has another address each time, on loopback`() async throws {
        var addresses: Set<String> = []
        for _ in 0..<3 {
            addresses.insert(try await PageServer.serve(Self.stage()) { $0.address })
        }
        #expect(addresses.count == 3)
        for address in addresses {
            let parts = address.split(separator: "/")
            #expect(parts[1].hasPrefix("127.0.0.1:"))
            #expect(parts[2].count == 32 && parts[2].allSatisfy(\.isHexDigit))
        }
    }

    @Test func `streams every change, and an end when the notification is closed`() async throws {
        let stage = Self.stage()
        let answer = try await PageServer.serve(stage, heartbeat: .milliseconds(10)) { server in
            let request = RawRequest("events", address: server.address)
            return try await RawClient.exchange(request) { text in
                // Each step follows from what has come.
                if stage.viewerCount == 1, !text.contains("renamed"),
                    text.contains("event: snapshot")
                {
                    stage.show { $0.header = "renamed\n\ndata: \u{2028}" }
                } else if text.contains("renamed"), text.contains(":\n\n"),
                    !text.contains("\"closed\"")
                {
                    stage.close()
                }
                return false
            }
        }
        #expect(answer.contains("Content-Type: text/event-stream"))
        let names = answer.matches(of: /event: (\w+)/).map { String($0.1) }
        #expect(names.first == "snapshot")
        #expect(names.last == "end")
        #expect(answer.contains(#""phase":"closed""#))
        #expect(!answer.contains("\n\ndata: \u{2028}"), "a text ended an event")
    }

    @Test func `has eight streams at most, and a slot again when one ends`() async throws {
        let stage = Self.stage()
        try await PageServer.serve(stage) { server in
            let request = RawRequest("events", address: server.address)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { _ = try await RawClient.exchange(request) }
                }
                // The ninth is refused once all eight are there.
                while stage.viewerCount < 8, !Task.isCancelled { await Task.yield() }
                let ninth = try await RawClient.exchange(request)
                #expect(ninth.hasPrefix("HTTP/1.1 503 "))
                group.cancelAll()
                while (try? await group.next()) != nil {}
                var status = ""
                while !status.hasPrefix("HTTP/1.1 200 ") {
                    status = try await RawClient.exchange(request) {
                        $0.contains("\r\n\r\n")
                    }
                }
            }
        }
    }

    @Test func `says so when a port is taken`() async throws {
        let failure = try await PageServer.serve(Self.stage()) { server in
            let port = RawRequest("", address: server.address).port
            return await #expect(throws: ToolFailure.self) {
                try await PageServer.serve(Self.stage(), port: port) { _ in }
            }
        }
        #expect(failure?.status == .unavailable)
        #expect(failure?.message.contains("--port") == true)
    }

    private static func stage() -> StandInStage {
        let pictures = StandInScene.pictures.merging(
            ["page": (bytes: Array("<script>".utf8), mediaType: "text/html")]
        ) { $1 }
        return StandInStage(StandInScene.snapshot, pictures: pictures) { input, _ in
            if case .tap = input { "that view takes no taps" } else { nil }
        }
    }
}
