// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Where the token of a topic is to be found once senders have shown it: nowhere.
@Suite(.timeLimit(.minutes(3))) struct DaemonInletTokenTests {
    /// A token in each way that senders have, as a path's query and a header.
    private struct Carrier {
        let path: String
        let header: String?

        /// Those of ntfy, for a topic's path, and those of Gotify.
        static func all(_ token: String, _ path: String = "/alerts") -> [Carrier] {
            [
                Carrier(path: path, header: "Authorization: Bearer \(token)"),
                Carrier(path: path, header: "Authorization: Basic \(encoded(":\(token)"))"),
                Carrier(path: path, header: "Authorization: Basic \(encoded("user:\(token)"))"),
                Carrier(path: "\(path)?auth=\(encoded("Bearer \(token)"))", header: nil),
                Carrier(
                    path: "\(path)?title=t&auth=\(encoded("Basic \(encoded(":\(token)"))"))",
                    header: nil
                ),
                // No form that anybody takes, but a secret all the same.
                Carrier(path: "\(path)?auth=\(token)", header: "Authorization: \(token)"),
                Carrier(path: "\(path)?token=\(token)", header: "Authorization: Digest \(token)"),
                Carrier(path: "/message?token=\(token)", header: nil),
                Carrier(path: "/message", header: "X-Gotify-Key: \(token)"),
                Carrier(path: "/message", header: "Authorization: Bearer \(token)"),
            ]
        }

        /// In Base64, of the alphabet for addresses and without its end.
        static func encoded(_ text: String) -> String {
            Data(text.utf8).base64EncodedString().replacing("+", with: "-")
                .replacing("/", with: "_").replacing("=", with: "")
        }
    }

    /// What gives a token away: its secret part, and each part of it in Base64 that does not depend on
    /// what is before it.
    private static func traces(of token: String) -> [String] {
        let secret = String(token.dropFirst(3))
        let shifted = (0..<3).map { skipped in
            let whole = Carrier.encoded(String(secret.dropFirst(skipped)))
            return String(whole.prefix(24))
        }
        return [String(secret.prefix(24)), String(secret.suffix(24))] + shifted
    }

    private static func expectNone(
        _ traces: [String],
        in bytes: Data,
        _ place: String,
        _ location: SourceLocation = #_sourceLocation
    ) {
        for trace in traces where bytes.range(of: Data(trace.utf8)) != nil {
            Issue.record("\(place) has a token's \(trace)", sourceLocation: location)
        }
    }

    @Test func `has no token in its log, its answers, its metrics, its files and its processes`()
        async throws
    {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample", extension: "Completes")
        let log = fixture.folder.appendingPathComponent("daemon.log")
        try Data().write(to: log)
        let daemon = try LiveDaemon(
            in: fixture.folder,
            ["--inlet-port", "0", "--log-level", "trace"],
            errors: FileHandle(forWritingTo: log)
        )
        try await fixture.install(app, in: daemon)
        let made = try await daemon.request(
            "POST",
            "/v1/topics",
            #"{"name":"alerts","app":"\#(DaemonFixture.app)"}"#
        ).object
        let token = try #require(made["token"]?.string)
        let topics = try await daemon.request("GET", "/v1/topics")
        let origin = "http://127.0.0.1:\(try #require(topics.object.number("port")))"
        // Of another topic's, a mistyped one, and one in capitals.
        let wrong = [String(token.dropLast()) + "_", token.uppercased()]
        let traces = ([token] + wrong).flatMap(Self.traces)

        var answers = ""
        var statuses: Set<Int> = []
        func send(
            _ carrier: Carrier,
            _ method: String = "POST",
            _ body: String? = nil,
            _ headers: [String] = []
        ) async throws {
            let json = carrier.path.hasPrefix("/message") ? ["Content-Type: application/json"] : []
            let answer = try await daemon.request(
                method,
                carrier.path,
                body ?? #"{"message":"m","priority":5}"#,
                headers: json + headers + [carrier.header].compactMap(\.self),
                origin: origin
            )
            statuses.insert(answer.status)
            answers += answer.text + "\n"
        }
        for shown in [token] + wrong {
            for carrier in Carrier.all(shown) { try await send(carrier) }
        }
        #expect(statuses == [200, 401, 403], "\(statuses)")
        // What is refused for another reason, and what is at fault here.
        for carrier in Carrier.all(token) {
            try await send(carrier, "GET")
            try await send(carrier, "POST", "{", ["Priority: 9"])
            try await send(carrier, "POST", nil, ["Content-Encoding: gzip"])
            try await send(carrier, "POST", nil, ["Host: evil.example"])
            try await send(carrier, "POST", nil, ["Origin: https://evil.example"])
            try await send(carrier, "POST", nil, ["Delay: never", "Actions: odd"])
        }
        for carrier in Carrier.all(token, "/another") + Carrier.all(token, "/a/b/c") {
            try await send(carrier)
        }
        #expect(statuses.isSuperset(of: [400, 403, 404, 415, 421]), "\(statuses)")
        let incoming = daemon.state + "/inlet/incoming"
        try? FileManager.default.removeItem(atPath: incoming)
        try Data().write(to: URL(fileURLWithPath: incoming))
        let picture = fixture.folder.appendingPathComponent("a.gif")
        try (Data("GIF89a".utf8) + [0xff, 0xfe, 0]).write(to: picture)
        for carrier in Carrier.all(token) {
            try await send(carrier, "PUT", "@" + picture.path, ["Filename: a.gif"])
        }
        #expect(statuses.contains(500), "\(statuses)")

        let said = try Data(contentsOf: log)
        #expect(said.range(of: Data("message failed".utf8)) != nil)
        Self.expectNone(traces, in: said, "the log")
        Self.expectNone(traces, in: Data(answers.utf8), "an answer")
        for path in ["/metrics", "/v1/topics", "/v1/center", "/v1/notifications?limit=1000"] {
            let answer = try await daemon.request("GET", path)
            #expect(answer.status == 200)
            Self.expectNone(traces, in: Data(answer.text.utf8), path)
        }
        let explained = try await daemon.request("GET", "/v1/notifications/1/explanation").text
        Self.expectNone(traces, in: Data(explained.utf8), "an explanation")
        let events = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        #expect(!events.isEmpty)
        try expectNoProcess(of: daemon, has: traces)
        #expect(daemon.stop() == 0)
        try expectNoFile(in: daemon.state, has: traces)
    }

    /// Looks at the arguments and the environment of every process, the daemon's among them.
    private func expectNoProcess(of daemon: LiveDaemon, has traces: [String]) throws {
        var isThere = false
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
            guard Int(name) != nil, let words = Self.bytes("/proc/\(name)/cmdline") else {
                continue
            }
            let variables = Self.bytes("/proc/\(name)/environ") ?? Data()
            if words.range(of: Data(daemon.state.utf8)) != nil { isThere = true }
            Self.expectNone(traces, in: words + variables, "process \(name)")
        }
        #expect(isThere)
    }

    private func expectNoFile(in folder: String, has traces: [String]) throws {
        let names = try #require(FileManager.default.enumerator(atPath: folder))
        var count = 0
        for case let name as String in names {
            guard let bytes = Self.bytes("\(folder)/\(name)"), !bytes.isEmpty else { continue }
            count += 1
            Self.expectNone(traces, in: bytes, "the file \(name)")
        }
        #expect(count > 3)
    }

    /// A file's bytes; nil for a directory, and for a file that was removed meanwhile.
    private static func bytes(_ path: String) -> Data? {
        try? Data(contentsOf: URL(fileURLWithPath: path))
    }
}
