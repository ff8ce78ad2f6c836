// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Foundation
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Testing

@testable import BelfryAPNs

/// Clients on BoringSSL, which swift-nio-ssl has, and the daemon's authority.
@Suite(.timeLimit(.minutes(1))) struct AuthorityTrustTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-trust-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func cleanUp() { try? FileManager.default.removeItem(at: folder) }

    private func listen(_ authority: LocalAuthority) async throws -> PushListener {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let files = EndpointTrust.Files(identity: nil, clients: nil)
        return try await PushListener(
            on: .loopback(port: 0),
            trust: try EndpointTrust(authority, files, CertificateRegister([]), logger),
            service: PushService(
                ring: ProviderKeyring([], takesAny: true),
                environment: .development,
                door: ScriptedDoor(),
                logger: logger
            )
        )
    }

    /// Makes a TLS connection to a listener.
    ///
    /// - Returns: What went wrong; nil where the endpoint is trusted.
    private func fault(
        _ listener: PushListener,
        _ authority: String,
        name: String?
    ) async throws -> String? {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(authority)
        let context = try NIOSSLContext(configuration: tls)
        let group = MultiThreadedEventLoopGroup.singleton
        let ended = group.next().makePromise(of: String?.self)
        let connection = try await ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        NIOSSLClientHandler(context: context, serverHostname: name),
                        Handshake(ended)
                    )
                }
            }
            .connect(host: "127.0.0.1", port: listener.port).get()
        let fault = try await ended.futureResult.get()
        try? await connection.close().get()
        return fault
    }

    @Test func `trust the endpoint by its name, and not as another's`() async throws {
        defer { cleanUp() }
        let authority = try LocalAuthority(in: folder.path)
        let listener = try await listen(authority)
        let path = authority.certificatePath
        #expect(try await fault(listener, path, name: "localhost") == nil)
        #expect(try await fault(listener, path, name: "LOCALHOST") == nil)
        let other = try await fault(listener, path, name: "api.push.apple.com")
        #expect(other?.contains("CERTIFICATE_VERIFY_FAILED") == true, "\(other ?? "trusted")")
        await listener.stop()
    }

    @Test func `do not trust it by its address: they know no constraint on addresses`() async throws
    {
        defer { cleanUp() }
        let authority = try LocalAuthority(in: folder.path)
        let listener = try await listen(authority)
        let fault = try await fault(listener, authority.certificatePath, name: nil)
        #expect(fault?.contains("CERTIFICATE_VERIFY_FAILED") == true, "\(fault ?? "trusted")")
        await listener.stop()
    }

    @Test func `do not keep the endpoint from ending while they shake hands`() async throws {
        defer { cleanUp() }
        let authority = try LocalAuthority(in: folder.path)
        let listener = try await listen(authority)
        // A client that sends nothing; those who connect are accepted in their order.
        let silent = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: listener.port).get()
        #expect(try await fault(listener, authority.certificatePath, name: "localhost") == nil)
        await listener.stop()
        try await silent.closeFuture.get()
    }

    @Test func `trust no endpoint of another authority`() async throws {
        defer { cleanUp() }
        let listener = try await listen(try LocalAuthority(in: folder.path))
        let foreign = folder.appendingPathComponent("foreign").path
        try FileManager.default.createDirectory(
            atPath: foreign,
            withIntermediateDirectories: true
        )
        let other = try LocalAuthority(in: foreign).certificatePath
        let fault = try await fault(listener, other, name: "localhost")
        #expect(fault?.contains("CERTIFICATE_VERIFY_FAILED") == true, "\(fault ?? "trusted")")
        await listener.stop()
    }

    /// Tells how a handshake ended.
    private final class Handshake: ChannelInboundHandler {
        typealias InboundIn = Any

        private let ended: EventLoopPromise<String?>

        init(_ ended: EventLoopPromise<String?>) {
            self.ended = ended
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case TLSUserEvent.handshakeCompleted = event { ended.succeed(nil) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            ended.succeed("\(error)")
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { ended.succeed("closed") }
    }
}
