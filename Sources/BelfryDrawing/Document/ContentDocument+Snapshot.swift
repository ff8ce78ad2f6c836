// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
package import BelfryRuntime
internal import BelfryWire

extension ContentDocument {
    /// Describes a snapshot.
    package init(_ snapshot: ContentSnapshot) {
        self.init(
            revision: snapshot.revision,
            phase: snapshot.phase.word,
            answering: snapshot.phase.action,
            failure: Failure(snapshot.phase),
            header: snapshot.header,
            date: snapshot.date,
            content: Texts(snapshot),
            isInteractive: snapshot.isInteractive,
            root: Node(ViewTree.root, in: snapshot.tree),
            accessory: snapshot.accessory.map { Node($0, in: snapshot.tree) },
            focus: snapshot.firstResponder,
            actions: snapshot.actions.map(Action.init),
            media: snapshot.mediaButton.map { Media($0, isPlaying: snapshot.isPlaying) },
            app: snapshot.appEvents.map(AppEvent.init),
            warnings: snapshot.warnings
        )
        root.frame.width = snapshot.width.inDocument
        root.frame.height = snapshot.height.inDocument
    }
}

extension ContentSnapshot.Phase {
    /// The word for the phase in JSON and in scripts.
    package var word: String {
        switch self {
        case .loading: "loading"
        case .open: "open"
        case .answering: "answering"
        case .fallback: "fallback"
        case .closed: "closed"
        }
    }

    fileprivate var action: String? {
        if case .answering(let action) = self { action } else { nil }
    }
}

extension ContentDocument.Failure {
    fileprivate init?(_ phase: ContentSnapshot.Phase) {
        guard case .fallback(let verdict, let explanation) = phase else { return nil }
        self.init(verdict: verdict.kind.rawValue, reason: verdict.reason, explanation: explanation)
    }
}

extension ContentDocument.Texts {
    fileprivate init(_ snapshot: ContentSnapshot) {
        let content = snapshot.content
        let attachments = content.attachments.map {
            ContentDocument.Attachment(
                identifier: $0.identifier,
                type: $0.typeIdentifier,
                byteCount: $0.byteCount
            )
        }
        self.init(
            title: content.title,
            subtitle: content.subtitle,
            body: content.body,
            category: content.categoryIdentifier,
            isHidden: snapshot.isDefaultContentHidden,
            attachments: attachments.isEmpty ? nil : attachments
        )
    }
}

extension ContentDocument.Action {
    fileprivate init(_ action: NotificationAction) {
        self.init(
            identifier: action.identifier,
            title: action.title,
            options: action.options.isEmpty ? nil : action.options.words,
            icon: action.icon.map { Icon(kind: $0.kind.rawValue, name: $0.name) },
            textInput: action.textInput.map {
                Input(buttonTitle: $0.buttonTitle, placeholder: $0.placeholder)
            }
        )
    }
}

extension ContentDocument.Media {
    fileprivate init(_ button: MediaButton, isPlaying: Bool) {
        let isPlaced = button.frame.width > 0 && button.frame.height > 0
        self.init(
            kind: button.kind == .overlay ? "overlay" : "default",
            isPlaying: isPlaying,
            frame: isPlaced ? ContentDocument.Frame(button.frame) : nil,
            tintColor: button.tintColor == 0 ? nil : ContentDocument.Color(button.tintColor)
        )
    }
}

extension ContentDocument.AppEvent {
    fileprivate init(_ event: ContentSnapshot.AppEvent) {
        switch event {
        case .response(let notification, let action, let text):
            self.init(action: action, text: text, notification: notification)
        }
    }
}

extension ContentDocument.Frame {
    init(_ frame: ViewFrame) {
        self.init(
            x: frame.x.inDocument,
            y: frame.y.inDocument,
            width: frame.width.inDocument,
            height: frame.height.inDocument
        )
    }
}

extension ContentDocument.Color {
    /// A colour as properties of views have it.
    init(_ value: Int64) {
        let bits = UInt64(bitPattern: value)
        self.init(light: Self.hex(bits & 0xFFFF_FFFF), dark: Self.hex(bits >> 32))
    }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return "#" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}

extension Double {
    /// Without what is beyond a thousandth, which arithmetic leaves behind.
    package var inDocument: Double {
        let rounded = (self * 1000).rounded() / 1000
        // No -0, and never what JSON has no word for.
        return rounded.isFinite && rounded != 0 ? rounded : 0
    }
}
