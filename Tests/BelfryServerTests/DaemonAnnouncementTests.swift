// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import EndToEndSupport
import Foundation
import Testing

/// What the daemon prints when it is ready: where everything is, and what to type next.
@Suite(.timeLimit(.minutes(2)), .serialized) struct DaemonAnnouncementTests {
    private func lines(of daemon: LiveDaemon) -> [String] {
        daemon.announcement.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [false, true])
    func `names its socket, its state and its clock`(_ isVirtual: Bool) async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder, isVirtual ? ["--virtual-clock"] : [])
        let lines = lines(of: daemon)
        let clock = isVirtual ? "virtual; belfry clock moves it" : "the machine's"
        #expect(lines.first == "belfryd: ready")
        #expect(lines.contains("  socket    \(daemon.socket)"))
        #expect(lines.contains("  state     \(daemon.state)"))
        #expect(lines.contains("  clock     \(clock)"))
        #expect(lines.last == "  next      BELFRY_SOCKET=\(daemon.socket) belfry install Name.app")
        // The places and the clock are as the lines say.
        #expect(FileManager.default.fileExists(atPath: daemon.state + "/center.sqlite"))
        let moved = try await daemon.request("POST", "/v1/clock", #"{"advance":1}"#)
        #expect(moved.status == (isVirtual ? 200 : 409), "\(moved.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `names the usual places and ports, and a command that finds them`() throws {
        let fixture = try DaemonFixture()
        let base = fixture.folder.path
        // The shell leaves out the arguments, which name other places.
        let daemon = try LiveDaemon(
            in: fixture.folder,
            through: ["sh", "-c", #"unset BELFRY_SOCKET BELFRY_STATE; exec "$0""#],
            environment: [
                "XDG_RUNTIME_DIR": base, "XDG_STATE_HOME": base + "/kept", "XDG_CONFIG_HOME": base,
            ]
        )
        let lines = lines(of: daemon)
        #expect(lines.contains("  socket    \(base)/belfry/api"))
        #expect(lines.contains("  loopback  closed; --port 8222 opens it, with a token"))
        #expect(lines.contains { $0.hasPrefix("  push      closed; --apns-port 2197 ") })
        #expect(lines.contains("  state     \(base)/kept/belfry"))
        #expect(lines.contains("  clock     the machine's"))
        #expect(lines.last == "  next      belfry install Name.app")
        #expect(daemon.stop() == 0)
    }
}
