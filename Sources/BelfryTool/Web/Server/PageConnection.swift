// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDrawing
internal import BelfryRuntime
internal import NIOCore
internal import NIOHTTP1

/// One connection to the page's server: answers its requests, one after the other.
struct PageConnection {
    typealias Channel = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
    typealias Parts = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator

    let server: PageServer
    let channel: any NIOCore.Channel
    let outbound: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>

    /// Sets up a channel's handlers; only then is anything read.
    private static func prepare(
        _ channel: any NIOCore.Channel,
        _ deadline: Duration
    ) throws -> Channel {
        let pipeline = channel.pipeline.syncOperations
        // Who says nothing and takes nothing for so long has gone; streams have their heartbeats.
        try pipeline.addHandlers(IdleStateHandler(allTimeout: .seconds(60)), IdleEnd())
        // Requests are answered in order here.
        try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false)
        try pipeline.addHandler(RequestDeadline(deadline))
        let wrapped = try Channel(wrappingChannelSynchronously: channel)
        try channel.syncOptions?.setOption(.autoRead, value: true)
        return wrapped
    }

    /// Answers until the connection ends, by either side's will.
    static func serve(_ accepted: any NIOCore.Channel, of server: PageServer) async {
        // What is wrapped has to be used, so it is wrapped here and not where it is accepted. An error
        // of a connection is its end, and nobody else's matter.
        let wrapping = accepted.eventLoop.submit { try prepare(accepted, server.requestLimit) }
        guard let channel = try? await wrapping.get() else { return }
        try? await channel.executeThenClose { inbound, outbound in
            let connection = PageConnection(
                server: server,
                channel: channel.channel,
                outbound: outbound
            )
            var parts = inbound.makeAsyncIterator()
            while let part = try await parts.next(isolation: #isolation) {
                guard case .head(let head) = part else { continue }
                guard try await connection.answer(head, &parts) else { return }
            }
        }
    }

    /// Answers one request.
    ///
    /// - Returns: Whether another may follow.
    private func answer(_ head: HTTPRequestHead, _ parts: inout Parts) async throws -> Bool {
        let request: PageRequest
        do throws(PageRequest.Refusal) {
            request = try PageRequest(
                head,
                token: server.token,
                port: server.port,
                hosts: server.hosts
            )
        } catch {
            try await refuse(error)
            return false
        }
        server.connections.know(channel)
        switch request {
        case .file(let file): try await send(.ok, file.bytes, file.mediaType)
        case .picture(let name): try await send(picture: name)
        case .input: try await take(try await Self.body(&parts))
        case .events:
            try await sendEvents()
            return false
        }
        return head.isKeepAlive
    }

    /// Reads a body, which the decoder keeps to the length that was said.
    private static func body(_ parts: inout Parts) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let part = try await parts.next(isolation: #isolation) {
            switch part {
            case .head: throw ChannelError.inputClosed
            case .body(let buffer): bytes += buffer.readableBytesView
            case .end: return bytes
            }
        }
        throw ChannelError.inputClosed
    }

    /// Has the stage do what the body says.
    private func take(_ body: [UInt8]) async throws {
        guard let input = try? DrawnInput.read(body) else {
            return try await refuse(
                PageRequest.Refusal(status: .badRequest, sentence: "The body is no input.")
            )
        }
        let refusal = await server.stage.perform(input)
        let revision = ("Belfry-Revision", "\(await server.stage.snapshot().revision)")
        if let refusal {
            try await send(.conflict, Array(refusal.utf8), PageHeaders.plainText, [revision])
        } else {
            try await send(.noContent, [], nil, [revision])
        }
    }

    private func send(picture name: String) async throws {
        guard let picture = await server.stage.picture(name),
            DrawnPicture.mediaTypes.contains(picture.mediaType)
        else {
            return try await send(
                .notFound,
                Array("There is no such picture.\n".utf8),
                PageHeaders.plainText
            )
        }
        try await send(.ok, picture.bytes, picture.mediaType)
    }

    private func refuse(_ refusal: PageRequest.Refusal) async throws {
        let allow = refusal.allow.map { [("Allow", $0)] } ?? []
        let sentence = Array((refusal.sentence + "\n").utf8)
        let closing = [("Connection", "close")] + allow
        try await send(refusal.status, sentence, PageHeaders.plainText, closing)
    }

    private func send(
        _ status: HTTPResponseStatus,
        _ body: [UInt8],
        _ mediaType: String?,
        _ more: [(String, String)] = []
    ) async throws {
        var headers = PageHeaders.all
        if let mediaType {
            headers.add(name: "Content-Type", value: mediaType)
            headers.add(name: "Content-Length", value: "\(body.count)")
        }
        headers.add(contentsOf: more)
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        try await outbound.write(
            contentsOf: [.head(head), .body(.byteBuffer(ByteBuffer(bytes: body))), .end(nil)]
        )
    }
}
