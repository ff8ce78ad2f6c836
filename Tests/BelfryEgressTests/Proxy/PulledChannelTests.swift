// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Glibc
import NIOCore
import NIOPosix
import Testing

@testable import BelfryEgress

@Suite(.timeLimit(.minutes(1))) struct PulledChannelTests {
    /// A program that is being started has the sockets of its parent until it is executed.
    @Test func `is cut though somebody else has its socket open`() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: PulledChannel.self)
        let (copies, copy) = AsyncStream.makeStream(of: Int32.self)
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                PulledChannel.options.applyAllChannelOptions(to: channel).flatMapThrowing {
                    _ = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
                        of: NIOBSDSocket.Handle.self
                    ) { copy.yield(fcntl($0, F_DUPFD_CLOEXEC, 0)) }
                    arrival.yield(try PulledChannel(channel, to: .extension))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let peer = try await PulledChannel.connecting(to: server.localAddress?.port ?? 0)
        let held = Descriptor(owning: try #require(await copies.first { _ in true }))
        let channel = try #require(await arrivals.first { _ in true })
        try await channel.send("half of an ans")
        #expect(try await peer.read(until: { $0.hasSuffix("ans") }) == "half of an ans")

        channel.abort()
        await #expect(throws: Refusal.self) { try await peer.readAll() }
        #expect(held.raw >= 0)
        await peer.close()
        try await server.close()
    }
}
