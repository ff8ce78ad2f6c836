// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore
internal import NIOPosix
internal import Synchronization
internal import Testing

@testable internal import BelfryEgress

struct AcceptGateTests {
    /// How many connections are open on the server's side, and the most there were.
    private final class Tally: Sendable {
        private let counts = Mutex((open: 0, most: 0))

        var most: Int { counts.withLock { $0.most } }

        func enter() {
            counts.withLock { counts in
                counts.open += 1
                counts.most = max(counts.most, counts.open)
            }
        }

        func leave() {
            counts.withLock { $0.open -= 1 }
        }
    }

    @Test func `each connection gets its turn, and no more are open than the limit`() async throws {
        let tally = Tally()
        let group = MultiThreadedEventLoopGroup.singleton
        let (arrivals, arrival) = AsyncStream.makeStream(of: (any Channel).self)
        let server = try await ServerBootstrap(group: group)
            .serverChannelOption(.maxMessagesPerRead, value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptGate(limit: 4))
                }
            }
            .childChannelInitializer { channel in
                tally.enter()
                arrival.yield(channel)
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let address = try #require(server.localAddress)
        var clients: [any Channel] = []
        for _ in 0..<20 {
            clients.append(try await ClientBootstrap(group: group).connect(to: address).get())
        }
        var arrivedCount = 0
        for await connection in arrivals {
            arrivedCount += 1
            // The server's own count goes down with the close, and so before the gate's.
            tally.leave()
            try? await connection.close()
            if arrivedCount == clients.count { break }
        }
        #expect(arrivedCount == 20)
        #expect(tally.most <= 4)
        for client in clients { try? await client.close() }
        try await server.close()
    }
}
