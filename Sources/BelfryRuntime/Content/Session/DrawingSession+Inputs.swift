// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryWire
internal import Foundation

/// What the user does to an open notification.
extension DrawingSession {
    /// Does what the user does.
    ///
    /// - Returns: Why it was not possible; nil when it was done.
    func perform(_ input: ContentInput) -> String? {
        if machine.state == .closed { return "the notification is closed" }
        if machine.isFull, input != .dismiss, input != .open {
            return "the extension is still at what was done before"
        }
        noteUnseenTexts()
        switch input {
        case .action(let action, let text): return take(action, text)
        case .open:
            removeDelivered(machine.shown)
            happen { $0.tap() }
        case .dismiss: dismiss()
        case .media: return pressMedia()
        default: return act(input)
        }
        return nil
    }

    /// Shows another notification of a category that the extension draws.
    ///
    /// - Returns: Why it is not shown; nil when it is.
    func receive(_ notification: SessionNotification) async -> String? {
        let bundle = run.bundle
        let loans: [AttachmentLoan]
        do throws(ContentSessionError) {
            loans = try await AttachmentLoan.all(of: notification.attachments)
        } catch {
            return error.description
        }
        let request = await notification.request.localized(for: bundle)
        if machine.state == .closed { return "the notification is closed" }
        let gate = Gate(manifest: bundle.manifest, device: options.device)
        if let failure = gate.contentReport(for: request.source).firstFailure {
            return failure.fix
        }
        if let excess = request.excess { return excess }
        guard notifications.count < Self.notificationLimit else {
            return "the extension has got \(Self.notificationLimit) notifications already"
        }
        let date = notification.date ?? Date().timeIntervalSince1970
        let received = ReceivedNotification(request, date: date, loans)
        noteUnseenTexts()
        let number = add(received)
        scene.show(received)
        scene.belongs(to: run.appCenter.category(of: received.content))
        received.present(in: run.appCenter)
        if hasOtherCategory(number) {
            scene.showDeclaredActions()
            activity.note(scene.actions)
        }
        happen { $0.receive(number: number, identifier: request.identifier) }
        return nil
    }

    /// Most notifications of one session.
    private static let notificationLimit = 256

    // MARK: The notification

    private func take(_ action: String, _ text: String?) -> String? {
        let actions = scene.snapshot.actions
        guard let shown = actions.first(where: { $0.identifier.isExactly(action) }) else {
            let all = actions.map(\.identifier.quoted).joined(separator: ", ")
            return
                "there is no action \(action.quoted); there \(all.isEmpty ? "is none" : "are \(all)")"
        }
        if text != nil, shown.textInput == nil {
            return "the action \(action.quoted) takes no text"
        }
        guard (text ?? "").utf8.count <= Self.inputByteLimit else { return Self.tooLong }
        guard !machine.hasNoResponseLeft else {
            return "the extension has got \(ContentMachine.responseLimit) responses already"
        }
        let text = shown.textInput == nil ? nil : text ?? ""
        happen { $0.take(action, text: text) }
        return nil
    }

    private func dismiss() {
        let isForwarded = scene.category?.options.contains(.customDismissAction) == true
        removeDelivered(machine.shown)
        happen { $0.dismiss(isForwarded: isForwarded) }
    }

    /// Takes a notification out of the centre: it was opened, or put away.
    func removeDelivered(_ number: UInt64) {
        let identifier = notifications[Int(number) - 1].request.identifier
        run.appCenter.removeDelivered([identifier])
    }

    private func pressMedia() -> String? {
        let isPlaying = scene.snapshot.isPlaying
        guard let button = scene.snapshot.mediaButton, button.kind == .default || !isPlaying
        else { return "there is no media button" }
        guard machine.playsMedia else { return "the extension has no media_play" }
        happen { $0.press(isPlay: !isPlaying) }
        return nil
    }

    // MARK: Its views

    /// Most bytes that are written at once.
    static let inputByteLimit = 16 * 1024
    static let tooLong = "a text has \(inputByteLimit / 1024) KB at most"

    private func act(_ input: ContentInput) -> String? {
        guard scene.snapshot.isInteractive else {
            activity.noteInput(isTaken: false)
            return "the views take no input; set UNNotificationExtensionUserInteractionEnabled in "
                + "Info.plist to have them take any"
        }
        do throws(InputRefusal) {
            let effect = try scene.take(input)
            activity.noteInput(isTaken: true)
            happen { machine in
                effect.map { machine.act(on: $0.view, $0.event, $0.value) } ?? []
            }
            return nil
        } catch {
            activity.noteInput(isTaken: false)
            return error.description
        }
    }
}
