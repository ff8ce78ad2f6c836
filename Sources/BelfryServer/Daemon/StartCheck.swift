// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAPNs
internal import BelfryLedger
internal import BelfrySystem
internal import NIOCore
internal import NIOPosix

/// What keeps a daemon from starting, looked at before it makes a file: one that is refused leaves
/// everything as it was.
///
/// The start itself meets what changes after this look.
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
        var ports = [(configuration.port, "--port")]
        if manager.pushSockets.isEmpty { ports.append((configuration.apnsPort, "--apns-port")) }
        ports.append((configuration.apnsChannelPort, "--apns-channel-port"))
        for (port, option) in ports {
            guard let port, port != 0 else { continue }
            try await check(port, option)
        }
    }

    /// Listens on a port of loopback for a moment.
    private static func check(_ port: Int, _ option: String) async throws(DaemonError) {
        do {
            let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: "127.0.0.1", port: port)
                .get()
            try await listener.close()
        } catch {
            throw failure(of: port, option, error)
        }
    }

    /// Why a port of loopback cannot be listened on, and what to do.
    static func failure(of port: Int, _ option: String, _ error: any Error) -> DaemonError {
        DaemonError(
            .unavailable,
            "the port \(port) on 127.0.0.1 cannot be listened on: \(sentence(of: error)); name "
                + "another one with \(option), or 0 for any that is free"
        )
    }

    /// What an error of a socket means, without the name of the call.
    static func sentence(of error: any Error) -> String {
        (error as? IOError).map { SystemError.sentence(of: $0.errnoCode) } ?? "\(error)"
    }
}
