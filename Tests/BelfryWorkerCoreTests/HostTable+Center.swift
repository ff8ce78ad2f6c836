// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import CBelfry
import Synchronization

@testable import BelfryWorkerCore

/// What replies of the notification centre were told.
final class RecordedReplies: Sendable {
    struct Reply: Equatable {
        let status: bf_status
        let document: String
    }

    private let replies = Mutex<[Reply]>([])

    var all: [Reply] { replies.withLock { $0 } }

    /// The context that ``reply`` adds to; the object has to outlive it.
    var context: UnsafeMutableRawPointer {
        unsafe Unmanaged.passUnretained(self).toOpaque()
    }

    static let reply: bf_center_reply = { context, status, document in
        guard let context = unsafe context else { return }
        let text = unsafe HostTable.text(of: document)
        unsafe Unmanaged<RecordedReplies>.fromOpaque(context).takeUnretainedValue()
            .replies.withLock { $0.append(Reply(status: status, document: text)) }
    }
}

/// The notification centre's table.
extension HostTable {
    private var center: bf_center {
        let found = unsafe Self.withString(Array(BF_INTERFACE_CENTER.utf8)) {
            unsafe table.interface(host, $0)
        }
        return unsafe found?.assumingMemoryBound(to: bf_center.self).pointee ?? bf_center()
    }

    var centerSize: UInt32 { center.size }

    /// Answers the question under way, as the host would, and has it told.
    func answer(_ number: UInt64, _ status: CenterAnswer.Status = .ok, _ document: String = "") {
        let answer = CenterAnswer(number: number, status: status, document: Array(document.utf8))
        interface.centerClient.answered(answer)
    }

    func add(_ bytes: [UInt8], _ replies: RecordedReplies?) -> bf_status {
        unsafe Self.withString(bytes) { document in
            unsafe center.add(
                host,
                document,
                replies == nil ? nil : RecordedReplies.reply,
                replies?.context
            )
        }
    }

    func setBadge(_ count: Int64) -> bf_status {
        unsafe center.set_badge(host, count, nil, nil)
    }

    func setCategories(_ bytes: [UInt8]) -> bf_status {
        unsafe Self.withString(bytes) { unsafe center.set_categories(host, $0) }
    }

    func pending(_ replies: RecordedReplies) -> bf_status {
        unsafe center.pending(host, RecordedReplies.reply, replies.context)
    }

    /// The statuses of every function that asks, without anybody to tell.
    var statusesOfNullReplies: [bf_status] {
        unsafe [
            center.pending(host, nil, nil), center.delivered(host, nil, nil),
            center.categories(host, nil, nil), center.settings(host, nil, nil),
        ]
    }

    /// Calls every function, which the host answers as it goes; their statuses.
    func callAll(_ replies: RecordedReplies) -> [bf_status] {
        let context = unsafe replies.context
        let reply = unsafe RecordedReplies.reply
        let calls: [(bf_string) -> bf_status] = unsafe [
            { unsafe self.center.add(self.host, $0, reply, context) },
            { _ in unsafe self.center.pending(self.host, reply, context) },
            { _ in unsafe self.center.delivered(self.host, reply, context) },
            { unsafe self.center.remove_pending(self.host, $0) },
            { unsafe self.center.remove_delivered(self.host, $0) },
            { _ in unsafe self.center.categories(self.host, reply, context) },
            { unsafe self.center.set_categories(self.host, $0) },
            { _ in unsafe self.center.set_badge(self.host, 7, reply, context) },
            { _ in unsafe self.center.settings(self.host, reply, context) },
        ]
        return unsafe calls.map { call in
            let status = unsafe Self.withString(Array("[]".utf8)) { unsafe call($0) }
            if let question = events.questions.last { answer(question.number) }
            return status
        }
    }
}
