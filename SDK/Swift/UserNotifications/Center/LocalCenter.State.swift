// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension LocalCenter {
    /// What the centre keeps.
    struct State: Sendable {
        /// A request that waits for its trigger.
        struct Pending: Sendable {
            let request: UNNotificationRequest
            /// When it is due; nil where no date tells.
            var due: Date?
        }

        var pending: [Pending] = []
        var delivered: [UNNotification] = []
        var categories: [UNNotificationCategory] = []
        var badge = 0

        /// Takes a request in, in place of one of its identifier.
        mutating func add(_ request: UNNotificationRequest, at now: Date) {
            pending.removeAll { $0.request.hasIdentifier(request.identifier) }
            if let trigger = request.trigger {
                pending.append(Pending(request: request, due: trigger.date(after: now)))
            } else {
                deliver(request, at: now)
            }
        }

        /// Delivers what has come due, the earliest first.
        mutating func advance(to now: Date) {
            while let next = earliest(), let due = pending[next].due, due <= now {
                let request = pending[next].request
                if let trigger = request.trigger, trigger.repeats {
                    pending[next].due = trigger.date(after: due)
                } else {
                    pending.remove(at: next)
                }
                deliver(request, at: due)
            }
        }

        private func earliest() -> Int? {
            pending.indices.min { first, second in
                (pending[first].due ?? .distantFuture) < (pending[second].due ?? .distantFuture)
            }
        }

        private mutating func deliver(_ request: UNNotificationRequest, at date: Date) {
            delivered.removeAll { $0.request.hasIdentifier(request.identifier) }
            delivered.append(UNNotification(date: date, request: request))
            if let badge = request.content.badge { self.badge = badge.intValue }
        }
    }
}

extension UNNotificationRequest {
    /// Whether a text is the request's identifier, byte for byte: two that show the same characters name
    /// two requests.
    func hasIdentifier(_ text: String) -> Bool {
        identifier.utf8.elementsEqual(text.utf8)
    }
}
