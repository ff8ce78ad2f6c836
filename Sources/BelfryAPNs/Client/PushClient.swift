// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore
internal import NIOHPACK
internal import NIOHTTP2
internal import NIOPosix
internal import NIOSSL

/// Pushes to an endpoint of this machine as a sender does: HTTP/2 over TLS, a connection for each push.
package struct PushClient: Sendable {
    /// What a sender is answered.
    package struct Answer: Equatable, Sendable {
        package let status: Int

        /// The header `apns-id`.
        package let identifier: String?

        /// The header `apns-unique-id`.
        package let uniqueIdentifier: String?

        /// The body's `reason`; nil for a success.
        package let reason: String?

        /// The body's `timestamp`, in milliseconds of UNIX time; nil where there is none.
        package let timestamp: Int?
    }

    /// What kept a push from being answered.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let host: String
    private let port: Int
    private let authority: String?

    /// How long a connection and an answer may take.
    private static let patience = TimeAmount.seconds(30)

    /// - Parameters:
    ///   - host: The address that the endpoint listens on; it is called `localhost` all the same.
    ///   - port: The endpoint's port there.
    ///   - authority: The file of the certificate that it is to be trusted by. Nil for an endpoint of
    ///     this process with a certificate that was given to it: nobody else can have its port, and who
    ///     vouches for it only its owner knows.
    package init(host: String = "127.0.0.1", port: Int, authority: String?) {
        self.host = host
        self.port = port
        self.authority = authority
    }

    /// Pushes.
    ///
    /// - Parameters:
    ///   - payload: The body.
    ///   - token: The device token.
    ///   - headers: Header fields, with names in lower case.
    /// - Returns: The answer.
    /// - Throws: ``Failure``.
    package func push(
        _ payload: [UInt8],
        to token: String,
        _ headers: [(name: String, value: String)]
    ) async throws(Failure) -> Answer {
        do {
            return try await exchange(payload, token, headers)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(
                description: "the push endpoint on \(host) port \(port) does not answer: \(error)"
            )
        }
    }

    private func exchange(
        _ payload: [UInt8],
        _ token: String,
        _ headers: [(name: String, value: String)]
    ) async throws -> Answer {
        let context = try NIOSSLContext(configuration: tls)
        let group = MultiThreadedEventLoopGroup.singleton
        let answer = group.next().makePromise(of: Answer.self)
        // The endpoint's SETTINGS may come with the last bytes of the handshake, so that HTTP/2 is there
        // from the beginning.
        let connection: any Channel
        let streams: NIOHTTP2Handler.StreamMultiplexer
        do {
            (connection, streams) = try await ClientBootstrap(group: group)
                .connectTimeout(Self.patience)
                .connect(host: host, port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: "localhost")
                        )
                        let streams = try pipeline.configureHTTP2Pipeline(
                            mode: .client,
                            connectionConfiguration: NIOHTTP2Handler.ConnectionConfiguration(),
                            streamConfiguration: NIOHTTP2Handler.StreamConfiguration()
                        ) { stream in stream.close() }
                        try pipeline.addHandler(PushClientFault(answer))
                        return (channel, streams)
                    }
                }
        } catch {
            // NIO ends a debug build for a promise that nobody keeps.
            answer.fail(error)
            throw error
        }
        // A connection that ends, by its timer too, ends the stream, which then has no answer.
        let timer = connection.eventLoop.scheduleTask(in: Self.patience) {
            connection.close(promise: nil)
        }
        defer {
            timer.cancel()
            connection.close(promise: nil)
        }
        let request = PushClientStream.Request(head: head(token, headers), payload: payload)
        streams.createStreamChannel(promise: nil) { stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.pipeline.syncOperations.addHandler(PushClientStream(request, answer))
            }
        }
        return try await answer.futureResult.get()
    }

    private var tls: TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.applicationProtocols = ["h2"]
        if let authority {
            tls.trustRoots = .file(authority)
        } else {
            tls.certificateVerification = .none
        }
        return tls
    }

    private func head(_ token: String, _ headers: [(name: String, value: String)]) -> HPACKHeaders {
        var head = HPACKHeaders([
            (":method", "POST"), (":scheme", "https"), (":authority", "localhost:\(port)"),
            (":path", "/3/device/\(token)"),
        ])
        for (name, value) in headers { head.add(name: name, value: value) }
        return head
    }
}
