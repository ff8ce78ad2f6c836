// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
package import BelfryReport
package import BelfryWire

/// A session from its presentation to its end: what the extension is asked, and what the app gets.
///
/// It is pure, so that it is tested without processes.
///
/// The extension has one thread for callbacks, so it gets one callback at a time; what the user does
/// meanwhile waits here. Responses are answered when the extension likes: any number can be open.
package struct ContentMachine: Sendable {
    /// What is to be done after an event.
    package enum Action: Equatable, Sendable {
        /// Ask the extension; the callback's budgets begin.
        case call(ContentCallback)
        /// A callback has returned; its budgets end, but for a response's that is not answered.
        case returned(ContentCallback)
        /// A response was answered: within its callback, or late.
        case answered(ContentResponse, ResponseOption, isLate: Bool)
        /// The app gets a response.
        case forward(ContentSnapshot.AppEvent)
        /// The notification is closed; why, as the rest of a sentence.
        case close(String)
        /// These actions were taken, and what came of them is not known any more.
        case lose([String])
        /// The worker said what cannot be.
        case breakProtocol(String)
        /// The extension did what it must not, and nothing came of it.
        case strike(RunStrike)
    }

    /// How far the extension of an open notification is.
    package enum State: Sendable, Equatable {
        /// No worker yet.
        case loading
        /// The extension has been called.
        case open
        /// It has failed; the user has the notification as without it.
        case failed
        case closed
    }

    /// The number of the notification that is shown.
    package private(set) var shown: UInt64 = 1

    /// The number of the notification that the extension was given last: what it does, it does to that.
    package private(set) var heard: UInt64 = 1
    package private(set) var state = State.loading

    /// The callback under way.
    package private(set) var current: ContentCallback?

    /// Responses that the extension was asked about and has not answered.
    package private(set) var unanswered: [ContentResponse] = []

    /// The notifications' identifiers by their numbers.
    private var identifiers: [UInt64: String]
    private var abilities: ContentAbilities = []
    private var waiting: [ContentCallback.Kind] = []
    private var lastCallback: UInt64 = 0
    private var lastResponse: UInt64 = 0
    /// The last response that the extension was asked about.
    private var lastAsked: UInt64 = 0

    /// Most callbacks that wait for the one under way.
    package static let waitingLimit = 64

    /// Most responses of one session.
    package static let responseLimit = 256

    /// The identifiers of what is no action of the app's (UNNotificationResponse).
    package static let defaultAction = "com.apple.UNNotificationDefaultActionIdentifier"
    package static let dismissAction = "com.apple.UNNotificationDismissActionIdentifier"

    /// Begins with a notification that the extension has not been given yet, by its request's
    /// identifier.
    package init(identifier: String) {
        identifiers = [1: identifier]
    }

    /// Whether no callback is under way, nor about to be.
    package var isSettled: Bool {
        switch state {
        case .loading: false
        case .open: current == nil && waiting.isEmpty
        case .failed, .closed: true
        }
    }

    /// Whether there is no room for what else the user does.
    package var isFull: Bool { waiting.count >= Self.waitingLimit }

    /// Whether the extension can be shown no further response.
    package var hasNoResponseLeft: Bool {
        lastResponse >= Self.responseLimit && (state == .loading || state == .open)
    }

    /// What was done to views and the extension has not been called for.
    package var waitingEvents: [(view: UInt32, value: ControlValue)] {
        waiting.compactMap { kind in
            if case .event(let view, _, let value) = kind { (view, value) } else { nil }
        }
    }

    // MARK: What the worker says

    /// The extension is loaded.
    package mutating func ready(_ abilities: ContentAbilities) -> [Action] {
        guard state == .loading else { return [] }
        state = .open
        self.abilities = abilities
        waiting.insert(.open, at: 0)
        return callNext()
    }

    /// A callback has returned.
    package mutating func returned(_ number: UInt64) -> [Action] {
        guard state == .open else { return [] }
        guard let callback = current, callback.number == number else {
            return [.breakProtocol("it returned from callback \(number), which is not under way")]
        }
        current = nil
        return [.returned(callback)] + callNext()
    }

    /// The completion of a response was called.
    package mutating func answered(_ number: UInt64, option: UInt32) -> [Action] {
        guard state == .open else { return [] }
        guard let index = unanswered.firstIndex(where: { $0.number == number }) else {
            return number > 0 && number <= lastAsked
                ? [.strike(.secondCompletion)]
                : [.breakProtocol("it answered response \(number), which it was never asked about")]
        }
        let response = unanswered.remove(at: index)
        let known = ResponseOption(rawValue: option)
        let strikes: [Action] = known == nil ? [.strike(.badOption)] : []
        let option = known ?? .doNotDismiss
        let isLate = current?.kind != .respond(response)
        let actions = strikes + [.answered(response, option, isLate: isLate)]
        let reason = "the extension's answer to the action \(response.action.quoted)"
        switch option {
        case .doNotDismiss: return actions
        case .dismiss: return actions + close(reason)
        case .dismissAndForward: return actions + [.forward(event(of: response))] + close(reason)
        }
    }

    /// The extension wants the default action performed.
    package mutating func defaultActionWanted() -> [Action] {
        guard state == .open else { return [] }
        return [.forward(event(Self.defaultAction, on: heard))]
            + close("the extension's own default action")
    }

    /// The extension wants the notification closed: the app is not told.
    package mutating func dismissalWanted() -> [Action] {
        guard state == .open else { return [] }
        return close("the extension")
    }

    /// The extension has failed, or is not to be called at all; what it was asked about is lost, and
    /// can be given again.
    ///
    /// - Returns: The actions whose responses were not answered.
    package mutating func failed() -> [String] {
        guard state == .loading || state == .open else { return [] }
        state = .failed
        return forgetCallbacks()
    }

    // MARK: What the user does

    /// One of the actions is taken.
    package mutating func take(_ action: String, text: String?) -> [Action] {
        guard state != .closed else { return [] }
        lastResponse += 1
        let response = ContentResponse(
            number: lastResponse,
            notification: shown,
            action: action,
            text: text
        )
        return state == .failed ? forward(response) : call(.respond(response))
    }

    /// The notification is tapped: the app's, whatever the extension can.
    package mutating func tap() -> [Action] {
        guard state != .closed else { return [] }
        return [.forward(event(Self.defaultAction))] + close("the default action")
    }

    /// The notification is closed by the user; the app hears of it where its category asks for that.
    package mutating func dismiss(isForwarded: Bool) -> [Action] {
        guard state != .closed else { return [] }
        let told: [Action] = isForwarded ? [.forward(event(Self.dismissAction))] : []
        return told + close("the user")
    }

    /// A view's control was acted on.
    package mutating func act(
        on view: UInt32,
        _ event: ViewEvent,
        _ value: ControlValue
    ) -> [Action] {
        guard state == .open else { return [] }
        // A slider that moves faster than the extension works has one place alone.
        if case .event(view, event, .real) = waiting.last { waiting.removeLast() }
        return call(.event(view: view, event, value))
    }

    /// The media button is pressed.
    package mutating func press(isPlay: Bool) -> [Action] {
        state == .open ? call(.media(isPlay: isPlay)) : []
    }

    /// Whether the extension is told of the media button.
    package var playsMedia: Bool { state == .open && abilities.contains(.playsMedia) }

    // MARK: What happens

    /// Another notification has come, which is the one shown from now on.
    package mutating func receive(number: UInt64, identifier: String) -> [Action] {
        guard state != .closed else { return [] }
        shown = number
        identifiers[number] = identifier
        return state == .failed ? [] : call(.receive(number))
    }

    /// The notification is closed by whoever shows it: nobody is told.
    package mutating func close(_ reason: String) -> [Action] {
        guard state != .closed else { return [] }
        state = .closed
        let lost = forgetCallbacks()
        return (lost.isEmpty ? [] : [.lose(lost)]) + [.close(reason)]
    }

    // MARK: Callbacks

    private mutating func call(_ kind: ContentCallback.Kind) -> [Action] {
        waiting.append(kind)
        return state == .open ? callNext() : []
    }

    private mutating func callNext() -> [Action] {
        guard current == nil, !waiting.isEmpty else { return [] }
        let kind = waiting.removeFirst()
        if let response = kind.response {
            // As where a class does not have the optional method.
            guard abilities.contains(.answersResponses) else { return forward(response) }
            lastAsked = response.number
            unanswered.append(response)
        }
        if case .receive(let number) = kind { heard = number }
        lastCallback += 1
        let callback = ContentCallback(number: lastCallback, kind: kind)
        current = callback
        return [.call(callback)]
    }

    /// - Returns: The actions that were taken and not answered.
    private mutating func forgetCallbacks() -> [String] {
        defer { (current, waiting, unanswered) = (nil, [], []) }
        return unanswered.map(\.action) + waiting.compactMap(\.response?.action)
    }

    // MARK: The app

    private mutating func forward(_ response: ContentResponse) -> [Action] {
        [.forward(event(of: response))] + close("the action \(response.action.quoted)")
    }

    private func event(
        _ action: String,
        on notification: UInt64? = nil
    ) -> ContentSnapshot.AppEvent {
        let identifier = identifiers[notification ?? shown] ?? ""
        return .response(notification: identifier, action: action, text: nil)
    }

    /// A response is to the notification that was shown when it was given.
    private func event(of response: ContentResponse) -> ContentSnapshot.AppEvent {
        .response(
            notification: identifiers[response.notification] ?? "",
            action: response.action,
            text: response.text
        )
    }
}

extension ContentCallback.Kind {
    fileprivate var response: ContentResponse? {
        if case .respond(let response) = self { response } else { nil }
    }
}
