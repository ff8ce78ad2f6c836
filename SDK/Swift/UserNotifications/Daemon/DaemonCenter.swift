// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement
internal import Synchronization

/// The centre that the daemon `belfryd` keeps, asked over its UNIX socket.
///
/// A daemon that has answered and has gone is waited for a while, as for one that starts anew. What
/// cannot be asked has the daemon's error where Apple's call has one; elsewhere it answers with
/// nothing, and a line on standard error says why, once.
final class DaemonCenter: CenterService {
    // Calls are made one after the other, and handlers are called in order, as Apple's centre does.
    private let calls = DispatchQueue(label: "org.belfry.UNUserNotificationCenter.calls")
    private let replies = DispatchQueue(label: "org.belfry.UNUserNotificationCenter")
    private let said = Mutex<Set<String>>([])
    private let hasAnswered = Mutex(false)

    func requestAuthorization(
        _ options: UNAuthorizationOptions,
        _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        // The user takes their time; other calls do not wait for it.
        Thread.detachNewThread { [self] in
            let result = Result { () throws(DaemonFailure) in try askUser(options) }
            replies.async {
                switch result {
                case .success(let isGranted): reply(isGranted, nil)
                case .failure(let failure): reply(false, self.told(failure).foundation)
                }
            }
        }
    }

    /// Asks until the user has answered, also over a restart of the daemon in between.
    private func askUser(_ options: UNAuthorizationOptions) throws(DaemonFailure) -> Bool {
        let request = DaemonRequest(
            "POST",
            "/authorization",
            body: Self.json(["options": options.names])
        )
        var isAsked = false
        var lostTries = 0
        while true {
            do throws(DaemonFailure) {
                let answer = try request.send()
                hasAnswered.withLock { $0 = true }
                if let isGranted = answer.number("granted") { return isGranted.boolValue }
                isAsked = true
                lostTries = 0
            } catch {
                let isLost = isAsked ? error.status == 0 : isGone(error)
                guard isLost, lostTries < Self.lostTryLimit else { throw error }
                lostTries += 1
                Thread.sleep(forTimeInterval: 1)
            }
        }
    }

    /// Whether a daemon was not there that has answered before.
    private func isGone(_ failure: DaemonFailure) -> Bool {
        failure.isAbsence && hasAnswered.withLock(\.self)
    }

    /// For how many seconds a daemon that has gone is waited for.
    private static let lostTryLimit = 60

    func add(
        _ request: UNNotificationRequest,
        _ reply: @escaping @Sendable ((any Error)?) -> Void
    ) {
        do {
            let body = try Document.json(try request.document().members)
            ask(DaemonRequest("POST", "/requests", body: body)) { [self] result in
                for warning in result.object?.texts("warnings") ?? [] { say(.warning, warning) }
                reply(result.failure?.foundation)
            }
        } catch {
            let reason = (error as? UserInfo.EncodingError)?.message ?? error.localizedDescription
            let failure = DaemonFailure(status: 0, word: "no_content", message: reason)
            replies.async { reply(failure.foundation) }
        }
    }

    func pending(_ reply: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
        ask(DaemonRequest("GET", "/requests")) { result in
            reply(result.list("requests").compactMap(UNNotificationRequest.init(document:)))
        }
    }

    func delivered(_ reply: @escaping @Sendable ([UNNotification]) -> Void) {
        ask(DaemonRequest("GET", "/notifications")) { result in
            reply(result.list("notifications").compactMap(UNNotification.init(document:)))
        }
    }

    func removePending(_ identifiers: [String]?) {
        remove("/requests", identifiers)
    }

    func removeDelivered(_ identifiers: [String]?) {
        remove("/notifications", identifiers)
    }

    private func remove(_ path: String, _ identifiers: [String]?) {
        let body = Self.json(["identifiers": identifiers ?? NSNull() as Any])
        ask(DaemonRequest("DELETE", path, body: body)) { _ in }
    }

