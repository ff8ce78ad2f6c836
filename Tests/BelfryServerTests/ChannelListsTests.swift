// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Synchronization
import Testing

@testable import BelfryServer

/// How the channels of apps are listed, by many who ask at once.
@Suite struct ChannelListsTests {
    /// Reads nothing before it is told to.
    private final class Reader: Sendable {
        private let waiting = Mutex<[(app: String, done: ChannelLists<String>.Done)]>([])
        private let begun = Mutex<[String]>([])

        /// The apps whose lists were begun.
        var apps: [String] { begun.withLock(\.self) }

        func read(_ app: String, _ done: @escaping ChannelLists<String>.Done) {
            begun.withLock { $0.append(app) }
            waiting.withLock { $0.append((app, done)) }
        }

        /// Ends the list that was begun first.
        func finish() {
            let next = waiting.withLock { $0.removeFirst() }
            next.done(.success("list of \(next.app)"))
        }
    }

    /// What was said to those who asked.
    private final class Told: Sendable {
        private let state = Mutex<[String]>([])

        var lists: [String] { state.withLock(\.self) }

        func add(_ list: String) { state.withLock { $0.append(list) } }
    }

    @Test func `are read one at a time, and once for all who wait for one app`() {
        let reader = Reader()
        let lists = ChannelLists<String> { reader.read($0, $1) }
        let told = Told()
        func ask(_ app: String) {
            lists.list(app) { result in
                told.add((try? result.get()) ?? "error")
            }
        }
        for app in ["a", "a", "b", "a", "b"] { ask(app) }
        #expect(reader.apps == ["a"])
        reader.finish()
        // What was asked for meanwhile may have changed: it is read again.
        #expect(told.lists == ["list of a"])
        #expect(reader.apps == ["a", "a"])
        reader.finish()
        #expect(told.lists.count == 3)
        #expect(reader.apps == ["a", "a", "b"])
        reader.finish()
        #expect(
            told.lists == Array(repeating: "list of a", count: 3) + [
                "list of b", "list of b",
            ]
        )
        ask("c")
        #expect(reader.apps.last == "c")
        reader.finish()
        #expect(told.lists.last == "list of c")
    }
}
