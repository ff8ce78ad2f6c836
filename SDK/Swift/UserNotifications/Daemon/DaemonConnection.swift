// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc

/// One HTTP/1.1 exchange with the daemon `belfryd` over its UNIX socket.
///
/// No library does it: Foundation's client knows no UNIX sockets on Linux, and the SDK depends on no
/// other package, whose modules would take the SDK's for Apple's. What it reads may come from another
/// program, so heads, pieces and times have limits. It belongs to one thread, which it blocks.
final class DaemonConnection {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// How the rest of the answer's body is divided.
    private enum Rest {
        case none
        case bytes(Int)
        case chunks
    }

    private var rest = Rest.none

    /// Most bytes of an answer's head, and of the line before a chunk.
    private static let headByteLimit = 32 * 1024

    /// How many seconds the daemon may say nothing: longer than between two signs of life.
    private static let silenceLimit = 75

    /// Connects.
    ///
    /// - Parameter path: The socket.
    /// - Throws: `DaemonFailure` where nobody listens.
    init(to path: String) throws(DaemonFailure) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let limit = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard path.utf8.count <= limit else { throw .longPath(path, limit: limit) }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: path.utf8)
        }
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .unreachable(path, errno) }
        var patience = timeval(tv_sec: Self.silenceLimit, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            unsafe setsockopt(
                descriptor,
                SOL_SOCKET,
                option,
                &patience,
                socklen_t(MemoryLayout<timeval>.size)
            )
        }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                unsafe connect(descriptor, name, length)
            }
        }
        guard status == 0 else { throw .unreachable(path, errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Sends a request and reads the head of its answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - identity: Headers that say who calls.
    /// - Returns: The answer's status.
    /// - Throws: `DaemonFailure` where the connection ends, or what comes is no answer.
    func send(
        _ request: DaemonRequest,
        _ identity: [(name: String, value: String)]
    ) throws(DaemonFailure) -> Int {
        var head = "\(request.method) \(request.path) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in identity { head += "\(name): \(value)\r\n" }
        head += "Connection: close\r\n"
        if let body = request.body {
            head += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        }
        // A daemon may refuse and close before it has read everything: its answer counts.
        let failure = write(Array((head + "\r\n" + (request.body ?? "")).utf8))
        do throws(DaemonFailure) {
            return try readHead()
        } catch {
            throw failure ?? error
        }
    }

    private func write(_ bytes: [UInt8]) -> DaemonFailure? {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.send(
                    descriptor,
                    UnsafeRawBufferPointer(rebasing: buffer[done...]).baseAddress,
                    bytes.count - done,
                    Int32(MSG_NOSIGNAL)
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return .ended }
            done += count
        }
        return nil
    }

    // MARK: Reading

    private func readHead() throws(DaemonFailure) -> Int {
        let status = try line().split(separator: " ")
        guard status.count >= 2, status[0] == "HTTP/1.1", let code = Int(status[1]) else {
            throw .nonsense
        }
        rest = .none
        var byteCount = 0
        while case let field = try line(), !field.isEmpty {
            byteCount += field.utf8.count
            guard byteCount <= Self.headByteLimit else { throw .nonsense }
            let parts = field.split(separator: ":", maxSplits: 1)
            let value = parts.last?.trimmingCharacters(in: .whitespaces) ?? ""
            switch parts.first?.lowercased() {
            case "content-length":
                guard let count = Int(value), count >= 0 else { throw .nonsense }
                rest = .bytes(count)
            case "transfer-encoding":
                guard value.lowercased() == "chunked" else { throw .nonsense }
                rest = .chunks
            default: break
            }
        }
        return code
    }

    /// The next piece of the answer's body; nil at its end.
    ///
    /// - Throws: `DaemonFailure` where the connection ends before.
    func piece() throws(DaemonFailure) -> [UInt8]? {
        switch rest {
        case .none, .bytes(0): return nil
        case .bytes(let count):
            if buffer.isEmpty { try fill() }
            let piece = take(min(count, buffer.count))
            rest = .bytes(count - piece.count)
            return piece
        case .chunks:
            let size = try line().split(separator: ";").first.map(String.init) ?? ""
            guard let count = Int(size, radix: 16), (0...DaemonAnswer.byteLimit).contains(count)
            else {
                throw .nonsense
            }
            while buffer.count < count + 2 { try fill() }
            let piece = take(count)
            guard take(2) == Array("\r\n".utf8) else { throw .nonsense }
            if count == 0 { rest = .none }
            return count == 0 ? nil : piece
        }
    }

    private func line() throws(DaemonFailure) -> String {
        var seen = 0
        while true {
            if let end = buffer[seen...].firstIndex(of: UInt8(ascii: "\n")) {
                let bytes = take(end + 1).dropLast()
                let isWhole = bytes.last == UInt8(ascii: "\r")
                return String(decoding: isWhole ? bytes.dropLast() : bytes, as: UTF8.self)
            }
            seen = buffer.count
            guard seen <= Self.headByteLimit else { throw .nonsense }
            try fill()
        }
    }

    private func take(_ count: Int) -> [UInt8] {
        let bytes = Array(buffer.prefix(count))
        buffer.removeFirst(count)
        return bytes
    }

    /// Waits for more.
    private func fill() throws(DaemonFailure) {
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .ended }
            buffer += bytes.prefix(count)
            return
        }
    }
}
