// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import BelfryWire
import Testing

@testable import BelfryWorkerCore

/// Many threads at one registry, as an extension with a pool of them would be.
@Suite struct RegistryThreadsTests {
    private static let threadCount = 8
    private static let runCount: UInt64 = 60

    /// Runs the same body on threads of our own and waits for all of them.
    private func onThreads(_ body: @escaping @Sendable (Int) -> Void) throws {
        let done = Semaphore()
        for index in 0..<Self.threadCount {
            try SystemThread.start(named: "hammer-\(index)") {
                body(index)
                done.signal()
            }
        }
        for _ in 0..<Self.threadCount { done.wait() }
    }

    @Test(.timeLimit(.minutes(1)))
    func `however many threads complete a run, one decides it`() throws {
        let events = RecordedEvents()
        let registry = RequestRegistry { events.append($0) }
        let requests = (1...Self.runCount).map {
            registry.open(.sample(run: $0), completion: Int($0))
        }
        try onThreads { index in
            for (offset, request) in requests.enumerated() {
                let isEntered = registry.enter(request)
                let copy = registry.copy(registry.original(of: request))
                _ = registry.change(copy) { $0.set(ContentKey.badge, integer: Int64(index)) }
                if (index + offset).isMultiple(of: 2) {
                    registry.complete(completion: offset + 1, content: copy)
                } else {
                    _ = registry.complete(request: request, content: copy)
                }
                if isEntered { registry.leave(request) }
            }
        }
        #expect(events.decided.sorted() == Array(1...Self.runCount))
        #expect(requests.allSatisfy { registry.isDecided($0) })
        #expect(requests.allSatisfy { registry.original(of: $0) == 0 })
    }

    @Test(.timeLimit(.minutes(1)))
    func `one content is changed and read by all threads at once`() throws {
        let events = RecordedEvents()
        let registry = RequestRegistry { events.append($0) }
        let request = registry.open(.sample(run: 1), completion: 1)
        let copy = registry.copy(registry.original(of: request))
        try onThreads { index in
            let text = "thread \(index)"
            for _ in 0..<200 {
                _ = registry.change(copy) { $0.set(ContentKey.title, text: StableText(text.utf8)) }
                _ = registry.change(copy) { $0.set(ContentKey.badge, integer: Int64(index)) }
                _ = registry.integer(copy, ContentKey.badge)
                let another = registry.copy(copy)
                if another != 0 { _ = registry.release(another) }
            }
        }
        #expect(registry.complete(request: request, content: copy) == .ok)
        guard case .completed(1, let changes?)? = events.all.last else {
            Issue.record("no completion with changes")
            return
        }
        let title = String(decoding: changes.texts[ContentKey.title] ?? [], as: UTF8.self)
        #expect(title.hasPrefix("thread "))
        #expect(events.strikes.isEmpty)
    }
}
