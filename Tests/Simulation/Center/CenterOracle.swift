// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel

/// A promise that the centre did not keep.
package struct BrokenPromise: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// What the outside knows: what was asked, and what was acknowledged.
struct CenterOracle {
    struct Request: Hashable {
        let app: String
        let identifier: ExactText

        init(app: String, identifier: String) {
            self.app = app
            self.identifier = ExactText(identifier)
        }
    }

    /// The sequence that each acknowledged push was given.
    private(set) var pushes: [String: Int] = [:]

    /// Those whose app was about to be removed since: they may be new when they come again.
    private var forgettable: Set<String> = []

    /// Notes that an app is about to be removed.
    mutating func noteRemoving(_ app: String) {
        forgettable.formUnion(pushes.keys.filter { $0.hasPrefix("\(app)/") })
    }

    /// Notes that a push is new when it comes again, as it never reached its device in its time, and is
    /// forgotten.
    mutating func noteForgotten(_ push: PushArrival) {
        let key = "\(push.app)/\(push.identifier)"
        forgettable.insert(key)
        known[key] = nil
    }

    /// What the sender of each push by the endpoint was told that it is known by.
    private(set) var known: [String: String] = [:]

    /// How often a request that waits was begun to be added, and how often that was acknowledged.
    private(set) var begun: [Request: Int] = [:]
    private(set) var added: [Request: Int] = [:]

    private(set) var responses: Set<Int> = []

    /// How often an app was given each response, and those that it has dealt with.
    private var given: [Int: Int] = [:]
    private var dealtWith: Set<Int> = []

    mutating func noteAcknowledged(_ push: PushArrival, _ acceptance: Acceptance) throws {
        let key = "\(push.app)/\(push.identifier)"
        if case .accepted = acceptance, forgettable.remove(key) != nil {
            pushes[key] = acceptance.sequence
        } else if let first = pushes[key] {
            guard acceptance == .duplicate(first) else {
                throw BrokenPromise("\(key) was \(first) and came again as \(acceptance)")
            }
        } else {
            pushes[key] = acceptance.sequence
        }
    }

    /// Notes what became of a push by a device token.
    ///
    /// - Parameters:
    ///   - push: The push.
    ///   - reception: What became of it.
    ///   - isActive: Whether its token is in use; nil for one that is forgotten.
    ///   - isKept: Whether the ledger has its notification, by which it is known what a repeated one was
    ///     known by.
    /// - Throws: ``BrokenPromise``.
    mutating func noteReceived(
        _ push: PushArrival,
        _ reception: Turn.Reception,
        isActive: Bool?,
        isKept: Bool
    ) throws {
        switch reception {
        case .inactive where isActive == false: return
        case .unknown where isActive == nil: return
        default: break
        }
        guard case .taken(let acceptance, let unique) = reception else {
            throw BrokenPromise("\(push.identifier) was refused: \(reception)")
        }
        let key = "\(push.app)/\(push.identifier)"
        if let first = known[key], first != unique, unique != nil || isKept {
            throw BrokenPromise(
                "\(key) was known by \(first), and is known by \(unique ?? "nothing")"
            )
        }
        try noteAcknowledged(push, acceptance)
        if let unique { known[key] = unique }
    }

    mutating func noteBegun(_ app: String, _ identifier: String, waits: Bool) {
        if waits { begun[Request(app: app, identifier: identifier), default: 0] += 1 }
    }

    mutating func noteAdded(_ app: String, _ identifier: String, waits: Bool) {
        if waits { added[Request(app: app, identifier: identifier), default: 0] += 1 }
    }

    mutating func noteGiven(_ response: UserResponse) throws {
        given[response.number, default: 0] += 1
        guard given[response.number, default: 0] <= UserResponse.deliveryLimit else {
            throw BrokenPromise("\(response.number) was given too often")
        }
        guard !dealtWith.contains(response.number) else {
            throw BrokenPromise("\(response.number) was given again, and was acknowledged")
        }
    }

    mutating func noteAcknowledged(_ response: UserResponse) {
        dealtWith.insert(response.number)
    }

    mutating func noteResponse(_ number: Int) {
        responses.insert(number)
    }
}
