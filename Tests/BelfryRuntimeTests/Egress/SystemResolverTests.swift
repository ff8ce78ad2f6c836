// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import NIOCore
import NIOPosix
import Testing

@testable import BelfryRuntime

@Suite(.timeLimit(.minutes(1))) struct SystemResolverTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    @Test func `finds this machine by its name`() async throws {
        let addresses = try await SystemResolver().addresses(of: "localhost", on: loop).get()
        #expect(!addresses.isEmpty)
        #expect(addresses.allSatisfy { $0.addressClass == .loopback }, "\(addresses)")
    }

    @Test(arguments: ["8.8.4.4", "2001:db8::1"])
    func `keeps every byte of an address`(text: String) async throws {
        let addresses = try await SystemResolver().addresses(of: text, on: loop).get()
        #expect(addresses == [try #require(IPAddress(text))])
    }

    @Test func `tells of a name that cannot be looked up`() async {
        let tooLong = String(repeating: "a", count: 64) + ".invalid"
        let error = await #expect(throws: LookupFailure.self) {
            try await SystemResolver().addresses(of: tooLong, on: loop).get()
        }
        #expect(error?.sentence.isEmpty == false)
    }
}
