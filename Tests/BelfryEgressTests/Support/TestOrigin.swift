// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import NIOCore
import NIOPosix

@testable import BelfryEgress

/// A server on this machine that treats each connection as a script says.
struct TestOrigin {
    /// Its port, of the kernel's choice.
    let port: Int

    /// Runs a body with a server on a loopback address.
    static func serving(
        at address: String = "127.0.0.1",
        _ script: @escaping @Sendable (PulledChannel) async throws -> Void,
        during body: (TestOrigin) async throws -> Void
    ) async throws {
        let (clients, arrivals) = AsyncStream.makeStream(of: PulledChannel.self)
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                PulledChannel.options.applyAllChannelOptions(to: channel).flatMapThrowing {
                    arrivals.yield(try PulledChannel(channel, to: .extension))
                }
            }
            .bind(host: address, port: 0).get()
        let scripts = Task {
            await withDiscardingTaskGroup { group in
                for await client in clients {
                    group.addTask {
                        try? await script(client)
                        await client.close()
                    }
                }
            }
        }
        do {
            try await body(TestOrigin(port: server.localAddress?.port ?? 0))
        } catch {
            try? await server.close()
            arrivals.finish()
            throw error
        }
        try? await server.close()
        arrivals.finish()
        await scripts.value
    }

    /// Runs a body with a server that answers each head with the same bytes, then ends.
    static func answering(
        _ answer: String,
        during body: (TestOrigin) async throws -> Void
    ) async throws {
        try await serving(
            { client in
                _ = try await client.readHead()
                try await client.write(ByteBuffer(string: answer))
            },
            during: body
        )
    }
}

extension PulledChannel {
    /// Connects to a port of this machine.
    static func connecting(to port: Int) async throws -> PulledChannel {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(to: SocketAddress(ipAddress: "127.0.0.1", port: port)) { channel in
                options.applyAllChannelOptions(to: channel).flatMapThrowing {
                    try PulledChannel(channel, to: .origin)
                }
            }
    }

    /// Reads up to the end of a head, and whatever came along.
    func readHead() async throws -> String {
        try await read { $0.contains("\r\n\r\n") }
    }

    /// Reads until a condition holds or the peer ends.
    func read(until isEnough: (String) -> Bool) async throws -> String {
        var text = ""
        while !isEnough(text), let piece = try await read() { text += String(buffer: piece) }
        return text
    }

    /// Reads everything to the peer's end.
    func readAll() async throws -> String {
        try await read { _ in false }
    }

    /// Writes text.
    func send(_ text: String) async throws {
        try await write(ByteBuffer(string: text))
    }
}
