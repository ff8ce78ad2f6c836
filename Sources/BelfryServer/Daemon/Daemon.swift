// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryMetrics
internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import Glibc
internal import Hummingbird
internal import Logging
internal import NIOPosix
internal import ServiceLifecycle
internal import UnixSignals

/// The process around the notification centre: its state, its sockets, its way up and down.
package struct Daemon: Sendable {
    private let configuration: DaemonConfiguration
    private let manager: ServiceManager
    private let say: @Sendable (String) -> Void
    private let logger: Logger
    private let environment: [String: String]
    private let stage: TestStage?

    /// - Parameters:
    ///   - configuration: What it is told.
    ///   - environment: The process's environment.
    ///   - stage: What a daemon for one test begins with; nil for a daemon that goes on.
    ///   - say: Takes lines for people, in order.
    package init(
        _ configuration: DaemonConfiguration,
        environment: [String: String],
        stage: TestStage? = nil,
        say: @escaping @Sendable (String) -> Void
    ) {
        self.configuration = configuration
        self.say = say
        self.environment = environment
        self.stage = stage
        manager = ServiceManager(environment: environment)
        var logger = Logger(label: "belfryd") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = Logger.Level(rawValue: configuration.logLevel) ?? .info
        self.logger = logger
    }

    /// Runs until SIGTERM or SIGINT, and finishes what is in progress then.
    ///
    /// - Throws: ``DaemonError``, or ``CenterError`` of the ledger, when it cannot start.
    package func run() async throws {
        manager.keepSockets()
        try await StartCheck.run(configuration, manager)
        try DaemonFiles.ensureDirectory(configuration.state)
        let socket = try ServerSocket(configuration.socket, manager.apiSockets)
        defer { socket.remove() }
        let parts = try DaemonParts(
            configuration,
            launching: {
                AppLauncher(
                    tokens: $0,
                    output: $1,
                    processes: $2,
                    socket: socket.address,
                    environment: environment
                )
            },
            socket: socket.address,
            logger,
            environment: environment
        )
        do {
            try await serve(parts, on: socket)
        } catch {
            await parts.stop()
            throw error
        }
        await parts.stop()
        // A test reads one line alone.
        guard stage == nil else { return }
        say("belfryd: stopped; what was acknowledged is in \(parts.ledgerPath)")
    }

    // MARK: Sockets

    private func serve(_ parts: DaemonParts, on socket: ServerSocket) async throws {
        let token = try configuration.port.map { _ in
            try AccessToken.ofFile(configuration.tokenFile)
        }
        let peers = parts.api.callers.peers
        let connections = PeerConnections(peers)
        let responder = parts.api.responder(
            AccessGuard(token: token, web: parts.api.web, peers: peers)
        )
        func listener(
            _ place: Listener.Place,
            _ responder: RouterResponder<APIContext>
        ) async throws -> Listener {
            try await Listener(
                on: place,
                group: MultiThreadedEventLoopGroup.singleton,
                logger: logger,
                connections: connections,
                responder: responder
            )
        }
        var listeners: [Listener] = []
        for descriptor in socket.descriptors {
            listeners.append(try await listener(.socket(descriptor), responder))
        }
        func open(
            _ port: Int?,
            _ option: String,
            _ responder: RouterResponder<APIContext>
        ) async throws -> Int? {
            guard let port else { return nil }
            do {
                let opened = try await listener(.loopback(port: port), responder)
                listeners.append(opened)
                return opened.port
            } catch {
                throw StartCheck.failure(of: port, option, error)
            }
        }
        let port = try await open(configuration.port, "--port", responder)
        parts.api.web.port = port
        let inlet = parts.api.inlet
        inlet.port = try await open(configuration.inletPort, "--inlet-port", inlet.responder())
        let endpoint = try await parts.api.push.open(
            manager.pushSockets,
            parts.api.door,
            logger
        )
        let announcement =
            if let stage {
                try await stage.prepare(parts.api, logger)
            } else {
                announcement(
                    parts,
                    port: port,
                    socket.address ?? "the service manager's"
                )
            }
        var services: [any Service] = listeners
        if let endpoint { services.append(endpoint) }
        if let desktop = parts.api.desktop { services.append(desktop) }
        services += [
            Heartbeat(
                feeds: [parts.feed, parts.api.answers.feed, parts.desktopNews],
                views: parts.api.views,
                center: parts.center,
                running: parts.api.running,
                manager: manager
            ) { [say] in
                parts.api.running.begin(parts.center)
                say(announcement)
            },
            Retention(center: parts.center, logger: logger),
        ]
        let running = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map { .init(service: $0) },
                // What a terminal's end would leave of a test, nobody would remove.
                gracefulShutdownSignals: [.sigterm, .sigint] + (stage == nil ? [] : [.sighup]),
                logger: logger
            )
        )
        try await running.run()
    }

    /// Where everything is, and what to type next.
    private func announcement(_ parts: DaemonParts, port: Int?, _ socket: String) -> String {
        let usual = CenterPlaces.socket(of: environment, state: configuration.state)
        let prefix = socket == usual ? "" : "BELFRY_SOCKET=\(socket) "
        return """
            belfryd: ready
              socket    \(socket)
              loopback  \(port.map { "http://127.0.0.1:\($0), token in \(configuration.tokenFile)" }
                ?? "closed; --port 8222 opens it, with a token")
              push      \(pushAnnouncement(parts.api.push))
              inlet     \(parts.api.inlet.port.map {
                "http://127.0.0.1:\($0), as ntfy and Gotify; belfry topic add NAME --app APP"
            } ?? "closed; --inlet-port 8223 opens it")
              desktop   \(parts.api.desktop == nil
                ? "shows nothing; --desktop has notifications shown there"
                : "shows notifications; belfry desktop test tries it")
              state     \(configuration.state)
              clock     \(parts.api.clock == nil ? "the machine's" : "virtual; belfry clock moves it")
              next      \(prefix)belfry install Name.app
            """
    }

    private func pushAnnouncement(_ endpoint: PushEndpoint) -> String {
        guard let place = endpoint.place else { return "closed; --apns-port 2197 opens it" }
        let senders =
            endpoint.takesAnyProvider
            ? "ANY provider is let in, with no token too" : "belfry provider add lets one in"
        return "https://localhost:\(place.port), \(endpoint.environment.rawValue); \(senders); "
            + "belfry ca has clients trust it"
    }
}
