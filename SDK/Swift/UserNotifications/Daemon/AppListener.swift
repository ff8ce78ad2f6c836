// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement
internal import Synchronization

/// Listens for what the daemon has for the app, and calls its delegate on the main thread.
///
/// It begins when the delegate is set for the first time, or when it is told to; what comes while there
/// is no delegate waits for the next one. A response is given to the delegate once by this process,
/// however often the daemon repeats it, and is acknowledged when the delegate has called its completion
/// handler.
final class AppListener: Sendable {
    private struct State {
        var hasBegun = false

        /// What waits for a delegate.
        var held: [DelegateCall] = []

        /// Takes background pushes.
        var wakes: BackgroundPushHandler?
    }

    private let state = Mutex(State())
    private let responses = KnownResponses()
    private let acknowledgements = DispatchQueue(label: "org.belfry.acknowledgements")

    /// After how many seconds a daemon that is gone is looked for again, at first and at last: a new
    /// one knows that this process lives, and waits for it.
    private static let retryDelay = 0.25
    private static let longestDelay = 1.0
    private static let refusedDelay = 5.0

    /// Notes that a delegate was set.
    func delegateWasSet(for center: UNUserNotificationCenter) {
        begin(for: center)
        release(to: center)
    }

    /// Begins to listen, the first time.
    func begin(for center: UNUserNotificationCenter) {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        if isFirst { Thread.detachNewThread { [self] in listen(for: center) } }
    }

    /// Makes the calls that waited for a delegate.
    private func release(to center: UNUserNotificationCenter) {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for call in held { make(call, center) }
    }

    /// Has background pushes taken from now on.
    func takeBackgroundPushes(_ handler: @escaping BackgroundPushHandler) {
        state.withLock { $0.wakes = handler }
    }

    // MARK: The stream

    private func listen(for center: UNUserNotificationCenter) {
        var last: DaemonFailure?
        var delay = Self.retryDelay
        while true {
            do throws(DaemonFailure) {
                try follow(center)
            } catch {
                if error != last, error != .ended {
                    RunLog.write(.error, "UserNotifications: \(error.message)")
                }
                delay = error == .ended ? Self.retryDelay : min(delay * 2, Self.longestDelay)
                // One that was refused is refused again soon.
                if error.status != 0 { delay = Self.refusedDelay }
                last = error
            }
            Thread.sleep(forTimeInterval: delay)
        }
    }

    private func follow(_ center: UNUserNotificationCenter) throws(DaemonFailure) {
        let daemon = DaemonAddress.ofProcess
        let connection = try DaemonConnection(to: daemon.socket)
        let status = try connection.send(DaemonRequest("GET", "/events"), daemon.identity)
        guard status == 200 else {
            _ = try DaemonAnswer(status, reading: connection)
            throw .nonsense
        }
        var buffer: [UInt8] = []
        while let piece = try connection.piece() {
            buffer += piece
            guard buffer.count <= DaemonAnswer.byteLimit else { throw .nonsense }
            while let end = Self.endOfFrame(in: buffer) {
                let frame = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeFirst(end + 2)
                take(frame, center)
            }
        }
    }

    /// Where a frame ends: at an empty line.
    private static func endOfFrame(in bytes: [UInt8]) -> Int? {
        let newline = UInt8(ascii: "\n")
        return bytes.indices.dropLast().first { bytes[$0] == newline && bytes[$0 + 1] == newline }
    }

