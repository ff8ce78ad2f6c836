// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import CBelfry

extension HostInterface {
    /// Fills in the table of `belfry/center.h`.
    static func makeCenter() -> UnsafePointer<bf_center> {
        let table = UnsafeMutablePointer<bf_center>.allocate(capacity: 1)
        unsafe table.initialize(to: bf_center())
        unsafe table.pointee.size = UInt32(MemoryLayout<bf_center>.size)
        unsafe fillQuestions(&table.pointee)
        unsafe fillChanges(&table.pointee)
        return unsafe UnsafePointer(table)
    }

    private static func fillQuestions(_ table: inout bf_center) {
        unsafe table.pending = { _, reply, context in
            HostInterface.ask(.pending, unsafe .init(reply, context))
        }
        unsafe table.delivered = { _, reply, context in
            HostInterface.ask(.delivered, unsafe .init(reply, context))
        }
        unsafe table.categories = { _, reply, context in
            HostInterface.ask(.categories, unsafe .init(reply, context))
        }
        unsafe table.settings = { _, reply, context in
            HostInterface.ask(.settings, unsafe .init(reply, context))
        }
    }

    private static func fillChanges(_ table: inout bf_center) {
        unsafe table.add = { _, request, reply, context in
            let recipient = unsafe CenterClient.Recipient(reply, context)
            return unsafe HostInterface.tell(request, recipient) { .add($0) }
        }
        unsafe table.remove_pending = { _, identifiers in
            unsafe HostInterface.tell(identifiers) { .removePending($0) }
        }
        unsafe table.remove_delivered = { _, identifiers in
            unsafe HostInterface.tell(identifiers) { .removeDelivered($0) }
        }
        unsafe table.set_categories = { _, categories in
            unsafe HostInterface.tell(categories) { .setCategories($0) }
        }
        unsafe table.set_badge = { _, count, reply, context in
            let recipient = unsafe CenterClient.Recipient(reply, context)
            return HostInterface.center?.ask(.setBadge(count), recipient).code ?? Status.state.code
        }
    }

    /// Asks what somebody wants to know.
    private static func ask(
        _ kind: CenterQuestion.Kind,
        _ recipient: CenterClient.Recipient?
    ) -> bf_status {
        guard let recipient else { return Status.argument.code }
        return center?.ask(kind, recipient).code ?? Status.state.code
    }

    /// Has the centre do something with a document, which it copies.
    private static func tell(
        _ document: bf_string,
        _ recipient: CenterClient.Recipient? = nil,
        _ kind: ([UInt8]) -> CenterQuestion.Kind
    ) -> bf_status {
        guard let center else { return Status.state.code }
        switch unsafe document.text(limit: CenterQuestion.documentLimit) {
        case .failure(let status): return status.code
        case .success(let text): return center.ask(kind(Array(text.utf8)), recipient).code
        }
    }
}
