// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import BelfryEgress

@Suite(.timeLimit(.minutes(1))) struct SystemResolverTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    @Test func `finds this machine by its name`() async throws {
        let addresses = try await SystemResolver(patience: .seconds(60)).addresses(
            of: "localhost",
            on: loop
        ).get()
        #expect(!addresses.isEmpty)
        #expect(addresses.allSatisfy { $0.addressClass == .loopback }, "\(addresses)")
    }

    @Test(arguments: ["8.8.4.4", "2001:db8::1"])
    func `keeps every byte of an address`(text: String) async throws {
        let addresses = try await SystemResolver(patience: .seconds(60)).addresses(
            of: text,
            on: loop
        ).get()
        #expect(addresses == [try #require(IPAddress(text))])
    }

    @Test func `tells of a name that cannot be looked up`() async {
        let tooLong = String(repeating: "a", count: 64) + ".invalid"
        let error = await #expect(throws: LookupFailure.self) {
            try await SystemResolver(patience: .seconds(60)).addresses(of: tooLong, on: loop).get()
        }
        #expect(error?.sentence.isEmpty == false)
    }

    @Test func `looks few names up at once, whoever asks`() async throws {
        let server = SilentNameServer()
        let resolver = SystemResolver(patience: .seconds(60)) { try server.ask($0) }
        let answers = (0..<20).map { resolver.addresses(of: "\($0).example", on: loop) }
        try await server.waitForQuestions(SystemResolver.threadCount)
        server.answer()
        for answer in answers { #expect(try await answer.get().isEmpty) }
        #expect(server.mostAtOnce == SystemResolver.threadCount)
    }

    @Test func `leaves a lookup out that waited until nobody wants its answer`() async throws {
        let server = SilentNameServer()
        let patience = Duration.seconds(1)
        let resolver = SystemResolver(patience: patience) { try server.ask($0) }
        let first = (0..<SystemResolver.threadCount).map {
            resolver.addresses(of: "\($0).example", on: loop)
        }
        try await server.waitForQuestions(SystemResolver.threadCount)
        let late = resolver.addresses(of: "late.example", on: loop)
        try await Task.sleep(for: patience)
        server.answer()
        for answer in first { _ = try await answer.get() }
        await #expect(throws: LookupFailure.self) { try await late.get() }
        #expect(server.questionCount == SystemResolver.threadCount)
    }

    @Test func `fails at once beyond so many lookups, and not once they are over`() async throws {
        let server = SilentNameServer()
        let resolver = SystemResolver(patience: .seconds(60)) { try server.ask($0) }
        let pending = (0..<SystemResolver.pendingLimit).map {
            resolver.addresses(of: "\($0).example", on: loop)
        }
        let error = await #expect(throws: LookupFailure.self) {
            try await resolver.addresses(of: "surplus.example", on: loop).get()
        }
        #expect(error?.sentence == "256 lookups of the bundle are under way")
        server.answer()
        for answer in pending { _ = try await answer.get() }
        #expect(try await resolver.addresses(of: "next.example", on: loop).get().isEmpty)
    }

    @Test func `shares one resolver among the workers of a bundle and with no other`() {
        let resolvers = BundleResolvers()
        let first = resolvers.resolver(ofBundleAt: "/A.appex", .patient)
        #expect(resolvers.resolver(ofBundleAt: "/A.appex", .patient) === first)
        #expect(resolvers.resolver(ofBundleAt: "/B.appex", .patient) !== first)
    }
}
