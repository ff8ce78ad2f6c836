// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAPNs
internal import BelfryCenter
internal import BelfryModel
internal import HTTPTypes
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// The push endpoint of a daemon: closed, or open on a port of loopback.
final class PushEndpoint: Sendable {
    /// The keys of the teams that may push.
    let providers: ProviderStore

    /// Refusals that its owner has asked for.
    let planned = PlannedRefusals()

    /// Which of Apple's two services it stands for.
    let environment: PushEnvironment

    private let configuration: DaemonConfiguration
    private let directory: String
    private let opened = Mutex<Opened?>(nil)

    /// An endpoint that is open.
    struct Opened: Sendable {
        /// The address that this machine reaches it by.
        let host: String
        let port: Int

        /// Where channels are made; nil where they are not.
        let channelPort: Int?

        /// The authority that clients are to trust; nil where the certificate was given.
        let authority: String?

        /// Who vouches for senders.
        fileprivate let local: LocalAuthority
    }

    /// Whether every push is taken, whoever sends it.
    var takesAnyProvider: Bool { providers.ring.takesAny }

    /// Where it is open; nil where it is not.
    var place: Opened? { opened.withLock(\.self) }

    /// - Parameter configuration: What the daemon is told.
    /// - Throws: ``DaemonError`` for keys that cannot be read.
    init(_ configuration: DaemonConfiguration) throws(DaemonError) {
        self.configuration = configuration
        environment = configuration.apnsEnvironment
        directory = configuration.state + "/apns"
        providers = try ProviderStore(directory, takesAny: configuration.takesAnyProvider)
    }

    /// Begins to listen, where the daemon is told to.
    ///
    /// - Parameters:
    ///   - sockets: Sockets of a service manager, by number; without them the port counts.
    ///   - door: What takes the pushes.
    ///   - logger: What is told of pushes that are refused.
    /// - Returns: What answers until a graceful shutdown; nil where the endpoint stays closed.
    /// - Throws: ``DaemonError`` for a port that is taken or a certificate that cannot be used.
    func open(
        _ sockets: [Int32],
        _ door: CenterDoor,
        _ logger: Logger
    ) async throws -> (any Service)? {
        guard let place = place(sockets) else { return nil }
        let (trust, local) = try trust(logger)
        let load = PushLoad()
        let channelPlace = configuration.apnsChannelPort.map {
            PushListener.Place.loopback(port: $0)
        }
        let socketCount = place.socketCount + (channelPlace?.socketCount ?? 0)
        func listen(
            on place: PushListener.Place,
            _ kind: PushService.Kind,
            _ option: String
        ) async throws -> PushListener {
            let service = PushService(
                kind,
                ring: providers.ring,
                environment: environment,
                door: door,
                load: load,
                logger: logger
            )
            let listener: PushListener
            do {
                listener = try await PushListener(
                    on: place,
                    trust: trust,
                    service: service,
                    sharing: socketCount
                )
            } catch {
                guard case .loopback(let port) = place else {
                    throw DaemonError(
                        .unavailable,
                        "the service manager's sockets cannot be listened on: "
                            + StartCheck.sentence(of: error)
                    )
                }
                throw StartCheck.failure(of: port, option, error)
            }
            let outer = listener.outerAddresses.joined(separator: ", ")
            guard outer.isEmpty || !configuration.takesAnyProvider else {
                await listener.stop()
                throw DaemonError(
                    .usage,
                    "the push endpoint's socket is on \(outer), where other machines reach it, and "
                        + "--any-provider would have it take pushes of all of them; leave that out, "
                        + "or listen on 127.0.0.1"
                )
            }
            if !outer.isEmpty {
                logger.warning(
                    "other machines reach the push endpoint",
                    metadata: ["address": "\(outer)"]
                )
            }
            return listener
        }
        let listener = try await listen(on: place, .pushes, "--apns-port")
        var channels: PushListener?
        if let channelPlace {
            channels = try await listen(on: channelPlace, .channels, "--apns-channel-port")
        }
        let isOwn = configuration.apnsCertificate == nil
        opened.withLock { [channelPort = channels?.port] in
            $0 = Opened(
                host: listener.host,
                port: listener.port,
                channelPort: channelPort,
                authority: isOwn ? local.certificatePath : nil,
                local: local
            )
        }
        return Listening(listeners: [listener, channels].compactMap(\.self))
    }

    /// Sockets of a service manager come before a port.
    private func place(_ sockets: [Int32]) -> PushListener.Place? {
        if !sockets.isEmpty { return .sockets(sockets) }
        return configuration.apnsPort.map { .loopback(port: $0) }
    }

    private func trust(_ logger: Logger) throws -> (EndpointTrust, LocalAuthority) {
        do {
            try DaemonFiles.ensureDirectory(directory)
            let local = try LocalAuthority(in: directory)
            let files = configuration.endpointFiles
            return (try EndpointTrust(local, files, providers.certificates.register, logger), local)
        } catch let error as AuthorityError {
            throw DaemonError(.configuration, error.message)
        }
    }

    /// Makes a certificate that a sender may push with.
    ///
    /// - Parameters:
    ///   - topics: What it may push to; one at least.
    ///   - environment: The only service that it is for; nil for both.
    /// - Returns: The certificate, then its key, as PEM in one text; and its serial number.
    /// - Throws: ``APIError`` where the endpoint is closed, or there are too many certificates.
    func makeCertificate(
        topics: [String],
        environment: PushEnvironment?
    ) throws -> (pem: String, serial: String) {
        guard let local = place?.local else {
            throw APIError(
                .conflict,
                "closed",
                "there is no push endpoint; start the daemon with --apns-port 2197"
            )
        }
        let made = try local.makeProvider(topics: topics, environment: environment)
        try providers.certificates.add(made.entry)
        return (made.pem, made.entry.serial)
    }

    private struct Listening: Service {
        let listeners: [PushListener]

        func run() async throws {
            try? await gracefulShutdown()
            await withDiscardingTaskGroup { tasks in
                for listener in listeners { tasks.addTask { await listener.stop() } }
            }
        }
    }
}
