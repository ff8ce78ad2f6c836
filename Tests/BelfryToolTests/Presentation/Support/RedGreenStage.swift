// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfryWire
internal import Foundation

/// A stage without an extension behind it: a view that is turned, a slider, a switch, a field and
/// actions that come and go, as a content extension would do it.
actor RedGreenStage: ContentStage {
    static let label: UInt32 = 2
    static let slider: UInt32 = 3
    static let toggle: UInt32 = 4
    static let field: UInt32 = 5
    static let button: UInt32 = 6

    /// What was done so far.
    private(set) var inputs: [ContentInput] = []
    private var state: ContentSnapshot
    private var followers: [AsyncStream<ContentSnapshot>.Continuation] = []
    private var tapCount = 0
    private var isEverSettled: Bool
    private var unsettled: [CheckedContinuation<Void, Never>] = []

    /// A stage; one that is never settled waits for ``settle()``, as for a callback without an end.
    init(isEverSettled: Bool = true) {
        self.isEverSettled = isEverSettled
        var views = SampleTree()
        views.add(.label, (16, 8, 288, 24), text: "0 taps") { $0.integers[.textAlignment] = 1 }
        views.add(.slider, (16, 48, 160, 32)) {
            $0.texts[.accessibilityLabel] = "opacity"
            $0.reals[.value] = 1
        }
        views.add(.switch, (240, 48, 51, 31)) { $0.texts[.accessibilityLabel] = "sound" }
        views.add(.textField, (16, 96, 160, 32)) { $0.texts[.placeholder] = "Say something" }
        views.add(.button, (200, 96, 104, 32), text: "Remove")
        state = views.snapshot(height: 144, actions: [Self.rotate, Self.comment])
    }

    static let rotate = NotificationAction(identifier: "rotate", title: "Rotate 20°")
    static let reset = NotificationAction(
        identifier: "reset",
        title: "Reset",
        options: [.destructive]
    )
    static let comment = NotificationAction(
        identifier: "comment",
        title: "Comment",
        textInput: NotificationAction.TextInput(buttonTitle: "Send", placeholder: "Your comment")
    )

    func snapshot() -> ContentSnapshot { state }

    func settled() async -> ContentSnapshot {
        if !isEverSettled { await withCheckedContinuation { unsettled.append($0) } }
        return state
    }

    /// Lets go of who waits for it to be settled.
    func settle() {
        isEverSettled = true
        for waiting in unsettled { waiting.resume() }
        unsettled = []
    }

    func picture(_ name: String) -> (bytes: [UInt8], mediaType: String)? { nil }

    func snapshots() -> AsyncStream<ContentSnapshot> {
        let (stream, follower) = AsyncStream.makeStream(of: ContentSnapshot.self)
        follower.yield(state)
        if state.phase == .closed { follower.finish() }
        followers.append(follower)
        return stream
    }

    func perform(_ input: ContentInput) -> String? {
        inputs.append(input)
        let refusal = answer(input)
        state.revision += 1
        for follower in followers {
            follower.yield(state)
            if state.phase == .closed { follower.finish() }
        }
        return refusal
    }

    /// Answers what waits for an answer, as late as a test likes.
    func finishAnswering() {
        state.phase = .open
        followers.forEach { $0.yield(state) }
    }

    private func answer(_ input: ContentInput) -> String? {
        switch input {
        case .action("rotate", _): rotate(by: 1)
        case .action("reset", _): rotate(by: -tapCount)
        case .action("comment", let text):
            state.phase = .answering(action: "comment")
            tell("comment", text)
        case .action(let other, _): return "there is no action \(other)"
        case .slide(Self.slider, let value, _):
            state.update(Self.slider) { $0.reals[.value] = value }
            state.update(Self.label) { $0.reals[.alpha] = value }
        case .toggle(Self.toggle, let isOn):
            state.update(Self.toggle) { $0.integers[.isOn] = isOn ? 1 : 0 }
        case .edit(Self.field, let text):
            state.update(Self.field) { $0.texts[.text] = text }
        case .pressReturn(Self.field):
            let text = state.tree.nodes[Self.field]?.texts[.text] ?? ""
            state.update(Self.label) { $0.texts[.text] = text }
            state.update(Self.field) { $0.texts[.text] = "" }
        case .beginEditing(Self.field), .endEditing(Self.field): break
        case .tap(Self.button):
            state.phase = .closed
        case .dismiss:
            state.phase = .closed
        case .open: tell("com.apple.UNNotificationDefaultActionIdentifier", nil)
        default: return "nothing takes that"
        }
        return nil
    }

    private func tell(_ action: String, _ text: String?) {
        let event = ContentSnapshot.AppEvent.response(
            notification: "one",
            action: action,
            text: text
        )
        state.appEvents.append(event)
    }

    private func rotate(by count: Int) {
        tapCount += count
        let radians = Double(tapCount) * 20 * .pi / 180
        state.update(Self.label) { label in
            label.texts[.text] = "\(tapCount) taps"
            label.transform.a = cos(radians)
            label.transform.b = sin(radians)
            label.transform.c = -sin(radians)
            label.transform.d = cos(radians)
        }
        let isReset = tapCount == 0
        state.actions = isReset ? [Self.rotate, Self.comment] : [Self.rotate, Self.reset]
    }
}
