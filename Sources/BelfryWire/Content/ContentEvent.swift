// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the worker of a content extension says to the host.
package enum ContentEvent: Equatable, Sendable {
    /// What changed of the views since the last time, in the order in which it is to be applied.
    ///
    /// What does not fit into one packet comes in several; the last of them has `isLast`.
    case frame(patches: [ViewPatch], isLast: Bool)

    /// A callback has returned; its frame went before.
    case returned(callback: UInt64)

    /// The extension called the completion of a response, with an option of its own.
    case answered(response: UInt64, option: UInt32)

    /// It replaced the actions: an array of action documents.
    case actions([UInt8])

    /// It wants the default action performed.
    case performDefaultAction

    /// It wants the notification closed.
    case dismiss

    /// Media have started or stopped playing.
    case mediaPlaying(Bool)

    /// How the button for media is drawn; nil for none.
    case mediaButton(MediaButton?)

    /// The size it wants the root view to have; 0 by 0 for what constraints say.
    case preferredSize(width: Double, height: Double)

    /// The header's title.
    case title(String)

    /// Where keys go, 0 for the extension as such; and the view shown with the keyboard, 0 for none.
    case firstResponder(view: UInt32, accessory: UInt32)

    /// No view gets keys any more.
    case resigned

    /// It asks for a descriptor of an attachment; answered by ``ContentCommand/access(number:isGranted:)``.
    case beginAccess(number: UInt64, notification: UInt64, attachment: String)

    /// It gave an attachment's descriptor back.
    case endAccess(notification: UInt64, attachment: String)
}

/// A button for media over the view.
package struct MediaButton: Equatable, Sendable {
    /// Where the button is, with the numbers of `belfry/content_extension.h`.
    package enum Kind: UInt32, CaseIterable, Sendable {
        case `default` = 1
        case overlay = 2
    }

    /// Where the button is: below the notification, or over its content.
    package var kind: Kind
    /// In the root view; of no size for the host's own place.
    package var frame: ViewFrame
    /// As properties of views have it; 0 for the host's own.
    package var tintColor: Int64

    package init(kind: Kind, frame: ViewFrame = ViewFrame(), tintColor: Int64 = 0) {
        self.kind = kind
        self.frame = frame
        self.tintColor = tintColor
    }
}

/// The optional functions that a content extension has.
package struct ContentAbilities: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// It is asked what becomes of responses; without, the app gets them.
    package static let answersResponses = ContentAbilities(rawValue: 1)

    /// It is told of the media button.
    package static let playsMedia = ContentAbilities(rawValue: 2)
}
