// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// The server of the page: shows one stage to whoever has the address, on this machine alone.
///
/// What it defends itself against is in `PageRequest`, and in Documentation/ThreatModel.md.
package final class PageServer: Sendable {
    let stage: any ContentStage
    let token = PageToken()
    package let port: Int

    /// After what time without an event a stream says that it is still there.
    let heartbeat: Duration

    /// How long a connection's first request may take to come.
    let requestLimit: Duration

    /// The streams of events.
    let streams = PageSlots(8)
    let connections: PageConnections

    /// Where the page is, with the token.
    package var address: String { "http://127.0.0.1:\(port)/\(token.text)/" }

    private init(
        _ stage: any ContentStage,
        port: Int,
        heartbeat: Duration,
        requestLimit: Duration,
        _ connections: PageConnections
    ) {
        self.stage = stage
        self.port = port
        self.heartbeat = heartbeat
        self.requestLimit = requestLimit
        self.connections = connections
    }

    /// Serves a stage for as long as something else takes.
    ///
    /// - Parameters:
    ///   - stage: What is shown.
    ///   - port: 0 for any that is free.
    ///   - heartbeat: After what time without an event a stream says that it is still there.
    ///   - requestLimit: How long a connection's first request may take to come.
    ///   - body: Meanwhile; it gets the server.
    /// - Returns: What the body returns. Streams whose stage has ended get to their end before.
    /// - Throws: ``ToolFailure`` for a port that is taken, and what the body throws.
    package static func serve<Result: Sendable>(
        _ stage: any ContentStage,
        port: Int = 0,
        heartbeat: Duration = .seconds(15),
        requestLimit: Duration = .seconds(10),
        _ body: (PageServer) async throws -> Result
    ) async throws -> Result {
        let connections = PageConnections(64)
        let listener = try await listen(port, connections)
        let server = PageServer(
            stage,
            port: listener.channel.localAddress?.port ?? port,
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
        _ port: Int,
        _ connections: PageConnections
    ) async throws -> Listener {
        do {
            return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.autoRead, value: false)
                .bind(host: "127.0.0.1", port: port) { channel in
                    connections.admit(channel)
                    return channel.eventLoop.makeSucceededFuture(channel)
                }
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ToolFailure(
                "port \(port) is taken; name another with --port, or 0 for any",
                .unavailable
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
