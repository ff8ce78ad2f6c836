// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// The server of the page: shows one stage to whoever has the address, on this machine alone unless
/// the user has named an address that others reach.
///
/// What it defends itself against is in `PageRequest`, and in Documentation/ThreatModel.md.
package final class PageServer: Sendable {
    let stage: any ContentStage
    let token = PageToken()
    package let port: Int

    /// What browsers may call it.
    let hosts: PageHosts

    /// After what time without an event a stream says that it is still there.
    let heartbeat: Duration

    /// How long a connection's first request may take to come.
    let requestLimit: Duration

    /// The streams of events.
    let streams = PageSlots(8)
    let connections: PageConnections

    /// Where the page is for a browser on this machine, with the token.
    package var address: String { addresses[0] }

    /// Where the page is by each of its names, with the token; that of this machine first.
    package var addresses: [String] {
        hosts.authorities(port: port).map { "http://\($0)/\(token.text)/" }
    }

    private init(
        _ stage: any ContentStage,
        port: Int,
        hosts: PageHosts,
        heartbeat: Duration,
        requestLimit: Duration,
        _ connections: PageConnections
    ) {
        self.stage = stage
        self.port = port
        self.hosts = hosts
        self.heartbeat = heartbeat
        self.requestLimit = requestLimit
        self.connections = connections
    }

    /// Serves a stage for as long as something else takes.
    ///
    /// - Parameters:
    ///   - stage: What is shown.
    ///   - port: 0 for any that is free.
    ///   - hosts: What browsers may call it, and the address that it listens on.
    ///   - heartbeat: After what time without an event a stream says that it is still there.
    ///   - requestLimit: How long a connection's first request may take to come.
    ///   - body: Meanwhile; it gets the server.
    /// - Returns: What the body returns. Streams whose stage has ended get to their end before.
    /// - Throws: ``ToolFailure`` for a port that is taken and an address of another machine, and what
    ///   the body throws.
    package static func serve<Result: Sendable>(
        _ stage: any ContentStage,
        port: Int = 0,
        hosts: PageHosts = .loopback,
        heartbeat: Duration = .seconds(15),
        requestLimit: Duration = .seconds(10),
        _ body: (PageServer) async throws -> Result
    ) async throws -> Result {
        let connections = PageConnections(64)
        let listener = try await listen(hosts.address, port, connections)
        let server = PageServer(
            stage,
            port: listener.channel.localAddress?.port ?? port,
            hosts: hosts,
            heartbeat: heartbeat,
            requestLimit: requestLimit,
            connections
        )
        // Those too that nobody has come to serve.
        defer { connections.closeAll() }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.accept(listener) }
            defer { group.cancelAll() }
            return try await body(server)
        }
    }

    /// Waits until the streams of a stage that has ended are read to their end, a while at most.
    package func drain() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.streams.allFree() }
            group.addTask { try? await Task.sleep(for: .seconds(2)) }
            await group.next()
            group.cancelAll()
        }
    }

    private typealias Listener = NIOAsyncChannel<any Channel, Never>

    private static func listen(
        _ address: String,
        _ port: Int,
        _ connections: PageConnections
    ) async throws -> Listener {
        do {
            return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.autoRead, value: false)
                .bind(to: SocketAddress(ipAddress: address, port: port)) { channel in
                    connections.admit(channel)
                    return channel.eventLoop.makeSucceededFuture(channel)
                }
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ToolFailure(
                "port \(port) is taken; name another with --port, or 0 for any",
                .unavailable
            )
        } catch let error as IOError where error.errnoCode == EADDRNOTAVAIL {
            throw ToolFailure(
                "--host \(address) is no address of this machine; where another one forwards to it, "
                    + "give the port that browsers use there too",
                .usage
            )
        }
    }

    private func accept(_ listener: Listener) async throws {
        try await listener.executeThenClose { arrivals in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in arrivals {
                    group.addTask { await PageConnection.serve(connection, of: self) }
                }
            }
        }
    }
}