    func categories(_ reply: @escaping @Sendable ([UNNotificationCategory]) -> Void) {
        ask(DaemonRequest("GET", "/categories")) { result in
            reply(result.list("categories").compactMap(UNNotificationCategory.init(document:)))
        }
    }

    func setCategories(_ categories: [UNNotificationCategory]) {
        let body = Self.json(categories.map(\.document.members))
        ask(DaemonRequest("PUT", "/categories", body: body)) { _ in }
    }

    func setBadge(_ count: Int, _ reply: @escaping @Sendable ((any Error)?) -> Void) {
        let body = Self.json(["count": count])
        ask(DaemonRequest("PUT", "/badge", body: body)) { reply($0.failure?.foundation) }
    }

    func settings(_ reply: @escaping @Sendable (UNNotificationSettings) -> Void) {
        ask(DaemonRequest("GET", "/settings")) { result in
            reply(UNNotificationSettings(document: result.object ?? Self.unknownSettings))
        }
    }

    /// What an app finds that nobody was asked about yet.
    private static var unknownSettings: Document {
        let names = [
            "soundSetting", "badgeSetting", "alertSetting", "notificationCenterSetting",
            "lockScreenSetting",
        ]
        var document = Document(names.reduce(into: [:]) { $0[$1] = "disabled" })
        document.members["authorizationStatus"] = "notDetermined"
        return document
    }

    // MARK: Questions

    /// An answer of the daemon's, or why there is none.
    // Unchecked since a document's values are what JSONSerialization makes, which do not change.
    struct Outcome: @unchecked Sendable {
        let object: Document?
        let failure: DaemonFailure?

        /// The objects of a list; none where there is no answer.
        func list(_ key: String) -> [Document] { object?.objects(key) ?? [] }
    }

    /// Asks after all that was asked before, and gives the answer in that order.
    func ask(
        _ request: DaemonRequest,
        _ take: @escaping @Sendable (Outcome) -> Void
    ) {
        calls.async { [self] in
            let outcome = outcome(of: request)
            replies.async { take(outcome) }
        }
    }

    /// Asks after all that was asked before, and waits for the answer.
    func answer(to request: DaemonRequest) -> Outcome {
        calls.sync { outcome(of: request) }
    }

    private func outcome(of request: DaemonRequest) -> Outcome {
        do throws(DaemonFailure) {
            return Outcome(object: try answer(of: request), failure: nil)
        } catch {
            return Outcome(object: nil, failure: told(error))
        }
    }

    /// Asks, and asks again where the daemon has gone and nothing can be done twice by that.
    private func answer(of request: DaemonRequest) throws(DaemonFailure) -> Document {
        let end = ContinuousClock.now + Self.returnLimit
        while true {
            do throws(DaemonFailure) {
                let answer = try request.send()
                hasAnswered.withLock { $0 = true }
                return answer
            } catch {
                guard hasAnswered.withLock(\.self), request.canBeRepeated(after: error) else {
                    throw error
                }
                guard ContinuousClock.now < end else {
                    // The next call does not wait for it, unless it answers again.
                    hasAnswered.withLock { $0 = false }
                    throw error
                }
            }
            Thread.sleep(forTimeInterval: 0.1)
        }
    }

    /// For how long a daemon that has gone is waited for.
    private static let returnLimit = Duration.seconds(10)

    /// Says on standard error, once, why something was not done.
    private func told(_ failure: DaemonFailure) -> DaemonFailure {
        say(.error, failure.message)
        return failure
    }

    /// Says something on standard error, once.
    private func say(_ level: RunLog.Level, _ message: String) {
        guard said.withLock({ $0.count < Self.lineLimit && $0.insert(message).inserted }) else {
            return
        }
        RunLog.write(level, "UserNotifications: \(message)")
    }

    /// Most different lines that a process writes.
    private static let lineLimit = 100

    private static func json(_ value: Any) -> String {
        (try? Document.json(value)) ?? "{}"
    }
}
