// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import BelfrySystem
internal import Foundation
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Makes requests to a daemon, each over a connection of its own.
///
/// It is made of the HTTP codec that the tool's own servers have already. Foundation's client knows
/// no UNIX sockets on Linux, and AsyncHTTPClient would bring a TLS library that nothing here needs.
/// What answers may be another program: answers are held to a size, a time and a form.
package struct CenterClient: Sendable {
    /// Where the daemon answers.
    package let address: CenterAddress

    /// How long a whole answer may take.
    private let patience: Duration

    /// More than any answer: a thousand notifications with what was sent.
    private static let answerByteLimit = 32 << 20

    package init(_ address: CenterAddress, patience: Duration = .seconds(60)) {
        self.address = address
        self.patience = patience
    }

    /// Makes a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer; empty where there is none to give.
    /// - Throws: ``ToolFailure`` where no daemon answers, and for what the daemon refuses.
    package func send(_ request: CenterRequest) async throws -> JSONObject {
        let start = ContinuousClock.now
        do {
            return try await exchange(request, within: patience) { head, parts in
                try await Self.answer(head, &parts, address)
            }
        } catch let failure as ToolFailure {
            throw failure
        } catch {
            let isLate = ContinuousClock.now - start >= patience
            throw isLate
                ? ToolFailure("\(address.text): no answer within \(patience)", .unavailable)
                : ToolFailure(
                    "\(address.text): the connection ended before the answer (\(error)); "
                        + "`belfry list` shows what was done",
                    .unavailable
                )
        }
    }

    // MARK: Connections

    typealias Parts = NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator

    /// Connects, makes a request and has its answer read.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: How long all of it may take; nil for as long as it takes.
    ///   - body: Reads what follows the answer's head.
    /// - Returns: What the body returns.
    /// - Throws: ``ToolFailure`` where nothing listens, an error of the connection, or the body's.
    func exchange<Result: Sendable>(
        _ request: CenterRequest,
        within limit: Duration?,
        _ body: @Sendable (HTTPResponseHead, inout Parts) async throws -> Result
    ) async throws -> Result {
        let channel = try await connect()
        let timer = limit.map { limit in
            channel.channel.eventLoop.scheduleTask(in: TimeAmount(limit)) {
                channel.channel.close(promise: nil)
            }
        }
        defer { timer?.cancel() }
        return try await channel.executeThenClose { inbound, outbound in
            var message: [HTTPClientRequestPart] = [.head(head(of: request))]
            if let bytes = request.body {
                message.append(.body(.byteBuffer(ByteBuffer(bytes: bytes))))
            }
            message.append(.end(nil))
            // A daemon may answer and close before it has read the whole request: its answer counts.
            var failure: any Error = ChannelError.inputClosed
            do { try await outbound.write(contentsOf: message) } catch { failure = error }
            var parts = inbound.makeAsyncIterator()
            while let part = try await parts.next(isolation: #isolation) {
                // Heads of interim answers, such as 100, come before.
                guard case .head(let head) = part, head.status.code >= 200 else { continue }
                return try await body(head, &parts)
            }
            throw failure
        }
    }

    private typealias Channel = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    private func connect() async throws -> Channel {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(10))
        let wrap: @Sendable (any NIOCore.Channel) -> EventLoopFuture<Channel> = { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHTTPClientHandlers()
                // Who says nothing for so long has gone; a stream gives signs of life.
                try channel.pipeline.syncOperations.addHandlers(
                    IdleStateHandler(readTimeout: .seconds(75)),
                    IdleEnd()
                )
                return try Channel(wrappingChannelSynchronously: channel)
            }
        }
        do {
            switch address {
            case .socket(let path):
                return try await bootstrap.connect(
                    unixDomainSocketPath: path,
                    channelInitializer: wrap
                )
            case .loopback(let port, _):
                let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
                return try await bootstrap.connect(to: address, channelInitializer: wrap)
            }
        } catch let error as IOError {
            throw CenterAbsence(address, error.errnoCode).failure
        }
    }

    private func head(of request: CenterRequest) -> HTTPRequestHead {
        var headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
        headers.add(name: "Connection", value: "close")
        switch address {
        case .socket: headers.add(name: "Host", value: "localhost")
        case .loopback(let port, let token):
            headers.add(name: "Host", value: "127.0.0.1:\(port)")
            headers.add(name: "Authorization", value: "Bearer \(token)")
        }
        if let body = request.body {
            headers.add(name: "Content-Type", value: "application/json")
            headers.add(name: "Content-Length", value: "\(body.count)")
        }
        let method = HTTPMethod(rawValue: request.method)
        return HTTPRequestHead(
            version: .http1_1,
            method: method,
            uri: request.target,
            headers: headers
        )
    }

    // MARK: Answers

    /// Reads a whole answer.
    ///
    /// - Returns: Its JSON object.
    /// - Throws: ``ToolFailure`` for an error that the daemon answered, or for something that is no
    ///   answer of a daemon's.
    static func answer(
        _ head: HTTPResponseHead,
        _ parts: inout Parts,
        _ address: CenterAddress
    ) async throws -> JSONObject {
        var bytes: [UInt8] = []
        var isWhole = false
        while !isWhole, let part = try await parts.next(isolation: #isolation) {
            switch part {
            case .head: break
            case .body(let buffer):
                guard bytes.count + buffer.readableBytes <= answerByteLimit else {
                    throw ToolFailure(
                        "\(address.text): the answer has more than \(answerByteLimit) bytes",
                        .unavailable
                    )
                }
                bytes += buffer.readableBytesView
            case .end: isWhole = true
            }
        }
        guard isWhole else { throw ChannelError.inputClosed }
        return try CenterAnswer(status: Int(head.status.code), bytes).object(from: address)
    }
}
