// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation

/// The subscription of one subscriber to the latest values of several publishers.
///
/// Publishers may send on several threads at once. A thread holds `turn` while it tells the subscriber
/// something, so that the subscriber hears one thing after another. `lock` guards what is stored here,
/// and no thread holds it while it runs code of others.
final class LatestCombination<Downstream: Subscriber>: Subscription, CustomStringConvertible {
    /// Recursive: a subscriber may ask for values, and so receive them, while it is told something.
    private let turn = NSRecursiveLock()
    private let lock = NSLock()
    /// The subscriber; nil after the end.
    private var downstream: Downstream?
    /// Reads the latest value of each publisher; nil where one has not sent any.
    private var read: (() -> Downstream.Input?)?
    private var inputs: [LatestInputState]
    private var demand = Subscribers.Demand.none
    private var hasBegun = false
    private var isSending = false

    let description = "CombineLatest"

    init(of count: Int, for downstream: Downstream, read: @escaping () -> Downstream.Input?) {
        self.downstream = downstream
        self.read = read
        inputs = Array(repeating: .awaited, count: count)
    }

    /// Asks every publisher for as much as the subscriber asks for.
    func request(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "a subscriber asks for one value at least")
        lock.withLock { self.demand += demand }
        request(demand, besides: nil)
    }

    func cancel() {
        lock.withLock { end() }?.inputs.forEach { $0.subscription?.cancel() }
    }

    /// Keeps a publisher's subscription; with the last one, the subscriber gets its own.
    func receive(_ subscription: any Subscription, from index: Int) {
        let isKept = lock.withLock {
            guard downstream != nil, case .awaited = inputs[index] else { return false }
            inputs[index] = .subscribed(subscription)
            return true
        }
        guard isKept else { return subscription.cancel() }
        let isComplete = lock.withLock { inputs.allSatisfy { !$0.isAwaited } }
        if isComplete { turn.withLock { begin() } }
    }

    /// Keeps a publisher's value, and sends the subscriber all the latest ones if it has asked for more.
    func receive<Value>(
        _ value: Value,
        as latest: LatestValue<Value>,
        from index: Int
    ) -> Subscribers.Demand {
        let more = turn.withLock { () -> Subscribers.Demand in
            // The value before lives until the lock is free: its end may run code of others.
            var former: Value?
            let sending = lock.withLock { () -> (Downstream, Downstream.Input)? in
                guard let downstream, case .subscribed = inputs[index] else { return nil }
                (former, latest.value) = (latest.value, value)
                guard !isSending, demand > .none, let output = read?() else { return nil }
                demand -= 1
                isSending = true
                return (downstream, output)
            }
            guard let (downstream, output) = sending else { return .none }
            let more = downstream.receive(output)
            lock.withLock {
                isSending = false
                demand += more
            }
            return withExtendedLifetime(former) { more }
        }
        if more > .none { request(more, besides: index) }
        return more
    }

    /// Ends with a publisher's failure, or when the last of them has finished.
    func receive(_ completion: Subscribers.Completion<Downstream.Failure>, from index: Int) {
        turn.withLock {
            if case .failure = completion { begin() }
            let ended = lock.withLock { () -> End? in
                guard case .subscribed = inputs[index] else { return nil }
                inputs[index] = .finished
                if case .finished = completion, !inputs.allSatisfy(\.isFinished) { return nil }
                return end()
            }
            ended?.inputs.forEach { $0.subscription?.cancel() }
            ended?.downstream.receive(completion: completion)
        }
    }

    private func request(_ demand: Subscribers.Demand, besides index: Int?) {
        let inputs = lock.withLock { self.inputs.enumerated().filter { $0.offset != index } }
        for (_, input) in inputs { input.subscription?.request(demand) }
    }

    /// Gives the subscriber its subscription, once.
    private func begin() {
        let downstream = lock.withLock {
            defer { hasBegun = true }
            return hasBegun ? nil : self.downstream
        }
        downstream?.receive(subscription: self)
    }

    /// What was stored here, for whoever ends the subscription: it is released without the lock.
    private typealias End = (
        downstream: Downstream, inputs: [LatestInputState], read: (() -> Downstream.Input?)?
    )

    private func end() -> End? {
        guard let downstream else { return nil }
        defer {
            self.downstream = nil
            read = nil
            inputs = inputs.map { _ in .finished }
        }
        return (downstream, inputs, read)
    }
}
