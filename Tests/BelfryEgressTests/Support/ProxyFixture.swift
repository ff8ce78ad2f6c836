// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySystem
import CBelfryPlatform
import NIOCore
import NIOPosix
import Testing

@testable import BelfryEgress

/// A proxy as a worker sees it, and the decisions it records.
struct ProxyFixture {
    /// The proxy.
    let proxy: EgressProxy

    /// What the host begins and ends runs with.
    let registry: ConnectionRegistry

    /// The port a worker would find in `http_proxy`.
    let port: Int

    private let decisions: AsyncStream<EgressDecision>

    /// Runs a body with a proxy on a socket made as the sandbox makes it, and closes it.
    static func running(
        _ origins: [String],
        limits: EgressLimits = .patient,
        isLearning: Bool = false,
        resolver: any AddressResolver = StubResolver([:]),
        route: @escaping AddressPlace.RouteFinder = AddressPlace.askMachine,
        target: @escaping EgressExchange.Target = EgressExchange.addressItself,
        during body: (ProxyFixture) async throws -> Void
    ) async throws {
        var port: UInt16 = 0
        let listener = Descriptor(owning: unsafe belfry_listen_loopback(&port))
        let (decisions, continuation) = AsyncStream.makeStream(of: EgressDecision.self)
        let registry = ConnectionRegistry(limits: limits)
        let proxy = try await EgressProxy(
            listener: listener,
            policy: try NetworkPolicy(origins, isLearning: isLearning),
            registry: registry,
            group: MultiThreadedEventLoopGroup.singleton,
            resolver: resolver,
            route: route,
            target: target,
            record: { continuation.yield($0) }
        )
        let fixture = ProxyFixture(
            proxy: proxy,
            registry: registry,
            port: Int(port),
            decisions: decisions
        )
        do {
            try await body(fixture)
        } catch {
            await proxy.close()
            throw error
        }
        await proxy.close()
        continuation.finish()
        for await surplus in decisions {
            Issue.record("nobody expected \(surplus)")
        }
    }

    /// Connects as a worker does.
    func connect() async throws -> PulledChannel {
        try await .connecting(to: port)
    }

    /// Sends a request and reads everything to the end of the answer.
    func exchange(_ request: String) async throws -> String {
        let client = try await connect()
        try await client.send(request)
        let answer = try await client.readAll()
        await client.close()
        return answer
    }

    /// Fetches an `http` URL without a body.
    func get(_ url: String, host: String) async throws -> String {
        try await exchange("GET \(url) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    }

    /// Waits for the next decision.
    func decision() async throws -> EgressDecision {
        var iterator = decisions.makeAsyncIterator()
        return try #require(await iterator.next())
    }
}

extension EgressLimits {
    /// The ordinary limits but for those of time: a test that is not about these may have to wait
    /// for its turn longer than they are, on a machine that does much else.
    static let patient: EgressLimits = {
        var limits = EgressLimits(
            byteCount: 128 << 20,
            requestCount: 256,
            connectionCount: 16,
            connectionTime: .seconds(600)
        )
        limits.idleTime = .seconds(600)
        limits.connectTime = .seconds(600)
        limits.lookupTime = .seconds(600)
        return limits
    }()

    /// The patient limits, changed.
    static func with(_ change: (inout EgressLimits) -> Void) -> EgressLimits {
        var limits = patient
        change(&limits)
        return limits
    }
}
