// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import NIOCore
import Testing

@testable import BelfryEgress

@Suite(.timeLimit(.minutes(1))) struct ConnectionRegistryTests {
    @Test func `counts no bytes of a run that is over`() throws {
        let limits = EgressLimits.with { $0.bytesInTotal = 10 }
        let registry = ConnectionRegistry(limits: limits)
        let ticket = try #require(registry.arrive())
        try registry.count(10, .toExtension, of: ticket)
        registry.endRun()
        var error = #expect(throws: Refusal.self) {
            try registry.count(1, .toExtension, of: ticket)
        }
        #expect(error?.reason == .proxyClosed)
        registry.beginRun()
        error = #expect(throws: Refusal.self) { try registry.count(1, .toExtension, of: ticket) }
        #expect(error?.reason == .proxyClosed)
        let next = try #require(registry.arrive())
        try registry.count(10, .toExtension, of: next)
        error = #expect(throws: Refusal.self) { try registry.count(1, .toExtension, of: next) }
        #expect(error?.reason == .byteLimit)
        error = #expect(throws: Refusal.self) { try registry.count(.max, .toExtension, of: next) }
        #expect(error?.reason == .byteLimit)
    }

    @Test func `begins nothing once it is closed`() {
        let registry = ConnectionRegistry(limits: .patient)
        registry.close()
        registry.beginRun()
        #expect(registry.arrive() == nil)
    }

    @Test func `a run's end cuts its connections, and nothing goes out before the next`()
        async throws
    {
        try await TestOrigin.serving { client in
            _ = try await client.readAll()
        } during: { origin in
            let host = "127.0.0.1:\(origin.port)"
            let request = "CONNECT \(host) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
            try await ProxyFixture.running(["https://\(host)"]) { fixture in
                let client = try await fixture.connect()
                try await client.send(request)
                #expect(try await client.readHead().hasPrefix("HTTP/1.1 200 "))
                fixture.registry.endRun()
                await #expect(throws: Refusal.self) { try await client.readAll() }
                await fixture.registry.idle()
                let cut = try await fixture.decision()
                #expect(cut.reason == .proxyClosed)
                #expect(cut.isAllowed)

                let answer = try await fixture.exchange(request)
                #expect(answer.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
                let refused = try await fixture.decision()
                #expect(refused.reason == .proxyClosed)
                #expect(!refused.isAllowed)

                fixture.registry.beginRun()
                let second = try await fixture.connect()
                try await second.send(request)
                #expect(try await second.readHead().hasPrefix("HTTP/1.1 200 "))
                await second.close()
                #expect(try await fixture.decision().reason == .allowed)
            }
        }
    }

    @Test func `keeps so many decisions, and of the rest the first of each reason`() {
        let log = DecisionLog(limit: 2)
        for number in 1...10_000 {
            var decision = EgressDecision(sequence: number, arrival: .zero)
            if number > 5 { decision.reason = .requestLimit }
            log.append(decision)
        }
        let (decisions, droppedCount) = log.take()
        #expect(decisions.map(\.sequence) == [1, 2, 6])
        #expect(droppedCount == 9997)
        #expect(log.take().decisions.isEmpty)
        #expect(log.take().droppedCount == 0)
    }
}
