// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation

/// The centre that the host keeps, asked through `bf.center/1`.
@safe struct HostedCenter: CenterService {
    let host: Host

    // Lives as long as the process and may be used from any thread, as the host's own table.
    private nonisolated(unsafe) let table: UnsafePointer<bf_center>

    /// Takes the host's table, unless it is smaller than that of version 1.2.
    init?(host: Host, table: UnsafeRawPointer?) {
        guard let table = unsafe table?.assumingMemoryBound(to: bf_center.self),
            unsafe table.pointee.size >= UInt32(MemoryLayout<bf_center>.size)
        else { return nil }
        self.host = host
        unsafe self.table = table
    }

    func add(
        _ request: UNNotificationRequest,
        _ reply: @escaping @Sendable ((any Error)?) -> Void
    ) {
        do {
            let document = try Document.json(try request.document().members)
            unsafe ask({ reply($0.error) }) { table, host, context in
                unsafe document.withABI {
                    unsafe table.pointee.add(host, $0, CenterReply.function, context)
                }
            }
        } catch let error as UserInfo.EncodingError {
            reply(Self.failure(error.message))
        } catch {
            reply(error as NSError)
        }
    }

    func pending(_ reply: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
        unsafe ask({ reply($0.list.compactMap(UNNotificationRequest.init(document:))) }) {
            unsafe $0.pointee.pending($1, CenterReply.function, $2)
        }
    }

    func delivered(_ reply: @escaping @Sendable ([UNNotification]) -> Void) {
        unsafe ask({ reply($0.list.compactMap(UNNotification.init(document:))) }) {
            unsafe $0.pointee.delivered($1, CenterReply.function, $2)
        }
    }

    func removePending(_ identifiers: [String]?) {
        unsafe tell("remove pending requests", identifiers) {
            unsafe $0.pointee.remove_pending($1, $2)
        }
    }

    func removeDelivered(_ identifiers: [String]?) {
        unsafe tell("remove delivered notifications", identifiers) {
            unsafe $0.pointee.remove_delivered($1, $2)
        }
    }

    func categories(_ reply: @escaping @Sendable ([UNNotificationCategory]) -> Void) {
        unsafe ask({ reply($0.list.compactMap(UNNotificationCategory.init(document:))) }) {
            unsafe $0.pointee.categories($1, CenterReply.function, $2)
        }
    }

    func setCategories(_ categories: [UNNotificationCategory]) {
        unsafe tell("set categories", categories.map(\.document.members)) {
            unsafe $0.pointee.set_categories($1, $2)
        }
    }

    func setBadge(_ count: Int, _ reply: @escaping @Sendable ((any Error)?) -> Void) {
        unsafe ask({ reply($0.error) }) {
            unsafe $0.pointee.set_badge($1, Int64(count), CenterReply.function, $2)
        }
    }

    func settings(_ reply: @escaping @Sendable (UNNotificationSettings) -> Void) {
        unsafe ask({ reply(UNNotificationSettings(document: $0.object)) }) {
            unsafe $0.pointee.settings($1, CenterReply.function, $2)
        }
    }

    private typealias Question = (
        UnsafePointer<bf_center>, UnsafePointer<bf_host>, UnsafeMutableRawPointer
    ) -> bf_status

    /// Asks a question; one that the host does not accept is answered here.
    private func ask(_ take: @escaping @Sendable (CenterReply) -> Void, _ question: Question) {
        let context = unsafe CenterReply.context(take)
        let status = unsafe host.withTable { unsafe question(table, $0, context) }
        guard status != ABI.Status.ok else { return }
        host.log(.warning, "The notification centre took no question (status \(status)).")
        unsafe CenterReply.takeBack(context)(CenterReply(status: status, document: ""))
    }

    /// Tells the host something that has no answer.
    private func tell(
        _ what: String,
        _ list: [Any]?,
        _ statement: (UnsafePointer<bf_center>, UnsafePointer<bf_host>, bf_string) -> bf_status
    ) {
        guard let document = list == nil ? "" : list.flatMap({ try? Document.json($0) }) else {
            return
        }
        let status = unsafe document.withABI { document in
            unsafe host.withTable { unsafe statement(table, $0, document) }
        }
        guard status != ABI.Status.ok else { return }
        host.log(.warning, "The notification centre did not \(what) (status \(status)).")
    }

    private static func failure(_ reason: String) -> NSError {
        let userInfo = [NSLocalizedFailureReasonErrorKey: reason]
        return UNError(.notificationInvalidNoContent, userInfo: userInfo).foundation
    }
}
