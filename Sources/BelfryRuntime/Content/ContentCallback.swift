// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
package import BelfryWire

/// One call of a content extension, as the host asks for it.
package struct ContentCallback: Sendable, Equatable {
    /// What the extension is called for.
    package enum Kind: Sendable, Equatable {
        /// Load, and the first notification.
        case open
        /// Another notification, by its number.
        case receive(UInt64)
        case respond(ContentResponse)
        case event(view: UInt32, ViewEvent, ControlValue)
        case media(isPlay: Bool)
    }

    /// Its number in the session, from 1.
    package let number: UInt64
    package let kind: Kind

    /// What it is called in messages, by the functions of `belfry/content_extension.h`.
    var name: String {
        switch kind {
        case .open: "load and did_receive"
        case .receive: "did_receive"
        case .respond(let response):
            "did_receive_response to the action \(response.action.quoted)"
        case .event(let view, let event, _): "the handler of \(event) of view \(view)"
        case .media(true): "media_play"
        case .media(false): "media_pause"
        }
    }

    /// The word for it in reports.
    var word: String {
        switch kind {
        case .open: "open"
        case .receive: "didReceive"
        case .respond: "didReceiveResponse"
        case .event(_, let event, _): "\(event)"
        case .media(let isPlay): isPlay ? "mediaPlay" : "mediaPause"
        }
    }
}

/// What becomes of the notification after a response, with the numbers of
/// `belfry/content_extension.h`.
package enum ResponseOption: UInt32, Sendable, CaseIterable {
    case doNotDismiss = 0
    case dismiss = 1
    case dismissAndForward = 2
}
