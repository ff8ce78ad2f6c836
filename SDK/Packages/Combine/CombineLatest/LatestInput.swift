// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a publisher sent last; nil until then.
///
/// The lock of its combination guards it.
final class LatestValue<Value> {
    var value: Value?
}

/// How far one publisher of a combination is.
enum LatestInputState {
    case awaited
    case subscribed(any Subscription)
    case finished

    var subscription: (any Subscription)? {
        if case .subscribed(let subscription) = self { subscription } else { nil }
    }

    var isAwaited: Bool {
        if case .awaited = self { true } else { false }
    }

    var isFinished: Bool {
        if case .finished = self { true } else { false }
    }
}

/// Subscribes a combination to one of its publishers.
struct LatestInput<Value, Downstream: Subscriber>: Subscriber {
    typealias Input = Value
    typealias Failure = Downstream.Failure

    let combineIdentifier = CombineIdentifier()
    let combination: LatestCombination<Downstream>
    let latest: LatestValue<Value>
    let index: Int

    func receive(subscription: any Subscription) {
        combination.receive(subscription, from: index)
    }

    func receive(_ input: Value) -> Subscribers.Demand {
        combination.receive(input, as: latest, from: index)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        combination.receive(completion, from: index)
    }
}

extension Publisher {
    /// Subscribes a combination to the publisher.
    func subscribe<Downstream: Subscriber>(
        _ combination: LatestCombination<Downstream>,
        _ latest: LatestValue<Output>,
        at index: Int
    ) where Downstream.Failure == Failure {
        subscribe(LatestInput(combination: combination, latest: latest, index: index))
    }
}
