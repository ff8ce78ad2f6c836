// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc
internal import Synchronization

/// The server on this machine that requests are led to; one for the process, for its life.
final class LoopbackServer: Sendable {
    /// The server, made when it is first asked for.
    static let shared = Result { try LoopbackServer() }

    private struct Exchanges {
        var next = 1
        var live: [Int: NetworkExchange] = [:]
    }

    /// Where it listens.
    let port: UInt16

    private let listener: Int32
    private let exchanges = Mutex(Exchanges())

    private init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0, let port = Self.bind(listener), listen(listener, 64) == 0 else {
            throw ServiceExtensionHarness.NetworkUnavailable(
                description: "nothing can listen on 127.0.0.1 here: "
                    + "\(unsafe String(cString: strerror(errno)))"
            )
        }
        self.port = port
        let thread = Thread { [self] in accept() }
        thread.name = "belfry-network"
        thread.start()
    }

    /// A number for an exchange, which is the first part of its requests' paths.
    func nextNumber() -> Int {
        exchanges.withLock { exchanges in
            defer { exchanges.next += 1 }
            return exchanges.next
        }
    }

    /// Lets an exchange have its requests.
    func add(_ exchange: NetworkExchange, _ number: Int) {
        exchanges.withLock { $0.live[number] = exchange }
    }

    /// Answers an exchange's requests no more.
    func remove(_ number: Int) {
        _ = exchanges.withLock { $0.live.removeValue(forKey: number) }
    }

    /// Binds to a port of the kernel's choice.
    private static func bind(_ socket: Int32) -> UInt16? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard unsafe Glibc.bind(socket, generic, length) == 0 else { return Int32(-1) }
                return unsafe getsockname(socket, generic, &length)
            }
        }
        return status == 0 ? UInt16(bigEndian: address.sin_port) : nil
    }

    private func accept() {
        while true {
            let socket = Glibc.accept(listener, nil, nil)
            guard socket >= 0 else {
                guard errno == EINTR || errno == ECONNABORTED else { return }
                continue
            }
            let connection = Connection(socket)
            Thread { [self] in serve(connection) }.start()
        }
    }

    private func serve(_ connection: Connection) {
        guard let (number, request) = connection.receive(),
            let exchange = exchanges.withLock({ $0.live[number] })
        else { return connection.close() }
        exchange.answer(request, on: connection)
    }
}
