// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySystem
import CBelfryPlatform
import Testing

@testable import BelfryEgress

/// The door as the host uses it.
@Suite(.timeLimit(.minutes(1))) struct EgressSessionTests {
    /// Runs a body with a session that may reach an origin, and the port that a worker would find.
    private static func running(
        _ origins: [String],
        during body: (EgressSession, Int) async throws -> Void
    ) async throws {
        var port: UInt16 = 0
        let listener = Descriptor(owning: unsafe belfry_listen_loopback(&port))
        let session = Egress().open(
            listener,
            forBundleAt: "/Example.appex",
            policy: try NetworkPolicy(origins),
            limits: .patient
        )
        do {
            try await body(session, Int(port))
        } catch {
            await session.close()
            throw error
        }
        await session.close()
    }

    @Test func `settles at once while no connection is open`() async throws {
        try await Self.running([]) { session, _ in
            session.endRun()
            await session.settle(within: .seconds(3600))
            #expect(session.takeDecisions().decisions.isEmpty)
        }
    }

    @Test func `settles once the ended run's connections are cut and decided`() async throws {
        try await TestOrigin.serving { client in
            _ = try await client.readHead()
            try await client.send("HTTP/1.1 200 OK\r\n\r\nendless")
            _ = try await client.readAll()
        } during: { origin in
            let url = "http://127.0.0.1:\(origin.port)"
            try await Self.running([url]) { session, port in
                let client = try await PulledChannel.connecting(to: port)
                try await client.send(
                    "GET \(url)/ HTTP/1.1\r\nHost: 127.0.0.1:\(origin.port)\r\n\r\n"
                )
                _ = try await client.readHead()

                await session.settle(within: .milliseconds(1))
                #expect(session.takeDecisions().decisions.isEmpty, "the connection is still open")

                session.endRun()
                await session.settle(within: .seconds(3600))
                let (decisions, droppedCount) = session.takeDecisions()
                #expect(decisions.map(\.reason) == [.proxyClosed])
                #expect(decisions.map(\.isAllowed) == [true])
                #expect(droppedCount == 0)
                #expect(session.takeDecisions().decisions.isEmpty)
                await client.close()
            }
        }
    }

    @Test func `closes although its descriptor never listened`() async throws {
        let session = Egress().open(
            try Descriptor.open("/dev/null", 0),
            forBundleAt: "/Example.appex",
            policy: NetworkPolicy(),
            limits: .patient
        )
        session.beginRun()
        await session.close()
        #expect(session.takeDecisions().decisions.isEmpty)
    }
}
