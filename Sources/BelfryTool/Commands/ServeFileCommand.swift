// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfrySystem
internal import BelfryTerminal
internal import Foundation
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// `belfry serve-file`: a test server for one file, for extensions that download.
struct ServeFileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve-file",
        abstract: "Serves one file over HTTP on loopback, for trying extensions that download.",
        discussion: """
            Prints the file's address and serves it until it is interrupted. Only this machine can \
            reach it.
            """
    )

    @Argument(help: "The file to serve; its name is the path in the address.")
    var file: String

    @Option(help: "The port; 0 takes any that is free.")
    var port = 0

    func validate() throws {
        guard (0...65535).contains(port) else {
            throw ValidationError("--port is from 0 to 65535.")
        }
    }

    func run() throws {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Descriptor.open(file, O_RDONLY).readAll(limit: 64 << 20)
        } catch {
            throw ToolFailure("\(file): \(SystemError.sentence(of: error.errno))", .noInput)
        }
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let server: any Channel
        do {
            server = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { channel in
                    channel.pipeline.configureHTTPServerPipeline().flatMapThrowing {
                        let handler = FileHandler(name: name, bytes: bytes)
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                }
                .bind(host: "127.0.0.1", port: port)
                .wait()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ToolFailure(
                "port \(port) is taken; name another with --port, or 0 for any",
                .unavailable
            )
        }
        let bound = server.localAddress?.port ?? port
        Terminal.standardOutput.write("http://127.0.0.1:\(bound)/\(Self.address(of: name))\n")
        try server.closeFuture.wait()
    }
}

extension ServeFileCommand {
    /// A file's name as an address has it; nothing of it moves a terminal's cursor.
    static func address(of name: String) -> String {
        let plain = CharacterSet(charactersIn: "-._~").union(.alphanumerics)
            .intersection(CharacterSet(charactersIn: Unicode.Scalar(0x21)...Unicode.Scalar(0x7E)))
        return name.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}

/// Answers requests for one path with one file's bytes.
private final class FileHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let name: String
    private let bytes: [UInt8]
    private var answer = HTTPResponseStatus.notFound
    private var isHead = false

    init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            isHead = head.method == .HEAD
            answer = answer(to: head, port: context.channel.localAddress?.port ?? 0)
        case .body: break
        case .end: respond(context)
        }
    }

    /// A site that bends a name of its own to this address (DNS rebinding) says that name in `Host`.
    private func answer(to head: HTTPRequestHead, port: Int) -> HTTPResponseStatus {
        let hosts = head.headers["Host"]
        guard hosts.count == 1, PageHosts.loopback.allows(hosts[0], port: port) else {
            return .misdirectedRequest
        }
        guard head.method == .GET || isHead else { return .methodNotAllowed }
        let path = head.uri.prefix { $0 != "?" }
        return String(path).removingPercentEncoding == "/" + name ? .ok : .notFound
    }

    private func respond(_ context: ChannelHandlerContext) {
        let body = answer == .ok ? bytes : Array("\(answer.reasonPhrase)\n".utf8)
        let headers: HTTPHeaders = [
            "Content-Length": "\(body.count)", "Content-Type": Self.type(of: name),
            "Connection": "close",
        ]
        let head = HTTPResponseHead(version: .http1_1, status: answer, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !isHead {
            let buffer = context.channel.allocator.buffer(bytes: body)
            context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
        }
        let closing = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            closing.close(promise: nil)
        }
    }

    private static func type(of name: String) -> String {
        let types = [
            "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
            "mp3": "audio/mpeg", "wav": "audio/wav", "mp4": "video/mp4", "json": "application/json",
            "html": "text/html; charset=utf-8",
        ]
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return types[ending] ?? "application/octet-stream"
    }
}
