// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc
internal import Synchronization

extension LoopbackServer {
    /// A connection with one request and one answer.
    final class Connection: Sendable {
        private let socket: Int32
        private let isClosed = Mutex(false)

        init(_ socket: Int32) {
            self.socket = socket
        }

        deinit {
            close()
        }

        /// Ends it; again does nothing.
        func close() {
            let isFirst = isClosed.withLock { isClosed in
                defer { isClosed = true }
                return !isClosed
            }
            if isFirst { _ = Glibc.close(socket) }
        }
    }
}

extension LoopbackServer.Connection {
    /// Far beyond what a test's extension sends.
    private static let byteLimit = 64 << 20

    /// Reads the request.
    ///
    /// - Returns: The number of its exchange, and the request; nil for what is no request.
    func receive() -> (Int, CannedNetwork.Request)? {
        var bytes = Data()
        let end = Data("\r\n\r\n".utf8)
        while bytes.range(of: end) == nil {
            guard bytes.count < Self.byteLimit, let more = read() else { return nil }
            bytes += more
        }
        guard let range = bytes.range(of: end),
            let head = RequestHead(String(decoding: bytes[..<range.lowerBound], as: UTF8.self))
        else { return nil }
        if head.headers["expect"]?.lowercased() == "100-continue" {
            write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        var body = Data(bytes[range.upperBound...])
        if head.isChunked {
            guard let whole = readChunks(body) else { return nil }
            body = whole
        } else {
            while body.count < head.byteCount {
                guard body.count < Self.byteLimit, let more = read() else { return nil }
                body += more
            }
        }
        let request = CannedNetwork.Request(
            method: head.method,
            url: head.url,
            headers: head.headers,
            body: body
        )
        return (head.exchange, request)
    }

    /// Sends an answer and ends the connection.
    func send(status: Int, headers: [String: String], body: Data) {
        var head = "HTTP/1.1 \(status) Canned\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        // Such an answer has no body, and a length would be one.
        let hasBody = status >= 200 && status != 204 && status != 304
        if hasBody { head += "Content-Length: \(body.count)\r\n" }
        head += "Connection: close\r\n\r\n"
        write(Data(head.utf8) + (hasBody ? body : Data()))
        close()
    }

    /// Sends a file and ends the connection.
    func send(file: URL, type: String?) {
        guard let body = try? Data(contentsOf: file) else {
            let reason = "\(file.path) cannot be read"
            return send(status: 500, headers: [:], body: Data(reason.utf8))
        }
        let type = type ?? MediaType.name(ofExtension: file.pathExtension)
        send(status: 200, headers: ["Content-Type": type], body: body)
    }

    /// Reads a body in chunks to its end; nil where it breaks off.
    private func readChunks(_ start: Data) -> Data? {
        var rest = start
        var body = Data()
        let lineEnd = Data("\r\n".utf8)
        while body.count < Self.byteLimit {
            if let line = rest.range(of: lineEnd) {
                let text = String(decoding: rest[..<line.lowerBound], as: UTF8.self)
                guard let count = Int(text.prefix { $0 != ";" }, radix: 16), count >= 0 else {
                    return nil
                }
                if count == 0 { return body }
                let chunk = rest[line.upperBound...]
                if chunk.count >= count + lineEnd.count {
                    body += chunk.prefix(count)
                    rest = Data(chunk.dropFirst(count + lineEnd.count))
                    continue
                }
            }
            guard let more = read() else { return nil }
            rest += more
        }
        return nil
    }

    private func read() -> Data? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe recv(socket, bytes.baseAddress, bytes.count, 0)
        }
        return count > 0 ? Data(buffer.prefix(count)) : nil
    }

    private func write(_ data: Data) {
        var rest = data
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.send(
                    socket,
                    bytes.baseAddress,
                    bytes.count,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return }
            rest = Data(rest.dropFirst(count))
        }
    }
}
