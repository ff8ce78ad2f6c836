// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Foundation
import Glibc
import Logging
import NIOCore
import Testing

@testable import BelfryAPNs

/// The daemon as a sender to its own endpoint, wherever that listens.
@Suite(.timeLimit(.minutes(1))) struct PushClientTests {
    private let folder: URL
    private let door = ScriptedDoor()
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-client-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A socket on a port of an address, for a listener that closes it.
    private func socket(on address: String) throws -> Int32 {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let place = try SocketAddress(ipAddress: address, port: 0)
        let bound = unsafe place.withSockAddr { name, size in
            unsafe bind(descriptor, name, socklen_t(size))
        }
        try #require(bound == 0 && Glibc.listen(descriptor, 16) == 0)
        return descriptor
    }

    private func listen(_ place: PushListener.Place) async throws -> (PushListener, String) {
        let authority = try LocalAuthority(in: folder.path)
        let files = EndpointTrust.Files(identity: nil, clients: nil)
        let listener = try await PushListener(
            on: place,
            trust: try EndpointTrust(authority, files, CertificateRegister([]), logger),
            service: PushService(
                ring: ProviderKeyring([], takesAny: true),
                environment: .development,
                door: door,
                logger: logger
            )
        )
        return (listener, authority.certificatePath)
    }

    @Test func `reaches an endpoint that is not on 127.0.0.1`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (listener, authority) = try await listen(.sockets([try socket(on: "127.0.0.2")]))
        #expect(listener.host == "127.0.0.2" && listener.port > 0)
        let client = PushClient(host: listener.host, port: listener.port, authority: authority)
        let answer = try await client.push(
            Array(#"{"aps":{"alert":"x"}}"#.utf8),
            to: String(repeating: "ab", count: 32),
            [("apns-topic", "com.example.app")]
        )
        #expect(answer.status == 200)
        #expect(door.pushes.count == 1)
        await listener.stop()
    }

    @Test func `says that an endpoint does not answer`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        // A port that nobody listens on any more.
        let (listener, authority) = try await listen(.loopback(port: 0))
        await listener.stop()
        let client = PushClient(host: listener.host, port: listener.port, authority: authority)
        let failure = await #expect(throws: PushClient.Failure.self) {
            try await client.push([], to: "ab", [])
        }
        let beginning = "the push endpoint on 127.0.0.1 port \(listener.port) does not answer"
        #expect(failure?.description.hasPrefix(beginning) == true, "\(failure?.description ?? "")")
    }

    @Test func `takes loopback before other addresses, and for all of them`() throws {
        func nearest(_ addresses: (String, Int)...) throws -> String {
            let found = PushListener.nearest(
                of: try addresses.map { try SocketAddress(ipAddress: $0.0, port: $0.1) }
            )
            return "\(found.host) \(found.port)"
        }
        #expect(try nearest(("::1", 443)) == "::1 443")
        #expect(try nearest(("192.0.2.1", 1), ("127.0.0.1", 2)) == "127.0.0.1 2")
        #expect(try nearest(("192.0.2.1", 1), ("192.0.2.2", 2)) == "192.0.2.1 1")
        #expect(try nearest(("0.0.0.0", 1)) == "127.0.0.1 1")
        #expect(try nearest(("::", 1)) == "::1 1")
    }

    @Test func `leaves connections for all sockets of a process`() {
        for count in [1, 2, 4, 6] {
            let each = PushListener.connectionLimit(ofEach: count)
            #expect(each > 0 && each * count <= PushListener.connectionLimit)
        }
        #expect(PushListener.Place.loopback(port: 0).socketCount == 2)
        #expect(PushListener.Place.sockets([3, 4, 5]).socketCount == 3)
    }
}
