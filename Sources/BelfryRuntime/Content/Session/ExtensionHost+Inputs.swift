// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryWire
internal import Foundation

/// What the user does to an open notification.
extension ExtensionHost {
    /// Does what the user does.
    ///
    /// - Returns: Why it was not possible; nil when it was done.
    func perform(_ input: ContentInput, inSession number: UInt64) -> String? {
        guard let session = sessions[number], session.machine.state != .closed else {
            return "the notification is closed"
        }
        if session.machine.isFull, input != .dismiss, input != .open {
            return "the extension is still at what was done before"
        }
        switch input {
        case .action(let action, let text): return take(action, text, in: session)
        case .open:
            removeDelivered(session.machine.shown, of: session)
            perform(session.machine.tap(), in: session)
        case .dismiss: dismiss(session)
        case .media: return pressMedia(in: session)
        default: return act(input, in: session)
        }
        return nil
    }

    /// Shows another notification of a category that the extension draws.
    func receive(
        _ notification: ContentSession.Notification,
        inSession number: UInt64
    ) async -> String? {
        guard let bundle = sessions[number]?.run.bundle else { return "the notification is closed" }
        let loans: [AttachmentLoan]
        do throws(ContentSessionError) {
            loans = try await Self.loans(of: notification.attachments)
        } catch {
            return error.description
        }
        let request = await notification.request.localized(for: bundle)
        guard let session = sessions[number], session.machine.state != .closed else {
            return "the notification is closed"
        }
        let gate = Gate(manifest: bundle.manifest, device: session.options.device)
        if let failure = gate.contentReport(for: request.source).firstFailure {
            return failure.fix
        }
        guard session.notifications.count < Self.notificationLimit else {
            return "the extension has got \(Self.notificationLimit) notifications already"
        }
        let date = notification.date ?? Date().timeIntervalSince1970
        let received = ReceivedNotification(request, date: date, loans)
        session.notifications.append(received)
        session.snapshot.content = received.content
        session.snapshot.date = date
        session.category = category(of: received.content, bundle.app)
        show(received, of: bundle.app)
        let number = UInt64(session.notifications.count)
        if session.hasOtherCategory(number) {
            session.show(session.category?.actions ?? [])
            session.activity.note(session.actions)
        }
        let actions = session.machine.receive(
            number: number,
            identifier: request.identifier
        )
        session.isDirty = true
        perform(actions, in: session)
        return nil
    }

    /// Most notifications of one session.
    private static let notificationLimit = 256

    // MARK: The notification

    private func take(_ action: String, _ text: String?, in session: SessionRecord) -> String? {
        guard let shown = session.snapshot.actions.first(where: { $0.identifier == action }) else {
            let all = session.snapshot.actions.map(\.identifier.quoted).joined(separator: ", ")
            return
                "there is no action \(action.quoted); there \(all.isEmpty ? "is none" : "are \(all)")"
        }
        if text != nil, shown.textInput == nil {
            return "the action \(action.quoted) takes no text"
        }
        guard (text ?? "").utf8.count <= Self.inputByteLimit else { return Self.tooLong }
        guard !session.machine.hasNoResponseLeft else {
            return "the extension has got \(ContentMachine.responseLimit) responses already"
        }
        let text = shown.textInput == nil ? nil : text ?? ""
        perform(session.machine.take(action, text: text), in: session)
        return nil
    }

    private func dismiss(_ session: SessionRecord) {
        let isForwarded = session.category?.options.contains(.customDismissAction) == true
        removeDelivered(session.machine.shown, of: session)
        perform(session.machine.dismiss(isForwarded: isForwarded), in: session)
    }

    /// Takes a notification out of the centre: it was opened, or put away.
    func removeDelivered(_ number: UInt64, of session: SessionRecord) {
        let identifier = session.notifications[Int(number) - 1].request.identifier
        _ = centers[session.run.bundle.app]?.removeDelivered([identifier])
    }

    private func pressMedia(in session: SessionRecord) -> String? {
        guard let button = session.snapshot.mediaButton,
            button.kind == .default || !session.snapshot.isPlaying
        else { return "there is no media button" }
        guard session.machine.playsMedia else { return "the extension has no media_play" }
        perform(session.machine.press(isPlay: !session.snapshot.isPlaying), in: session)
        return nil
    }

    // MARK: Its views

    /// Most bytes that are written at once.
    static let inputByteLimit = 16 * 1024
    static let tooLong = "a text has \(inputByteLimit / 1024) KB at most"

    private func act(_ input: ContentInput, in session: SessionRecord) -> String? {
        guard session.snapshot.isInteractive else {
            session.activity.noteInput(isTaken: false)
            return "the views take no input; set UNNotificationExtensionUserInteractionEnabled in "
                + "Info.plist to have them take any"
        }
        do throws(InputRefusal) {
            let effect = try session.snapshot.tree.take(input)
            session.isDirty = true
            session.activity.noteInput(isTaken: true)
            if case .beginEditing(let view) = input { session.firstResponder = (view, 0) }
            if case .endEditing(let view) = input, session.firstResponder?.view == view {
                session.firstResponder = nil
            }
            let actions = effect.map { session.machine.act(on: $0.view, $0.event, $0.value) } ?? []
            perform(actions, in: session)
            return nil
        } catch {
            session.activity.noteInput(isTaken: false)
            return error.description
        }
    }
}
