// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem
internal import Glibc
internal import NIOCore
internal import NIOPosix

/// The one way to the network an extension has: an HTTP proxy on a socket made in its sandbox.
///
/// The socket listens on 127.0.0.1 of the sandbox's own network namespace, and its descriptor came to
/// the host, which accepts there, decides by the manifest, and connects outwards in its own namespace.
/// Clients find it through `http_proxy` and `https_proxy`: absolute URLs for http, CONNECT for https,
/// so TLS stays between the extension and the origin.
///
/// - Every connection carries one request and is decided by itself: a redirect is the extension's own
///   next request.
/// - Of what a tunnel carries only the name that TLS opens with is read: whoever runs a listed origin
///   can pass bytes on to anywhere, and a listed wildcard can be told something by lookups below it.
/// - There is one proxy per worker, so the limits of one are not another's.
/// - A connection belongs to the run in which it arrived, and is cut with its end.
final class EgressProxy: Sendable {
    private let server: any Channel
    private let group: any EventLoopGroup
    private let registry: ConnectionRegistry
    private let arrivals: AsyncStream<Arrival>.Continuation
    private let exchanges: Task<Void, Never>

    private struct Arrival: Sendable {
        let client: PulledChannel
        let ticket: ConnectionRegistry.Ticket
    }

    /// Begins to accept.
    ///
    /// - Parameters:
    ///   - listener: A listening TCP socket; the proxy owns it from here on, also when this fails.
    ///   - policy: What the manifest allows.
    ///   - registry: The runs that connections belong to, and how much of it they may use.
    ///   - group: Where connections live.
    ///   - resolver: Who looks names up.
    ///   - route: Finds the way to an address.
    ///   - target: Gives the place where a connection to an address is made: the address itself, but in
    ///     a test that has a server stand in for a public one.
    ///   - epoch: From when arrivals are timed, such as the run's start.
    ///   - tape: What keeps the exchanges of a run that is recorded, and answers those of a replay.
    ///   - record: Takes each decision, exactly one per connection, and none for a connection that
    ///     the extension ends before a first byte; called from any thread, several at a time.
    /// - Throws: ``SystemError`` when the descriptor is no listening socket.
    init(
        listener: consuming Descriptor,
        policy: NetworkPolicy,
        registry: ConnectionRegistry,
        group: any EventLoopGroup,
        resolver: any AddressResolver,
        route: @escaping AddressPlace.RouteFinder = AddressPlace.askMachine,
        target: @escaping EgressExchange.Target = EgressExchange.addressItself,
        epoch: MonotonicTime = .now,
        tape: EgressTape? = nil,
        record: @escaping @Sendable (EgressDecision) -> Void
    ) async throws {
        try listener.requireListening()
        let (stream, arrivals) = AsyncStream.makeStream(of: Arrival.self)
        self.registry = registry
        self.arrivals = arrivals
        let context = EgressExchange.Context(
            policy: policy,
            limits: registry.limits,
            resolver: resolver,
            route: route,
            target: target,
            registry: registry,
            epoch: epoch,
            tape: tape,
            record: record
        )
        let openLimit = registry.limits.openAtOnce
        let server = try await ServerBootstrap(group: group)
            .serverChannelOption(.maxMessagesPerRead, value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptGate(limit: openLimit))
                }
            }
            .childChannelInitializer { channel in
                PulledChannel.options.applyAllChannelOptions(to: channel).flatMapThrowing {
                    try Self.welcome(channel, at: registry, to: arrivals)
                }
            }
            .withBoundSocket(listener.release())
            .get()
        self.server = server
        self.group = group
        exchanges = Task {
            await withDiscardingTaskGroup { group in
                for await arrival in stream {
                    let exchange = EgressExchange(
                        arrival.client,
                        ticket: arrival.ticket,
                        in: context
                    )
                    group.addTask { await exchange.run() }
                }
            }
        }
    }

    /// Waits until what the kernel had for the proxy's threads at the call has been taken.
    func catchUp() async {
        try? await server.eventLoop.submit {}.get()
        for loop in group.makeIterator() { try? await loop.submit {}.get() }
    }

    /// Stops listening and ends every connection; every decision is recorded at return.
    func close() async {
        registry.close()
        try? await server.close()
        arrivals.finish()
        await exchanges.value
    }

    private static func welcome(
        _ channel: any Channel,
        at registry: ConnectionRegistry,
        to arrivals: AsyncStream<Arrival>.Continuation
    ) throws {
        guard let ticket = registry.arrive() else { throw ChannelError.ioOnClosedChannel }
        let client = try PulledChannel(channel, to: .extension)
        guard case .enqueued = arrivals.yield(Arrival(client: client, ticket: ticket)) else {
            throw ChannelError.ioOnClosedChannel
        }
    }
}

extension Descriptor {
    /// Refuses what is no listening socket (man 7 socket, `SO_ACCEPTCONN`).
    fileprivate borrowing func requireListening() throws(SystemError) {
        let raw = self.raw
        var isListening: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        try checked("getsockopt", "egress listener") {
            unsafe getsockopt(raw, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length)
        }
        guard isListening != 0 else {
            throw SystemError(call: "accept", subject: "egress listener", errno: EINVAL)
        }
    }
}
