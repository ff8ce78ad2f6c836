// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySystem
import Testing

@testable import BelfryEgress

@Suite struct EgressTransferTests {
    private static let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

    private func transfer(_ stage: EgressTransfer.Stage) -> EgressTransfer {
        var transfer = EgressTransfer(at: Self.start)
        transfer.stage = stage
        return transfer
    }

    @Test func `an exchange in the clear is under way until its answer is whole`() {
        let late = Self.start + .seconds(3600)
        #expect(transfer(.exchange).isUnderWay(at: late))
        #expect(!transfer(.answered).isUnderWay(at: Self.start))
    }

    @Test func `a connection without a request is waited for a second`() {
        #expect(transfer(.arriving).isUnderWay(at: Self.start + .milliseconds(999)))
        #expect(!transfer(.arriving).isUnderWay(at: Self.start + .seconds(1)))
    }

    @Test func `a tunnel is waited for longer where the extension spoke last`() {
        var tunnel = transfer(.tunnel)
        tunnel.move(100, .fromExtension, at: Self.start)
        #expect(tunnel.isUnderWay(at: Self.start + .milliseconds(2999)))
        #expect(!tunnel.isUnderWay(at: Self.start + .seconds(3)))
        tunnel.move(4000, .toExtension, at: Self.start)
        #expect(tunnel.isUnderWay(at: Self.start + .milliseconds(999)))
        #expect(!tunnel.isUnderWay(at: Self.start + .seconds(1)))
        #expect(tunnel.byteCount == 4000)
    }

    @Test func `only connections that are open are told, in the order of arrival`() throws {
        let registry = ConnectionRegistry(limits: .patient)
        let first = try #require(registry.arrive())
        let second = try #require(registry.arrive())
        let host = try RemoteHost("example.org")
        registry.note(
            .exchange,
            to: Endpoint(scheme: .http, host: host, port: 8080),
            of: second
        )
        #expect(registry.transfersUnderWay.map(\.origin) == [nil, "http://example.org:8080"])
        registry.leave(first)
        registry.note(.answered, of: second)
        #expect(registry.transfersUnderWay.isEmpty)
    }
}
