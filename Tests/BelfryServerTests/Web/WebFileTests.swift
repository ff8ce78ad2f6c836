// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import EndToEndSupport
import Foundation
import Testing

/// The files of notifications as a running `belfryd` serves them to the page.
@Suite(.timeLimit(.minutes(5)), .serialized) struct WebFileTests {
    private static let app = DaemonFixture.app

    /// Starts a daemon whose list has one notification with a file.
    private func daemon(
        with data: Data,
        named name: String,
        in fixture: borrowing DaemonFixture
    ) async throws -> (LiveDaemon, WebVisitor) {
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(app, in: daemon)
        let file = fixture.folder.appendingPathComponent(name)
        try data.write(to: file)
        let content = #"{"title":"t","attachments":[{"identifier":"f","path":"\#(file.path)"}]}"#
        let added = try await daemon.request(
            "POST",
            "/v1/apps/\(Self.app)/requests",
            #"{"identifier":"a","content":\#(content)}"#
        )
        try #require(added.status == 201, "\(added.text)")
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        var visitor = try WebVisitor(daemon)
        try await visitor.signIn(to: daemon)
        return (daemon, visitor)
    }

    private static let path = "/v1/notifications/1/attachments/f"

    @Test func `serves a sound whole and in parts`() async throws {
        let fixture = try DaemonFixture()
        let sound = SampleFiles.sound
        let (daemon, visitor) = try await daemon(with: sound, named: "a.wav", in: fixture)
        let rows: [(range: [String], status: Int, length: Int, content: String?)] = [
            ([], 200, sound.count, nil),
            (["Range: bytes=0-3"], 206, 4, "bytes 0-3/\(sound.count)"),
            (
                ["Range: bytes=-2"], 206, 2,
                "bytes \(sound.count - 2)-\(sound.count - 1)/\(sound.count)"
            ),
            (["Range: bytes=1-2,5-6"], 200, sound.count, nil),
            (["Range: bytes=0-3", "If-Range: \"x\""], 200, sound.count, nil),
            (["Range: bytes=\(sound.count)-"], 416, -1, "bytes */\(sound.count)"),
        ]
        for row in rows {
            let answer = try await visitor.ask("GET", Self.path, headers: row.range)
            #expect(answer.status == row.status, "\(row.range): \(answer.headers)")
            #expect(answer.header("Content-Range") == row.content, "\(row.range)")
            #expect(answer.header("X-Content-Type-Options") == "nosniff")
            guard row.status < 400 else { continue }
            #expect(answer.header("Content-Length") == "\(row.length)", "\(row.range)")
            #expect(answer.header("Content-Type") == "audio/wav")
            #expect(answer.header("Accept-Ranges") == "bytes")
        }
        let beginning = try await visitor.ask("GET", Self.path, headers: ["Range: bytes=0-3"])
        #expect(beginning.body == "RIFF")
        #expect(daemon.stop() == 0)
    }

    @Test func `lets nothing run that is in a file`() async throws {
        let fixture = try DaemonFixture()
        let (daemon, visitor) = try await daemon(
            with: SampleFiles.pretendedMovie,
            named: "a.mp4",
            in: fixture
        )
        let answer = try await visitor.ask("GET", Self.path)
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "video/mp4")
        #expect(answer.header("X-Content-Type-Options") == "nosniff")
        let policy = try #require(answer.header("Content-Security-Policy"))
        #expect(policy == "default-src 'none'; frame-ancestors 'none'; sandbox")
        #expect(answer.header("Cross-Origin-Resource-Policy") == "same-origin")
        // Nobody else's page gets it, and nobody who has not signed in.
        let other = ["Origin:", "Sec-Fetch-Site: same-site"]
        #expect(try await visitor.ask("GET", Self.path, headers: other).status == 403)
        let host = ["Host: evil.example"]
        #expect(try await visitor.ask("GET", Self.path, headers: host).status == 421)
        let stranger = try WebVisitor(daemon)
        #expect(try await stranger.ask("GET", Self.path).status == 401)
        #expect(daemon.stop() == 0)
    }

    @Test func `does not wait for a reader that takes nothing`() async throws {
        let fixture = try DaemonFixture()
        var movie = SampleFiles.pretendedMovie
        movie.append(Data(count: 8 << 20))
        let (daemon, visitor) = try await daemon(with: movie, named: "a.mp4", in: fixture)
        // Eight that read ten bytes a second, and one that reads.
        var slow: [Program] = []
        for _ in 0..<8 {
            let cookie = try #require(visitor.cookie)
            slow.append(
                try Program(
                    "/usr/bin/env",
                    [
                        "curl", "-sS", "--limit-rate", "10", "-o", "/dev/null", "-H",
                        "Cookie: \(cookie)", "-H", "Origin: \(visitor.origin)",
                        visitor.origin + Self.path,
                    ],
                    streams: (STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO)
                )
            )
        }
        let answer = try await visitor.ask("GET", Self.path, headers: ["Range: bytes=4-11"])
        #expect(answer.body == "ftypisom")
        #expect(try await visitor.ask("GET", "/v1/center").status == 200)
        for one in slow { one.end() }
        #expect(daemon.stop() == 0)
    }
}
