// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import func Glibc.close
internal import Synchronization

/// Descriptors of attachments that the host lends.
///
/// The thread that asks waits; the control thread brings the answer, so that it comes whichever thread
/// that is.
final class AttachmentAccess: Sendable {
    private let send: @Sendable (WorkerEvent) -> Void
    private let state = Mutex(State())

    /// An attachment of a notification.
    struct Target: Hashable, Sendable {
        let notification: UInt64
        let identifier: String
    }

    private struct State {
        var lastNumber: UInt64 = 0
        var asked: [UInt64: Semaphore] = [:]
        /// Answers that nobody has fetched yet; -1 for a refusal.
        var answers: [UInt64: Int32] = [:]
        /// What is lent, the last of each target's last.
        var lent: [Target: [Int32]] = [:]
        var lentCount = 0
    }

    /// Most descriptors that are lent or asked for.
    static let limit = 16

    init(send: @escaping @Sendable (WorkerEvent) -> Void) {
        self.send = send
    }

    /// Asks the host for a descriptor, and waits for it.
    func begin(_ target: Target) -> Result<Int32, Status> {
        let answered = Semaphore()
        let number = state.withLock { state -> UInt64? in
            guard state.lentCount < Self.limit else { return nil }
            state.lentCount += 1
            state.lastNumber += 1
            state.asked[state.lastNumber] = answered
            return state.lastNumber
        }
        guard let number else { return .failure(.limit) }
        send(
            .content(
                .beginAccess(
                    number: number,
                    notification: target.notification,
                    attachment: target.identifier
                )
            )
        )
        answered.wait()
        return state.withLock { state in
            guard let descriptor = state.answers.removeValue(forKey: number), descriptor >= 0
            else {
                state.lentCount -= 1
                return .failure(.failed)
            }
            state.lent[target, default: []].append(descriptor)
            return .success(descriptor)
        }
    }

    /// Takes the host's answer; a descriptor that nobody waits for is closed.
    func answered(_ number: UInt64, _ descriptor: consuming Descriptor?) {
        guard let waiting = state.withLock({ $0.asked.removeValue(forKey: number) }) else { return }
        let raw = descriptor.take()?.release() ?? -1
        state.withLock { $0.answers[number] = raw }
        waiting.signal()
    }

    /// Closes a descriptor that was lent last, and tells the host.
    func end(_ target: Target) -> Status {
        let descriptor = state.withLock { state -> Int32? in
            guard let descriptor = state.lent[target]?.popLast() else { return nil }
            if state.lent[target]?.isEmpty == true { state.lent[target] = nil }
            state.lentCount -= 1
            return descriptor
        }
        guard let descriptor else { return .notFound }
        close(descriptor)
        send(
            .content(
                .endAccess(notification: target.notification, attachment: target.identifier)
            )
        )
        return .ok
    }
}
