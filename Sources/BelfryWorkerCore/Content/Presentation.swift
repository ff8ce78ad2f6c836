// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import Synchronization

/// How an expanded notification is shown: the notifications, their actions and attachments.
final class Presentation: Sendable {
    private let requests: RequestRegistry
    private let send: @Sendable (WorkerEvent) -> Void
    private let state = Mutex(State())

    /// What the user answered.
    let responses: ResponseRegistry

    /// What is lent of attachments.
    let access: AttachmentAccess

    private struct State {
        var isOpen = false
        var actions = StableText([])
        /// The notifications by handle, and the handles by number.
        var notifications: [UInt64: Notification] = [:]
        var handles: [UInt64: UInt64] = [:]
    }

    private struct Notification {
        let number: UInt64
        let date: Double
        let attachments: [Attachment]
    }

    private struct Attachment {
        let identifier: StableText
        let type: StableText
        let name: StableText
        let byteCount: UInt64
    }

    /// An attachment, its texts lent until the session ends.
    struct LentAttachment: Sendable {
        let identifier: LentText
        let type: LentText
        let name: LentText
        let byteCount: UInt64
    }

    init(requests: RequestRegistry, send: @escaping @Sendable (WorkerEvent) -> Void) {
        self.requests = requests
        self.send = send
        responses = ResponseRegistry(send: send)
        access = AttachmentAccess(send: send)
    }

    // MARK: The session

    func open(actions: [UInt8]) {
        state.withLock { $0.isOpen = true }
        show(actions: actions)
    }

    /// Takes the actions that the host shows.
    func show(actions: [UInt8]) {
        state.withLock { $0.actions = StableText(actions) }
    }

    func close() {
        state.withLock { $0.isOpen = false }
    }

    /// Makes a handle for a notification, valid until the session ends.
    func add(_ notification: ContentNotification) -> UInt64 {
        let handle = requests.open(notification)
        state.withLock { state in
            state.handles[notification.number] = handle
            state.notifications[handle] = Notification(
                number: notification.number,
                date: notification.date,
                attachments: notification.attachments.map {
                    Attachment(
                        identifier: StableText($0.identifier.utf8),
                        type: StableText($0.type.utf8),
                        name: StableText($0.name.utf8),
                        byteCount: $0.byteCount
                    )
                }
            )
        }
        return handle
    }

    /// The handle of a notification; 0 for one that has not come.
    func handle(of number: UInt64) -> UInt64 {
        state.withLock { $0.handles[number] ?? 0 }
    }

    // MARK: Calls

    func date(of notification: UInt64) -> Result<Double, Status> {
        read(notification) { .success($0.date) }
    }

    func attachment(_ index: UInt32, of notification: UInt64) -> Result<LentAttachment, Status> {
        read(notification) { notification in
            guard Int(index) < notification.attachments.count else { return .failure(.notFound) }
            let attachment = notification.attachments[Int(index)]
            return .success(
                LentAttachment(
                    identifier: LentText(attachment.identifier),
                    type: LentText(attachment.type),
                    name: LentText(attachment.name),
                    byteCount: attachment.byteCount
                )
            )
        }
    }

    /// The attachment of a notification with this identifier.
    func target(
        _ identifier: String,
        of notification: UInt64
    ) -> Result<AttachmentAccess.Target, Status> {
        read(notification) { notification in
            let isKnown = notification.attachments.contains { $0.identifier.text == identifier }
            guard isKnown else { return .failure(.notFound) }
            return .success(
                AttachmentAccess.Target(
                    notification: notification.number,
                    identifier: identifier
                )
            )
        }
    }

    /// Lends the document of the actions shown.
    func actions() -> Result<LentText, Status> {
        state.withLock { state in
            guard state.isOpen else { return .failure(.state) }
            return .success(LentText(state.actions))
        }
    }

    /// Shows other actions.
    func set(actions: String) -> Status {
        let document = Array(actions.utf8)
        guard document.count <= ViewLimit.actionsByteCount else { return .limit }
        guard JSONShape(document).isArrayOfObjects else { return .argument }
        return tell(.actions(document)) { $0.actions = StableText(document) }
    }

    /// Tells the host something, as long as the session lasts.
    func tell(_ event: ContentEvent) -> Status {
        tell(event) { _ in }
    }

    private func tell(
        _ event: ContentEvent,
        _ body: @Sendable (inout State) -> Void
    ) -> Status {
        let isOpen = state.withLock { state in
            if state.isOpen { body(&state) }
            return state.isOpen
        }
        guard isOpen else { return .state }
        send(.content(event))
        return .ok
    }

    /// Whether calls are taken.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    private func read<Value: Sendable>(
        _ notification: UInt64,
        _ body: @Sendable (Notification) -> Result<Value, Status>
    ) -> Result<Value, Status> {
        let result = state.withLock { state -> Result<Value, Status> in
            guard state.isOpen else { return .failure(.state) }
            return state.notifications[notification].map(body) ?? .failure(.handle)
        }
        if case .failure(.handle) = result { send(.strike(run: 0, kind: .badHandle)) }
        return result
    }
}