    private func take(_ frame: String, _ center: UNUserNotificationCenter) {
        var fields: [Substring: Substring] = [:]
        for line in frame.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[parts[0]] = parts[1].drop { $0 == " " } }
        }
        guard
            let kind = fields["event"],
            let object = fields["data"].flatMap({ Document(json: Data($0.utf8)) }),
            let call = DelegateCall(String(kind), object)
        else { return }
        if let number = call.number {
            switch responses.begin(number) {
            case .new: break
            case .goesOn: return
            case .done: return acknowledge(number)
            }
        }
        make(call, center)
    }

    // MARK: The delegate

    private func make(_ call: DelegateCall, _ center: UNUserNotificationCenter) {
        if case .wake(let number, let notification) = call {
            return wake(by: number, notification)
        }
        DispatchQueue.main.async { [self] in
            guard let delegate = center.delegate else { return hold(call, for: center) }
            switch call {
            case .receive(let number, let response):
                let once = Once { [self] (_: Void) in finish(number) }
                delegate.userNotificationCenter(center, didReceive: response) { once.call(()) }
            case .present(let sequence, let notification):
                let once = Once { [self] in answer(sequence, $0) }
                delegate.userNotificationCenter(center, willPresent: notification) {
                    once.call($0)
                }
            case .openSettings(let notification):
                delegate.userNotificationCenter(center, openSettingsFor: notification)
            case .wake: break
            }
        }
    }

    /// Gives a background push to who takes them; where nobody does, it is dealt with.
    private func wake(by number: Int, _ notification: UNNotification) {
        guard let handler = state.withLock(\.wakes) else { return finish(number) }
        let once = Once { [self] (_: Void) in finish(number) }
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                handler(notification.request.content.userInfo) { once.call(()) }
            }
        }
    }

    /// Keeps a call for the next delegate; a notification that arrives does not wait for one.
    private func hold(_ call: DelegateCall, for center: UNUserNotificationCenter) {
        if case .present(let sequence, _) = call { return answer(sequence, []) }
        if case .receive(_, let response) = call {
            let request = response.notification.request.identifier
            RunLog.write(
                .warning,
                "UserNotifications: the center has no delegate; the response to \(request) waits for one"
            )
        }
        state.withLock { $0.held.append(call) }
        // Another thread may have set it since it was looked for.
        if center.delegate != nil { release(to: center) }
    }

    /// A completion handler, of which the first call counts.
    private final class Once<Value>: Sendable {
        private let action: Mutex<(@Sendable (Value) -> Void)?>

        init(_ action: @escaping @Sendable (Value) -> Void) {
            self.action = Mutex(action)
        }

        func call(_ value: Value) {
            let action = action.withLock { action in
                defer { action = nil }
                return action
            }
            action?(value)
        }
    }

    /// Tells the daemon how a notification is shown; one that was answered too late is shown nowhere.
    private func answer(_ sequence: Int, _ options: UNNotificationPresentationOptions) {
        acknowledgements.async {
            let path = "/notifications/\(sequence)/presentation"
            let body = try? Document.json(["options": options.names])
            _ = try? DaemonRequest("POST", path, body: body).send()
        }
    }

    private func finish(_ number: Int) {
        responses.finish(number)
        acknowledge(number)
    }

    /// Acknowledges a response.
    ///
    /// Where no daemon answers now, the next one repeats the response, which is acknowledged then.
    private func acknowledge(_ number: Int) {
        acknowledgements.async {
            let path = "/responses/\(number)/acknowledgement"
            _ = try? DaemonRequest("POST", path).send()
        }
    }
}

/// Takes a background push's payload on the main thread, and calls what it is given with it when it has
/// dealt with the push.
package typealias BackgroundPushHandler =
    @MainActor @Sendable (
        _ userInfo: [AnyHashable: Any], _ finished: @escaping @Sendable () -> Void
    ) -> Void

/// A call of an app's delegate, as the daemon asks for it.
enum DelegateCall: Sendable {
    /// A response, and its number.
    case receive(Int, UNNotificationResponse)

    /// A notification that arrives while the app is in front, and its number.
    case present(Int, UNNotification)

    /// The user wants to see the app's own settings.
    case openSettings(UNNotification?)

    /// A push that wakes the app, and its number.
    case wake(Int, UNNotification)

    /// The number by which it is acknowledged; nil for what is not.
    var number: Int? {
        switch self {
        case .receive(let number, _), .wake(let number, _): number
        case .present, .openSettings: nil
        }
    }

    /// Reads an event; nil for one that is not known.
    init?(_ kind: String, _ object: Document) {
        let notification = object.object("notification").flatMap(UNNotification.init(document:))
        switch kind {
        case "response":
            guard let number = object.number("number")?.intValue,
                let action = object.text("action"), let notification
            else { return nil }
            let response = object.text("text").map { text in
                UNTextInputNotificationResponse(
                    notification: notification,
                    actionIdentifier: action,
                    userText: text
                )
            }
            self = .receive(
                number,
                response
                    ?? UNNotificationResponse(notification: notification, actionIdentifier: action)
            )
        case "present":
            guard let sequence = object.number("sequence")?.intValue, let notification else {
                return nil
            }
            self = .present(sequence, notification)
        case "settings": self = .openSettings(notification)
        case "background":
            guard let number = object.number("number")?.intValue, let notification else {
                return nil
            }
            self = .wake(number, notification)
        default: return nil
        }
    }
}
