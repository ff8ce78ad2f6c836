// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryAttachments
import BelfryCenter
import BelfryModel
import Foundation
import Synchronization
import Testing

@testable import BelfryCenterEngine

/// Files of requests on a disk that does not answer.
@Suite(.timeLimit(.minutes(1)))
struct RequestCopiesTests {
    /// What copies until it is let go, whoever asks.
    private final class SlowDisk: Sendable {
        private let gate = DispatchSemaphore(value: 0)
        private let late = Mutex<[Bool]>([])

        /// Whether each copy that was let go found that nobody waited any more.
        var found: [Bool] { late.withLock(\.self) }

        func copies(timeLimit: Duration) -> RequestCopies {
            RequestCopies(timeLimit: timeLimit) { [self] requests, _, _, isLate in
                gate.wait()
                late.withLock { $0.append(isLate()) }
                return RequestCopies.Result(requests: .success(requests), paths: ["copy"])
            }
        }

        func answer(_ count: Int = 1) {
            for _ in 0..<count { gate.signal() }
        }
    }

    private let requests = [
        NotificationRequest(identifier: "picture", content: NotificationContent())
    ]

    private func use(of app: String) -> StoreUse {
        var use = StoreUse()
        use.owner = app
        return use
    }

    private func code(of result: RequestCopies.Result) -> CenterError.Code? {
        guard case .failure(let error as CenterError) = result.requests else { return nil }
        return error.code
    }

    @Test func `nobody waits for longer than a time, and what comes later is discarded`() async {
        let disk = SlowDisk()
        let store = AttachmentStore(path: "/nowhere")
        let (discarded, discard) = AsyncStream.makeStream(of: [String].self)
        let copies = disk.copies(timeLimit: .milliseconds(50))
        let result = await copies.copy(requests, to: store, for: use(of: "a")) {
            discard.yield($0)
        }
        #expect(code(of: result) == .attachment)
        disk.answer()
        #expect(await discarded.first { _ in true } == ["copy"])
        #expect(disk.found == [true])
    }

    @Test func `a disk that keeps the threads of one app leaves those of another`() async {
        let disk = SlowDisk()
        let store = AttachmentStore(path: "/nowhere")
        let (discarded, discard) = AsyncStream.makeStream(of: [String].self)
        let impatient = disk.copies(timeLimit: .zero)
        for _ in 0..<RequestCopies.appThreadLimit {
            let result = await impatient.copy(requests, to: store, for: use(of: "a")) {
                discard.yield($0)
            }
            #expect(code(of: result) == .attachment)
        }
        let refused = await impatient.copy(requests, to: store, for: use(of: "a")) { _ in }
        #expect(code(of: refused) == .full)
        let other = await impatient.copy(requests, to: store, for: use(of: "b")) {
            discard.yield($0)
        }
        #expect(code(of: other) == .attachment)
        // The threads are free again once the disk has answered.
        disk.answer(RequestCopies.appThreadLimit + 1)
        var rest = discarded.makeAsyncIterator()
        for _ in 0...RequestCopies.appThreadLimit { #expect(await rest.next() == ["copy"]) }
        let again = await impatient.copy(requests, to: store, for: use(of: "a")) { _ in }
        #expect(code(of: again) == .attachment)
        disk.answer()
    }
}
