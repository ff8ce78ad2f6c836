// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAPNs
internal import BelfryLedger
internal import BelfrySystem
internal import Glibc
internal import NIOCore
internal import NIOPosix

/// Looks, before the daemon makes a file, whether something keeps it from starting: a daemon that is
/// refused here leaves everything as it was.
///
/// The start itself meets what changes after this look, and what only opening the ledger finds.
enum StartCheck {
    /// Looks at the sockets, the ledger, the files of certificates and the ports.
    ///
    /// - Throws: ``DaemonError``, or ``CenterError`` of the ledger.
    static func run(
        _ configuration: DaemonConfiguration,
        _ manager: ServiceManager
    ) async throws {
        if manager.apiSockets.isEmpty { try ServerSocket.check(configuration.socket) }
        try LedgerFile(DaemonFiles.ledger(in: configuration.state)).checkCanOpen()
        let isOpen = configuration.apnsPort != nil || !manager.pushSockets.isEmpty
        if !isOpen, let setting = configuration.endpointSetting {
            throw DaemonError(
                .usage,
                "\(setting.rawValue) is for the push endpoint, which is closed; add apns-port (APNs "
                    + "has 2197), or leave it out"
            )
        }
        do throws(AuthorityError) {
            try configuration.endpointFiles.check()
        } catch {
            throw DaemonError(.configuration, error.message)
        }
        try await checkPorts(configuration, manager)
    }

    /// Listens on every port for a moment, on all of them at once: two cannot be one.
    private static func checkPorts(
        _ configuration: DaemonConfiguration,
        _ manager: ServiceManager
    ) async throws(DaemonError) {
        var places = [
            ("127.0.0.1", configuration.port, "--port"),
            ("127.0.0.1", configuration.inletPort, "--inlet-port"),
        ]
        // Clients of the push endpoint try ::1 first.
        for host in ["127.0.0.1", "::1"] {
            if manager.pushSockets.isEmpty {
                places.append((host, configuration.apnsPort, "--apns-port"))
            }
            places.append((host, configuration.apnsChannelPort, "--apns-channel-port"))
        }
        var listeners: [any Channel] = []
        var failure: DaemonError?
        for (host, port, option) in places {
            guard failure == nil, let port, port != 0 else { continue }
            do {
                listeners.append(
                    try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                        .bind(host: host, port: port)
                        .get()
                )
            } catch let error as IOError
                where host == "::1" && [EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.errnoCode)
            {
                // The machine has no IPv6.
            } catch {
                failure = Self.failure(of: port, option, error, host: host)
            }
        }
        for listener in listeners { try? await listener.close() }
        if let failure { throw failure }
    }

    /// Why a port of loopback cannot be listened on, and what to do.
    static func failure(
        of port: Int,
        _ option: String,
        _ error: any Error,
        host: String = "127.0.0.1"
    ) -> DaemonError {
        DaemonError(
            .unavailable,
            "the port \(port) on \(host) cannot be listened on: \(sentence(of: error)); name "
                + "another one with \(option), or 0 for any that is free"
        )
    }

    /// What an error of a socket means, without the name of the call.
    static func sentence(of error: any Error) -> String {
        (error as? IOError).map { SystemError.sentence(of: $0.errnoCode) } ?? "\(error)"
    }
}
