// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import CenterSimulation
import EndToEndSupport
import Foundation
import Testing

/// What `belfryd` answers, and what it writes into its ledger, is of files that the disk has, with
/// their names.
///
/// A kill keeps the page cache, and a power loss on ext4 keeps whatever its journal has meanwhile; the
/// record of the program's calls has neither.
@Suite(
    .enabled("strace is missing, or tracing is forbidden here") {
        try await Command.run("/usr/bin/env", ["strace", "-o", "/dev/null", "true"]).status == 0
    },
    .timeLimit(.minutes(3)),
    .serialized
)
struct DaemonDurabilityTests {
    /// A picture of one pixel.
    private static let picture = """
        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E\
        rkJggg==
        """

    /// A sender's key, as PEM in a JSON text.
    private static let key = """
        -----BEGIN PUBLIC KEY-----\\n\
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE4ts+i3+T3zFY6kVFEhUYJN3A4JMC\\n\
        zoR6xG/tLUpgsIpd44guXj0r4Rrh2jPvz7RwbAB+ZXbuWBrkrQYkx9hCcw==\\n\
        -----END PUBLIC KEY-----\\n
        """

    private static let own = "/v1/apps/\(DaemonFixture.app)"

    private static func strace(_ record: String) -> [String] {
        // The program keeps its number, so that it can be told to stop.
        let calls = "trace=" + DiskTrace.calls.joined(separator: ",")
        return ["strace", "-D", "-f", "-y", "-qq", "-s", "40", "-o", record, "-e", calls]
    }

    private static func text(_ record: String) throws -> String {
        // What extensions write need not be text.
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: record)), as: UTF8.self)
    }

    private func expectDone(
        _ daemon: LiveDaemon,
        _ method: String,
        _ path: String,
        _ body: String? = nil
    ) async throws {
        let answer = try await daemon.request(method, path, body)
        try #require((200..<300).contains(answer.status), "\(path): \(answer.text)")
    }

    /// Has one file of each kind come about.
    private func makeOneOfEach(
        _ fixture: borrowing DaemonFixture,
        _ daemon: LiveDaemon
    ) async throws {
        try await fixture.install(
            try await fixture.makeApp("Sample", extension: "Attaches"),
            in: daemon
        )
        try await expectDone(daemon, "GET", Self.own + "/token")
        try await expectDone(
            daemon,
            "POST",
            "/v1/apns/providers",
            #"{"keyID":"0123456789","teamID":"0123456789","key":"\#(Self.key)"}"#
        )
        let file = fixture.folder.appendingPathComponent("a.png")
        try #require(Data(base64Encoded: Self.picture)).write(to: file)
        let content =
            #"{"title":"t","attachments":[{"identifier":"picture","path":"\#(file.path)"}]}"#
        let trigger = #"{"kind":"timeInterval","seconds":60}"#
        try await expectDone(
            daemon,
            "POST",
            Self.own + "/requests",
            #"{"identifier":"a","content":\#(content),"trigger":\#(trigger)}"#
        )
        #expect(try await fixture.push("1", to: daemon).status == 200)
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        let shown = try await daemon.request("GET", "/v1/notifications/1").object
        guard case .array(let files)? = shown["content"]?.object?["attachments"] else {
            Issue.record("nothing is attached")
            return
        }
        #expect(files.count == 1)
    }

    @Test func `tells of nothing that a power loss could take`() async throws {
        let fixture = try DaemonFixture()
        let record = fixture.folder.path + "/strace"
        let daemon = try LiveDaemon(
            in: fixture.folder,
            ["--virtual-clock", "--apns-port", "0"],
            through: Self.strace(record)
        )
        try await makeOneOfEach(fixture, daemon)
        #expect(daemon.stop() == 0)

        let state = daemon.state
        // What an app prints, what knows a running app again, and counts of what each app stores need
        // not outlive this; what makes the ledger a file is SQLite's, and CrashTests hold it.
        let passing = [
            "/center.sqlite", "/app-logs", "/app-processes", "/storage", "/attachments/.",
        ].map { state + $0 }
        let trace = DiskTrace(try Self.text(record)) { path in
            (path == state || path.hasPrefix(state + "/"))
                && !passing.contains { path.hasPrefix($0) }
        } telling: { call in
            call.arguments.contains("\"HTTP/1.1 2") || call.arguments.contains("\"belfryd: ready")
                || call.name == "pwrite64" && call.file == state + "/center.sqlite-wal"
        }
        #expect(trace.tellingCount > 10)
        for loss in trace.losses() { Issue.record("a power loss can take \(loss)") }
        // Without any one of the waits something would be told of too early. But SQLite waits for the
        // directory as well, the second picture finds the store's name there, and the authority's two
        // files are one after the other.
        let needless = trace.waits.filter { trace.losses(without: $0).isEmpty }
        #expect(Set(needless.map(\.path)) == [state, state + "/apns"])
    }
}
