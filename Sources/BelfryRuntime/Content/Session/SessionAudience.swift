// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Who looks at an open notification, and who waits for its extension to be done.
struct SessionAudience {
    /// Who waits for callbacks to be done, and for the pictures that they have set.
    private struct Waiter {
        /// The last of those pictures; nil while there can be more.
        ///
        /// Others that the extension sets later are waited for by who asks then, else one that goes on
        /// setting some is waited for for ever.
        var picture: UInt64?
        let continuation: CheckedContinuation<Void, Never>
    }

    private var subscribers: [UInt64: AsyncStream<ContentSnapshot>.Continuation] = [:]
    private var waiters: [Waiter] = []

    // MARK: Looking

    /// Takes in a reader, by its number.
    mutating func add(_ reader: AsyncStream<ContentSnapshot>.Continuation, as subscriber: UInt64) {
        subscribers[subscriber] = reader
    }

    /// Forgets a reader.
    mutating func remove(_ subscriber: UInt64) {
        subscribers[subscriber] = nil
    }

    /// Hands on what there is to draw.
    func show(_ snapshot: ContentSnapshot) {
        for reader in subscribers.values { reader.yield(snapshot) }
    }

    /// Lets go of all readers: there is nothing more to draw.
    mutating func finish() {
        for reader in subscribers.values { reader.finish() }
        subscribers = [:]
    }

    // MARK: Waiting

    /// Takes in somebody who waits for the extension to be done.
    mutating func add(_ continuation: CheckedContinuation<Void, Never>) {
        waiters.append(Waiter(continuation: continuation))
    }

    /// Resumes those whose callbacks are done, where their pictures are too.
    ///
    /// - Parameter loads: The pictures that are still to be read.
    mutating func resume(after loads: PictureLoads) {
        guard !waiters.isEmpty else { return }
        var waiting: [Waiter] = []
        for var waiter in waiters {
            let picture = waiter.picture ?? loads.lastNumber
            if loads.isDone(upTo: picture) {
                waiter.continuation.resume()
            } else {
                waiter.picture = picture
                waiting.append(waiter)
            }
        }
        waiters = waiting
    }
}
