// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc
internal import Synchronization

/// A server on this machine that counts what the host's proxy has of it.
final class AttackedServer: Sendable {
    /// What it does with a connection.
    enum Habit: Sendable {
        /// It never answers.
        case silent
        /// It answers without an end, as fast as it can.
        case endless
        /// It answers as it should.
        case polite
    }

    /// What it has seen.
    struct Count: Sendable {
        /// Requests, each on a connection of its own.
        var requestCount = 0

        /// The most connections that were open at once.
        var mostConnections = 0

        /// Bytes that crossed the connections that are closed, both directions together, by the
        /// kernel's count (`TCP_INFO`).
        var byteCount: UInt64 = 0

        fileprivate var openCount = 0
    }

    /// The server's address and port.
    let authority: String

    /// The server's origin.
    var origin: String { "http://\(authority)" }

    private let listener: Int32
    private let state: Mutex<Count>
    private let habit: Habit

    /// Serves on a port of the kernel's choice.
    init(_ habit: Habit) throws {
        self.habit = habit
        state = Mutex(Count())
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw BenchmarkError("there is no port for a server on 127.0.0.1") }
        self.listener = listener
        authority = "127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        try SystemThread.start(named: "server") { self.accept() }
    }

    /// Begins to count anew.
    func reset() {
        state.withLock { $0 = Count(openCount: $0.openCount) }
    }

    /// What was seen since, once the proxy has closed every connection.
    func settled() async throws -> Count {
        for _ in 0..<10_000 {
            let count = state.withLock { $0 }
            if count.openCount == 0 { return count }
            try await Task.sleep(for: .milliseconds(1))
        }
        throw BenchmarkError("the proxy keeps connections of a run that is over")
    }

    /// Stops listening.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func accept() {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            guard connection >= 0 else { break }
            state.withLock {
                $0.openCount += 1
                $0.mostConnections = max($0.mostConnections, $0.openCount)
            }
            do throws(SystemError) {
                try SystemThread.start(named: "connection") { self.serve(connection) }
            } catch {
                end(connection)
            }
        }
        close(listener)
    }

    private func serve(_ connection: Int32) {
        var request = [UInt8](repeating: 0, count: 4096)
        if unsafe recv(connection, &request, request.count, 0) > 0 {
            state.withLock { $0.requestCount += 1 }
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
            switch habit {
            case .silent: break
            case .endless:
                let block = [UInt8](repeating: 0x78, count: 1 << 16)
                if send(Array("\(head)\r\n".utf8), to: connection) {
                    while send(block, to: connection) {}
                }
            case .polite:
                _ = send(Array("\(head)Content-Length: 2\r\n\r\nok".utf8), to: connection)
                shutdown(connection, Int32(SHUT_WR))
            }
        }
        // Until the proxy closes it.
        while unsafe recv(connection, &request, request.count, 0) > 0 {}
        end(connection)
    }

    private func end(_ connection: Int32) {
        let byteCount = Self.crossed(connection)
        close(connection)
        state.withLock {
            $0.openCount -= 1
            $0.byteCount += byteCount
        }
    }

    private func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Bytes that the other side's kernel has taken, and those it has sent: `tcpi_bytes_acked` and
    /// `tcpi_bytes_received` of linux/tcp.h, which Glibc's structure ends before.
    private static func crossed(_ connection: Int32) -> UInt64 {
        var information = [UInt64](repeating: 0, count: 17)
        var length = socklen_t(information.count * MemoryLayout<UInt64>.size)
        guard
            unsafe getsockopt(connection, Int32(IPPROTO_TCP), TCP_INFO, &information, &length) == 0
        else {
            return 0
        }
        return information[15] + information[16]
    }
}
