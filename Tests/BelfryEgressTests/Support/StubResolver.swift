// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import NIOCore
import Synchronization
import Testing

@testable import BelfryEgress

/// A resolver that knows a few names and remembers what it was asked.
final class StubResolver: AddressResolver {
    private let answers: [String: [IPAddress]]
    private let questions = Mutex<[String]>([])

    init(_ answers: [String: [String]]) {
        self.answers = answers.mapValues { $0.compactMap { IPAddress($0) } }
    }

    /// The names asked for, in order.
    var asked: [String] { questions.withLock { $0 } }

    func addresses(
        of name: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<[IPAddress]> {
        questions.withLock { $0.append(name) }
        guard let answer = answers[name] else {
            return loop.makeFailedFuture(LookupFailure(sentence: "Name or service not known"))
        }
        return loop.makeSucceededFuture(answer)
    }
}

/// A resolver whose name server says something else each time it is asked, and in the end nothing.
final class FickleResolver: AddressResolver {
    private let answers: Mutex<[[IPAddress]]>

    init(_ answers: [[String]]) {
        self.answers = Mutex(answers.map { $0.compactMap { IPAddress($0) } })
    }

    /// The answers that nobody has asked for yet.
    var leftCount: Int { answers.withLock { $0.count } }

    func addresses(
        of name: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<[IPAddress]> {
        loop.makeSucceededFuture(
            answers.withLock { $0.isEmpty ? [] : $0.removeFirst() }
        )
    }
}

/// A resolver that answers with nothing when it is released, and never before.
final class SilentResolver: AddressResolver {
    private let pending = Mutex<[EventLoopPromise<[IPAddress]>]>([])
    private let questions = AsyncStream.makeStream(of: String.self)

    func addresses(
        of name: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<[IPAddress]> {
        let promise = loop.makePromise(of: [IPAddress].self)
        pending.withLock { $0.append(promise) }
        questions.continuation.yield(name)
        return promise.futureResult
    }

    /// Waits until a name is asked for.
    func question() async throws {
        var iterator = questions.stream.makeAsyncIterator()
        _ = try #require(await iterator.next())
    }

    deinit {
        for promise in pending.withLock({ $0 }) { promise.succeed([]) }
    }
}
