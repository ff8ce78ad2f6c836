// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Crypto
import Foundation
import NIOCore
import NIOPosix
import SwiftASN1
import Synchronization
import Testing
import X509

@testable import BelfryAPNs

/// Chains that anybody may send: what is looked at, what is not, and what is remembered.
@Suite(.timeLimit(.minutes(1))) struct CertificateChainTests {
    /// Somebody with a key who makes certificates.
    private struct Signer {
        let name: DistinguishedName
        let key = P256.Signing.PrivateKey()

        init(_ name: String) throws {
            self.name = try DistinguishedName { CommonName(name) }
        }

        /// Vouches for somebody else, or for themselves.
        func certificate(
            of other: Signer? = nil,
            days: Double = 10,
            also: String? = nil
        ) throws -> Certificate {
            let owner = other ?? self
            let now = Date()
            return try Certificate(
                version: .v3,
                serialNumber: Certificate.SerialNumber(),
                publicKey: Certificate.PublicKey(owner.key.publicKey),
                notValidBefore: now - 86_400,
                notValidAfter: now + days * 86_400,
                issuer: name,
                subject: owner.name,
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: try Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                    Critical(KeyUsage(keyCertSign: true))
                    if let also { SubjectAlternativeNames([.dnsName(also)]) }
                },
                issuerPrivateKey: Certificate.PrivateKey(key)
            )
        }

        /// Vouches for a sender.
        func sender(_ topic: String, days: Double = 10) throws -> Certificate {
            let now = Date()
            return try Certificate(
                version: .v3,
                serialNumber: Certificate.SerialNumber(),
                publicKey: Certificate.PublicKey(P256.Signing.PrivateKey().publicKey),
                notValidBefore: now - 86_400,
                notValidAfter: now + days * 86_400,
                issuer: name,
                subject: DistinguishedName([
                    RelativeDistinguishedName(
                        .init(type: ProviderCertificate.userID, utf8String: topic)
                    )
                ]),
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: try Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                },
                issuerPrivateKey: Certificate.PrivateKey(key)
            )
        }
    }

    private func bytes(_ certificates: Certificate...) throws -> [[UInt8]] {
        try certificates.map { try $0.serializeAsPEM().derBytes }
    }

    private func provider(_ verdict: ClientAuthority.Verdict) -> ProviderCertificate? {
        if case .valid(let certificate) = verdict { certificate } else { nil }
    }

    private func fault(_ verdict: ClientAuthority.Verdict) -> String? {
        if case .refused(let fault) = verdict { fault } else { nil }
    }

    // MARK: Chains

    /// Certificates of one name and key, each with a name of its own besides, so that each vouches for
    /// each other one: 7! paths and more go through eight of them.
    private func circle(_ count: Int) throws -> [[UInt8]] {
        let signer = try Signer("S")
        return try (0..<count).map { number in
            try signer.certificate(also: "n\(number).example").serializeAsPEM().derBytes
        }
    }

    @Test func `are verified up to four certificates`() async throws {
        let root = try Signer("root")
        let clients = ClientAuthority(nil, [try root.certificate()])
        let found = fault(await clients.judge(try circle(8)))
        #expect(found == "its chain has 8 certificates; 4 is the most")
        let signers = [try Signer("a"), try Signer("b"), try Signer("c")]
        let chain =
            try bytes(signers[0].sender("com.example.app"))
            + bytes(signers[1].certificate(of: signers[0]), signers[2].certificate(of: signers[1]))
            + bytes(root.certificate(of: signers[2]))
        #expect(provider(await clients.judge(chain))?.topics == ["com.example.app"])
        let more = try chain + bytes(root.certificate())
        #expect(fault(await clients.judge(more))?.hasPrefix("its chain has 5") == true)
    }

    @Test func `are not gone round in circles`() async throws {
        let clients = ClientAuthority(nil, [try Signer("root").certificate()])
        for count in [2, 4] {
            let found = fault(await clients.judge(try circle(count)))
            #expect(found == "two certificates of its chain have the same subject and key")
        }
    }

    @Test func `may have a certificate twice, and the authority's own`() async throws {
        let root = try Signer("root")
        let clients = ClientAuthority(nil, [try root.certificate()])
        let own = try root.sender("com.example.app")
        let chain = try bytes(own, own, root.certificate())
        #expect(provider(await clients.judge(chain)) != nil)
    }

    @Test func `end with the first of their certificates`() async throws {
        let root = try Signer("root")
        let middle = try Signer("middle")
        let clients = ClientAuthority(nil, [try root.certificate()])
        let chain = try bytes(
            middle.sender("com.example.app", days: 9),
            root.certificate(of: middle, days: 2)
        )
        let end = try #require(provider(await clients.judge(chain))).end
        #expect(abs(end - Date().timeIntervalSince1970 - 2 * 86_400) < 3600)
    }

    // MARK: Turns

    @Test func `of senders that are known wait for nobody, and no signature is looked at`()
        async throws
    {
        let root = try Signer("root")
        let open = ClientAuthority(nil, [try root.certificate()])
        let chain = try bytes(root.sender("com.example.app"))
        let verdict = await open.judge(chain)
        let closed = ClientAuthority(nil, [], turns: Turnstile(0))
        closed.remember(verdict, of: chain[0])
        #expect(provider(verdict) != nil)
        #expect(await closed.judge(chain) == verdict)
    }

    @Test func `of connections that have ended are not verified`() async throws {
        let turns = Turnstile(0)
        let clients = ClientAuthority(nil, [try Signer("root").certificate()], turns: turns)
        let chain = try circle(1)
        let end = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: Void.self)
        let verdict = await withCheckedContinuation { continuation in
            clients.judge(chain, until: end.futureResult) { continuation.resume(returning: $0) }
            end.succeed()
        }
        #expect(fault(verdict) == "its connection has ended")
        #expect(turns.waiting == 0)
    }

    /// Who had their turns.
    private final class Order: Sendable {
        private let state = Mutex<[Int]>([])

        var numbers: [Int] { state.withLock(\.self) }

        func add(_ number: Int) { state.withLock { $0.append(number) } }
    }

    @Test func `are verified a few at a time, in their order`() async {
        let turns = Turnstile(1)
        let order = Order()
        let (inside, enter) = AsyncStream.makeStream(of: Void.self)
        let (ended, leave) = AsyncStream.makeStream(of: Void.self)
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                _ = await turns.pass {
                    enter.yield()
                    for await _ in ended { break }
                    order.add(0)
                }
            }
            for await _ in inside { break }
            for number in 1...2 {
                tasks.addTask { _ = await turns.pass { order.add(number) } }
                while turns.waiting < number { await Task.yield() }
            }
            let late = Task { await turns.pass { order.add(3) } }
            while turns.waiting < 3 { await Task.yield() }
            late.cancel()
            #expect(await late.value == nil)
            #expect(turns.waiting == 2)
            #expect(order.numbers == [])
            leave.yield()
        }
        #expect(order.numbers == [0, 1, 2])
        #expect(await turns.pass { true } == true)
    }

    // MARK: Memory

    @Test func `are remembered whatever strangers send`() async throws {
        let root = try Signer("root")
        let clients = ClientAuthority(nil, [try root.certificate()])
        let chain = try bytes(root.sender("com.example.app"))
        let verdict = await clients.judge(chain)
        // A certificate is public; that its sender has the key is not proved yet.
        #expect(provider(clients.recall(chain[0])) == nil)
        clients.remember(verdict, of: chain[0])
        for number in 0..<UInt8.max {
            for other in 0..<8 as Range<UInt8> {
                clients.remember(.refused("for a test"), of: [number, other])
            }
        }
        #expect(clients.recall(chain[0]) == verdict)
        #expect(fault(clients.recall([254, 7])) == "for a test")
        #expect(fault(clients.recall([0, 0]))?.contains("session of its own") == true)
    }

    @Test func `give way one at a time, the one that was asked for longest ago`() {
        var recent = RecentValues<Int, String>(limit: 3)
        for key in 1...3 { recent.keep("\(key)", as: key) }
        #expect(recent.find(1) == "1")
        recent.keep("4", as: 4)
        #expect((1...4).map { recent.find($0) } == ["1", nil, "3", "4"])
        recent.keep("1 again", as: 1)
        recent.keep("5", as: 5)
        #expect((1...5).map { recent.find($0) } == ["1 again", nil, nil, "4", "5"])
        recent.forget(5)
        #expect(recent.find(5) == nil)
    }
}
