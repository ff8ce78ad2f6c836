// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
@testable internal import BelfryEgress
internal import NIOCore

extension FuzzTarget {
    /// What an extension sends to its proxy; the first byte says in pieces of which size.
    ///
    /// The head ends at the same byte however it arrives. One that is accepted goes on as exactly one
    /// head, with one Host that is the target's, the same framing, and nothing for a proxy.
    static let proxyRequest = FuzzTarget(
        "proxy-request",
        byteLimit: 4096,
        check: { bytes in
            guard let size = bytes.first else { return }
            let whole = try? collect([ByteBuffer(bytes: bytes.dropFirst())])
            let pieces = try? collect(Pieces(bytes.dropFirst(), size: size).buffers)
            try holdEqual(whole?.bytes, pieces?.bytes, "the head depends on its pieces")
            guard let head = whole?.bytes, let request = try read(head) else { return }
            try checkTarget(request)
            if !request.line.isConnect { try checkForwarded(request) }
        }
    )

    private static func collect(_ pieces: [ByteBuffer]) throws -> HeadCollector.Head? {
        var collector = HeadCollector(limit: 2048)
        for piece in pieces {
            if let head = try collector.add(piece) { return head }
        }
        return nil
    }

    private static func read(_ head: [UInt8]) throws -> RequestHead? {
        let lines = head.headLines
        do throws(Refusal) {
            let line = try RequestLine(lines[0])
            return try RequestHead(line, to: line.destination, fieldLines: lines.dropFirst())
        } catch {
            try holdOneLine(error.message)
            return nil
        }
    }

    private static func checkTarget(_ request: RequestHead) throws {
        let endpoint = request.destination.endpoint
        try checkOrigin(of: endpoint)
        let path = request.destination.path
        try hold(request.line.isConnect || path.hasPrefix("/"), "the path is \(path)")
    }

    private static func checkOrigin(of endpoint: Endpoint) throws {
        // Nobody can list an address that no connection can end at.
        if case .address(let address) = endpoint.host, !address.addressClass.isUnicast { return }
        let origin = try Origin("\(endpoint.scheme.rawValue)://\(endpoint.host):\(endpoint.port)")
        try hold(origin.covers(endpoint), "\(origin) is not \(endpoint)")
    }

    private static func checkForwarded(_ request: RequestHead) throws {
        let forwarded = request.forwarded
        guard let head = try collect([ByteBuffer(bytes: forwarded)]) else {
            if forwarded.count > 2048 { return }
            throw BrokenProperty("the forwarded head has no end")
        }
        try holdEqual(head.rest.readableBytes, 0, "bytes behind the forwarded head")
        let fields = try HeaderFields(lines: head.bytes.headLines.dropFirst())
        let authority = request.destination.endpoint.authority
        try holdEqual(fields.values(of: "host"), [authority], "the Host fields")
        try holdEqual(fields.values(of: "connection"), ["close"], "the Connection fields")
        try holdEqual(try fields.framing ?? .length(0), request.body, "the framing")
        try hold(
            !fields.fields.contains { $0.name.hasPrefix("proxy-") || $0.name == "upgrade" },
            "a field for the proxy goes on"
        )
    }
}
