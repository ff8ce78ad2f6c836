// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAPNs
internal import BelfryCenter
internal import BelfryModel
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// The push endpoint of a daemon: closed, or open on a port of loopback.
final class PushEndpoint: Sendable {
    /// The keys of the teams that may push.
    let providers: ProviderStore

    /// Which of Apple's two services it stands for.
    let environment: PushEnvironment

    private let configuration: DaemonConfiguration
    private let directory: String
    private let opened = Mutex<Opened?>(nil)

    /// An endpoint that is open.
    struct Opened: Sendable {
        let port: Int

        /// The authority that clients are to trust; nil where the certificate was given.
        let authority: String?
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
    ///   - center: What keeps the pushes.
    ///   - metrics: What counts them.
    ///   - logger: What is told of pushes that are refused.
    /// - Returns: What answers until a graceful shutdown; nil where the endpoint stays closed.
    /// - Throws: ``DaemonError`` for a port that is taken or a certificate that cannot be used.
    func open(
        _ center: CenterService,
        _ metrics: ServerMetrics,
        _ logger: Logger
    ) async throws -> (any Service)? {
        guard let port = configuration.apnsPort else { return nil }
        let (identity, authority) = try identity()
        let service = PushService(
            ring: providers.ring,
            environment: environment,
            door: CenterDoor(center: center, environment: environment, metrics: metrics),
            logger: logger
        )
        let listener: PushListener
        do {
            listener = try await PushListener(
                port: port,
                identity: identity,
                service: service
            )
        } catch let error as AuthorityError {
            throw DaemonError(.configuration, error.message)
        } catch {
            throw DaemonError(
                .unavailable,
                "the port \(port) on 127.0.0.1 cannot be listened on: \(error); name another one with "
                    + "--apns-port, or 0 for any that is free"
            )
        }
        opened.withLock { $0 = Opened(port: listener.port, authority: authority) }
        return Listening(listener: listener)
    }

    private func identity() throws -> (ServerIdentity, authority: String?) {
        do {
            if let certificate = configuration.apnsCertificate, let key = configuration.apnsKey {
                return (try ServerIdentity(certificate: certificate, key: key), nil)
            }
            try DaemonFiles.ensureDirectory(directory)
            let authority = try LocalAuthority(in: directory)
            return (try authority.makeIdentity(), authority.certificatePath)
        } catch let error as AuthorityError {
            throw DaemonError(.configuration, error.message)
        }
    }

    private struct Listening: Service {
        let listener: PushListener

        func run() async throws {
            try? await gracefulShutdown()
            await listener.stop()
        }
    }
}
