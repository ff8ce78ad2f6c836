// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc
internal import Synchronization

/// A server on this machine that answers badly, on a thread of its own.
final class HostileServer: Sendable {
    /// What it does with a connection.
    enum Habit: Sendable {
        /// It never answers.
        case silent
        /// It answers without an end, as fast as it can.
        case endless
        /// It sends a byte now and again.
        case slow
        /// It never comes to the end of its head.
        case endlessHead
        /// It answers as it should.
        case polite
        /// It reads all that comes, and then answers.
        case attentive
    }

    /// The server's address and port.
    let authority: String

    /// The server's origin.
    var origin: String { "http://\(authority)" }

    private let listener: Int32

    /// What has arrived at it, as far as it reads.
    private let arrived = Mutex<[UInt8]>([])

    /// What has arrived, as text.
    var heard: String { arrived.withLock { String(decoding: $0, as: UTF8.self) } }

    /// Serves on a port of the kernel's choice.
    ///
    /// - Parameters:
    ///   - habit: What it does with a connection.
    ///   - connectionsAtOnce: How many it serves at the same time, each on a thread.
    /// - Throws: `CocoaError` when there is no port.
    init(_ habit: Habit, connectionsAtOnce: Int = 1) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw CocoaError(.fileReadUnknown) }
        // What the kernel holds for the server is not the host's: little of it.
        var least: Int32 = 4096
        setsockopt(listener, SOL_SOCKET, SO_SNDBUF, &least, socklen_t(MemoryLayout<Int32>.size))
        self.listener = listener
        authority = "127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        Thread.detachNewThread { [self] in serve(listener, habit) }
        for _ in 0..<connectionsAtOnce - 1 {
            let another = fcntl(listener, F_DUPFD_CLOEXEC, 0)
            Thread.detachNewThread { [self] in serve(another, habit) }
        }
    }

    /// Stops listening; the thread ends with its last connection.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve(_ listener: Int32, _ habit: Habit) {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            answer(connection, habit)
            close(connection)
        }
        close(listener)
    }

    private func answer(_ connection: Int32, _ habit: Habit) {
        var request = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection, &request, request.count, 0)
        guard count > 0 else { return }
        arrived.withLock { $0 += request[..<count] }
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
        switch habit {
        case .silent:
            // Until the proxy gives up.
            while recv(connection, &request, request.count, 0) > 0 {}
        case .endless:
            guard Self.sendAll(connection, Array("\(head)\r\n".utf8)) else { return }
            let block = [UInt8](repeating: 0x78, count: 1 << 16)
            while Self.sendAll(connection, block) {}
        case .polite:
            _ = Self.sendAll(connection, Array("\(head)Content-Length: 2\r\n\r\nok".utf8))
        case .attentive:
            // Slow to answer, as one that waits for more.
            var time = timeval(tv_sec: 0, tv_usec: 100_000)
            let length = socklen_t(MemoryLayout<timeval>.size)
            setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &time, length)
            while true {
                let more = recv(connection, &request, request.count, 0)
                guard more > 0 else { break }
                arrived.withLock { $0 += request[..<more] }
            }
            _ = Self.sendAll(connection, Array("\(head)Content-Length: 2\r\n\r\nok".utf8))
        case .slow:
            guard Self.sendAll(connection, Array("\(head)\r\n".utf8)) else { return }
            while Self.sendAll(connection, [0x78]) { usleep(20_000) }
        case .endlessHead:
            guard Self.sendAll(connection, Array(head.utf8)) else { return }
            let line = Array("X-Line: \(String(repeating: "x", count: 4000))\r\n".utf8)
            while Self.sendAll(connection, line) {}
        }
    }

    private static func sendAll(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
