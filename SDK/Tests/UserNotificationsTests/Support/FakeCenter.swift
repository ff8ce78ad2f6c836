// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Synchronization

/// The centre of a host in the test process, which answers each question at once.
///
/// Its state is the process's, as its functions are bare ones; the suite that uses it is serialized.
enum FakeCenter {
    struct State {
        /// What was asked, with what came along.
        var calls: [String] = []
        /// What questions answer.
        var status: bf_status = 0
        var document = ""
        /// What calls answer that are not accepted.
        var refusal: bf_status = 0
    }

    static let state = Mutex(State())

    /// Forgets everything; from now on questions have this answer.
    static func answer(_ document: String, status: bf_status = 0, refusal: bf_status = 0) {
        state.withLock { $0 = State(status: status, document: document, refusal: refusal) }
    }

    /// The table that a host of version 1.2 has.
    nonisolated(unsafe) static let table: UnsafePointer<bf_center> = {
        let memory = UnsafeMutablePointer<bf_center>.allocate(capacity: 1)
        unsafe memory.initialize(
            to: bf_center(
                size: UInt32(MemoryLayout<bf_center>.size),
                reserved: 0,
                add: { unsafe FakeCenter.ask("add", $1, $2, $3) },
                pending: { unsafe FakeCenter.ask("pending", bf_string(), $1, $2) },
                delivered: { unsafe FakeCenter.ask("delivered", bf_string(), $1, $2) },
                remove_pending: { unsafe FakeCenter.tell("remove_pending", $1) },
                remove_delivered: { unsafe FakeCenter.tell("remove_delivered", $1) },
                categories: { unsafe FakeCenter.ask("categories", bf_string(), $1, $2) },
                set_categories: { unsafe FakeCenter.tell("set_categories", $1) },
                set_badge: { unsafe FakeCenter.ask("set_badge \($1)", bf_string(), $2, $3) },
                settings: { unsafe FakeCenter.ask("settings", bf_string(), $1, $2) }
            )
        )
        return unsafe UnsafePointer(memory)
    }()

    private static func tell(_ call: String, _ document: bf_string) -> bf_status {
        let text = unsafe FakeHost.text(document)
        return state.withLock { state in
            state.calls.append(text.isEmpty ? call : "\(call) \(text)")
            return state.refusal
        }
    }

    private static func ask(
        _ call: String,
        _ document: bf_string,
        _ reply: bf_center_reply?,
        _ context: UnsafeMutableRawPointer?
    ) -> bf_status {
        let status = unsafe tell(call, document)
        guard status == 0 else { return status }
        let answer = state.withLock { ($0.status, $0.document) }
        unsafe reply?(context, answer.0, FakeHost.lend(answer.1))
        return 0
    }
}
