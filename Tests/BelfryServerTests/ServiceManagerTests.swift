// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfrySystem
import CenterSimulation
import EndToEndSupport
import Foundation
import Glibc
import Testing

@testable import BelfryServer

/// What the daemon tells the service manager that has started it.
@Suite(.timeLimit(.minutes(1))) struct ServiceManagerTests {
    /// What a service manager listens to (man 3 sd_notify).
    private final class Manager {
        let path: String
        private let socket: Descriptor

        /// What came and was not taken yet.
        private var states: [String] = []

        init(in folder: URL) throws {
            let path = folder.appendingPathComponent("notify").path
            let socket = Descriptor(owning: Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
                unsafe bytes.copyBytes(from: Array(path.utf8))
            }
            let bound = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                    unsafe bind(socket.raw, name, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(bound == 0)
            self.path = path
            self.socket = socket
        }

        /// Takes all that has come.
        func take() throws -> [String] {
            defer { states = [] }
            while socket.waitUntilReadable(until: .now) {
                states.append(String(decoding: try socket.read(upTo: 4096), as: UTF8.self))
            }
            return states
        }

        /// Waits until something has come a number of times, and takes all until then.
        func wait(for state: String, _ count: Int = 1) async throws -> [String] {
            var taken: [String] = []
            while taken.filter({ $0 == state }).count < count {
                taken += try take()
                try await Task.sleep(for: .milliseconds(2))
            }
            return taken
        }
    }

    @Test func `gives signs of life as long as the centre answers`() async throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        try FileManager.default.createDirectory(
            at: scripts.folder,
            withIntermediateDirectories: true
        )
        let manager = try Manager(in: scripts.folder)
        let center = try CenterService { _ in
            CenterService.Parts(store: MemoryStore(), engine: ScriptedEngine())
        }
        let heartbeat = Heartbeat(
            feeds: [],
            views: OpenViews(),
            center: center,
            running: scripts.running(AppPatience()),
            manager: ServiceManager(
                environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "20000"]
            ),
            began: {}
        )
        let beating = Task { try await heartbeat.run() }
        let first = try await manager.wait(for: "WATCHDOG=1", 3)
        #expect(first.first == "READY=1")

        // The centre's own thread waits for a byte that does not come.
        let (hangs, begins) = AsyncStream.makeStream(of: Void.self)
        let pipe = Pipe()
        center.submit { _ in
            begins.finish()
            _ = pipe.fileHandleForReading.availableData
        } done: { _ in
        }
        for await _ in hangs {}
        _ = try manager.take()
        try await Task.sleep(for: .milliseconds(500))
        // One may have been on its way.
        #expect(try manager.take().count <= 1)
        try pipe.fileHandleForWriting.write(contentsOf: Data([0]))
        _ = try await manager.wait(for: "WATCHDOG=1", 3)
        beating.cancel()
        _ = await beating.result
        await center.stop()
    }

    @Test func `says when it is ready, that it lives, and that it stops`() async throws {
        let fixture = try DaemonFixture()
        let manager = try Manager(in: fixture.folder)
        let daemon = try LiveDaemon(
            in: fixture.folder,
            environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "200000"]
        )
        let beats = try await manager.wait(for: "WATCHDOG=1", 3)
        #expect(beats.first == "READY=1")
        #expect(beats.filter { $0 == "READY=1" }.count == 1)
        // What is meant for another process does not count.
        #expect(daemon.stop() == 0)
        #expect(try await manager.wait(for: "STOPPING=1").last == "STOPPING=1")
        let other = try LiveDaemon(
            in: fixture.folder,
            environment: [
                "NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1",
            ]
        )
        _ = try await manager.wait(for: "READY=1")
        #expect(try await other.request("GET", "/healthz").status == 200)
        #expect(other.stop() == 0)
        #expect(try await manager.wait(for: "STOPPING=1") == ["STOPPING=1"])
    }
}
