// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryRandom
import BelfrySystem
import BelfryWire
import CBelfry
import Synchronization
import Testing

@testable import BelfryWorkerCore

/// The views as the host makes them of patches, each of which has to be right where it stands.
private struct Mirror {
    var children: [UInt32: [UInt32]] = [1: []]
    var texts: [UInt32: String] = [:]
    var problems: [String] = []

    mutating func apply(_ patch: ViewPatch) {
        switch patch {
        case .create(let view, _):
            if children[view] != nil { problems.append("\(view) is made twice") }
            children[view] = []
        case .remove(let view):
            if children.removeValue(forKey: view) == nil { problems.append("\(view) is gone") }
            texts[view] = nil
            for parent in children.keys { children[parent]?.removeAll { $0 == view } }
        case .children(let view, let list):
            for parent in children.keys where parent != view {
                children[parent]?.removeAll { list.contains($0) }
            }
            if children[view] == nil { problems.append("\(view) is none") }
            children[view] = list
            if list.contains(where: { reaches(view, from: $0) }) {
                problems.append("\(view) is in itself")
            }
        case .text(let view, _, let text):
            texts[view] = text
        default: break
        }
        if children.count > ViewLimit.viewCount { problems.append("too many views") }
    }

    private func reaches(_ view: UInt32, from start: UInt32) -> Bool {
        guard start != view else { return true }
        guard let below = children[start] else { return true }
        return below.contains { reaches(view, from: $0) }
    }
}

extension HostInterfaceTests {
    /// What the host makes of patches is what the worker has.
    @Suite struct ViewPatchReplayTests {
        @Test(arguments: 0..<20 as Range<UInt64>)
        func `whatever an extension does, the host can follow`(seed: UInt64) throws {
            let host = try ContentHost()
            var numbers = SeededGenerator(seed: seed)
            var mirror = Mirror()
            var views = [host.root]
            for step in 0..<400 {
                let view = views[Int.random(in: 0..<views.count, using: &numbers)]
                let other = views[Int.random(in: 0..<views.count, using: &numbers)]
                switch Int.random(in: 0..<8, using: &numbers) {
                case 0, 1: views.append(host.make())
                case 2, 3, 4:
                    _ = host.insert(
                        view,
                        into: other,
                        at: UInt32.random(in: 0..<4, using: &numbers)
                    )
                case 5: _ = host.set(view, .text, "\(step)")
                case 6: _ = unsafe host.views.remove(host.host, view)
                default:
                    guard unsafe host.views.release(host.host, view) == BF_OK else { continue }
                    views.removeAll { $0.id == view.id }
                }
                if Int.random(in: 0..<5, using: &numbers) == 0 {
                    for patch in host.patches() { mirror.apply(patch) }
                }
            }
            for patch in host.patches() { mirror.apply(patch) }
            #expect(mirror.problems.isEmpty)
            let (children, texts) = host.session.views.state.withLock { state in
                (
                    state.nodes.mapValues(\.look.children),
                    state.nodes.compactMapValues { $0.look.texts[.text]?.text }
                )
            }
            #expect(mirror.children == children)
            #expect(mirror.texts == texts)
        }

        @Test func `many threads change views while the UI thread shows them`() throws {
            let host = try ContentHost(isOpen: false)
            let calls = RecordedCalls()
            let (session, table) = (host.session, calls.table())
            let ended = Semaphore()
            try SystemThread.start(named: "ui") {
                session.run(table) {}
                ended.signal()
            }
            let opening = ContentOpening(
                callback: 1,
                width: 320,
                height: 200,
                actions: [],
                notification: .sample()
            )
            session.take(.open(opening), nil)
            host.returned.wait()
            for thread in 0..<4 {
                try SystemThread.start(named: "extension") {
                    for round in 0..<50 {
                        let view = host.make(.label)
                        _ = host.insert(view, into: host.root)
                        _ = host.set(view, .text, "\(thread) \(round)")
                        _ = host.frame(view)
                        if round % 2 == 0 { _ = unsafe host.views.release(host.host, view) }
                    }
                    ended.signal()
                }
            }
            for _ in 0..<4 { ended.wait() }
            session.take(.media(callback: 2, isPlay: true), nil)
            host.returned.wait()
            var mirror = Mirror()
            for case .content(.frame(let patches, _)) in host.events.all {
                for patch in patches { mirror.apply(patch) }
            }
            #expect(mirror.problems.isEmpty)
            #expect(mirror.children[1]?.count == 100)
            #expect(mirror.texts.count == 100)
            session.stop()
            ended.wait()
        }
    }
}
