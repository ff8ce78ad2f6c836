// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Combine
import Foundation
import UserNotifications

struct Refusal: Error {}

/// Writes down what a publisher sends.
final class Recorder<Input, Failure: Error>: Subscriber {
    private(set) var history: [String] = []
    private(set) var subscription: (any Subscription)?
    private let first: Subscribers.Demand
    private let react: (Input) -> Subscribers.Demand

    init(
        _ first: Subscribers.Demand,
        react: @escaping (Input) -> Subscribers.Demand = { _ in .none }
    ) {
        (self.first, self.react) = (first, react)
    }

    func receive(subscription: any Subscription) {
        history.append("\(subscription)")
        self.subscription = subscription
        if first > .none { subscription.request(first) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        history.append("\(input)")
        return react(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: history.append("finished")
        case .failure(let error): history.append("\(error)")
        }
    }
}

/// Does what the notification's `scene` names, and puts what came of it into the body.
class NotificationService: UNNotificationServiceExtension {
    private let numbers = PassthroughSubject<Int, Refusal>()
    private let words = PassthroughSubject<String, Refusal>()
    private let others = PassthroughSubject<Int, Refusal>()

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        content.body = scene(content.userInfo["scene"] as? String)
        contentHandler(content)
    }

    private func scene(_ name: String?) -> String {
        switch name {
        case "two": two()
        case "three and four": threeAndFour()
        case "finish": finish()
        case "empty": empty()
        case "fail": fail()
        case "fail at once": failAtOnce()
        case "demand": demand()
        case "more": more()
        case "cancel": cancel()
        case "again": again()
        case "endless": endless()
        case "threads": threads()
        case "merge": merge()
        default: "no scene"
        }
    }

    private func two() -> String {
        let recorder = Recorder<(Int, String), Refusal>(.unlimited)
        numbers.combineLatest(words).subscribe(recorder)
        numbers.send(1)
        numbers.send(2)
        words.send("a")
        numbers.send(3)
        words.send("b")
        return recorder.history.joined(separator: " ")
    }

    private func threeAndFour() -> String {
        let three = Recorder<String, Refusal>(.unlimited)
        numbers.combineLatest(words, others) { "\($0)\($1)\($2)" }.subscribe(three)
        // A subject tells its subscribers in no order: each publisher is another one.
        let last = PassthroughSubject<String, Refusal>()
        let four = Recorder<(Int, String, Int, String), Refusal>(.unlimited)
        numbers.combineLatest(words, others, last).subscribe(four)
        numbers.send(1)
        words.send("a")
        others.send(2)
        last.send("x")
        words.send("b")
        return (three.history + four.history).joined(separator: " ")
    }

    private func finish() -> String {
        let recorder = Recorder<String, Refusal>(.unlimited)
        numbers.combineLatest(words) { "\($0)\($1)" }.subscribe(recorder)
        numbers.send(1)
        numbers.send(completion: .finished)
        words.send("a")
        words.send("b")
        words.send(completion: .finished)
        return recorder.history.joined(separator: " ")
    }

    private func empty() -> String {
        let recorder = Recorder<(Int, String), Refusal>(.unlimited)
        Empty<Int, Refusal>().combineLatest(words).subscribe(recorder)
        words.send("a")
        recorder.subscription?.request(.max(1))
        let before = recorder.history.count
        words.send(completion: .finished)
        return "\(before) " + recorder.history.joined(separator: " ")
    }

    private func fail() -> String {
        var events: [String] = []
        let watched = numbers.handleEvents(receiveCancel: { events.append("cancelled") })
        let recorder = Recorder<(Int, String), Refusal>(.unlimited)
        watched.combineLatest(words).subscribe(recorder)
        numbers.send(1)
        words.send(completion: .failure(Refusal()))
        numbers.send(2)
        return (recorder.history + events).joined(separator: " ")
    }

    private func failAtOnce() -> String {
        let recorder = Recorder<(Int, String), Refusal>(.unlimited)
        Fail<Int, Refusal>(error: Refusal()).combineLatest(words).subscribe(recorder)
        words.send("a")
        return recorder.history.joined(separator: " ")
    }

    /// The second request sends nothing by itself: the next value does.
    private func demand() -> String {
        var asked: [String] = []
        let watched = numbers.handleEvents(receiveRequest: { asked.append("\($0)") })
        let recorder = Recorder<(Int, String), Refusal>(.max(2))
        watched.combineLatest(words).subscribe(recorder)
        words.send("a")
        numbers.send(1)
        words.send("b")
        numbers.send(2)
        let before = recorder.history.count
        recorder.subscription?.request(.max(1))
        let between = recorder.history.count
        words.send("d")
        words.send("e")
        return "\(before) \(between) " + (recorder.history + asked).joined(separator: " ")
    }

    private func more() -> String {
        var asked: [String] = []
        let watched = numbers.handleEvents(receiveRequest: { asked.append("\($0)") })
        let recorder = Recorder<(Int, String), Refusal>(.max(1)) { $0.0 < 3 ? .max(1) : .none }
        watched.combineLatest(words).subscribe(recorder)
        words.send("a")
        for number in 1...5 { numbers.send(number) }
        return (recorder.history + asked).joined(separator: " ")
    }

    private func cancel() -> String {
        var events: [String] = []
        let watched = numbers.handleEvents(receiveCancel: { events.append("cancelled") })
        let subscription = watched.combineLatest(words).sink(
            receiveCompletion: { _ in events.append("ended") },
            receiveValue: { events.append("\($0)") }
        )
        numbers.send(1)
        words.send("a")
        subscription.cancel()
        numbers.send(2)
        words.send(completion: .failure(Refusal()))
        return events.joined(separator: " ")
    }

    /// What a subscriber sends while it is told something is kept, and told with the next value.
    private func again() -> String {
        let recorder = Recorder<(Int, String), Refusal>(.unlimited) { [numbers] in
            numbers.send($0.0 + 10)
            return .none
        }
        numbers.combineLatest(words).subscribe(recorder)
        numbers.send(1)
        words.send("a")
        words.send("b")
        return recorder.history.joined(separator: " ")
    }

    private func endless() -> String {
        var value = ""
        let endless = Publishers.Sequence<PartialRangeFrom<Int>, Never>(sequence: 1...)
        let subscription = Just("a").combineLatest(endless).dropFirst(1000).first().sink {
            value = "\($0)"
        }
        subscription.cancel()
        return value
    }

    /// Two threads send at once: every pair follows the one before, and the last has the last of both.
    private func threads() -> String {
        let count = 2000
        let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        var (last, pairs, isInside, isOrdered) = ((0, 0), 0, false, true)
        let subscription = left.combineLatest(right).sink {
            isOrdered = isOrdered && !isInside && $0.0 >= last.0 && $0.1 >= last.1
            isInside = true
            (last, pairs) = ($0, pairs + 1)
            isInside = false
        }
        DispatchQueue.concurrentPerform(iterations: 2) { side in
            for value in 1...count { (side == 0 ? left : right).send(value) }
        }
        subscription.cancel()
        let isComplete = pairs >= count && pairs < 2 * count
        return
            "\(last) \(isOrdered ? "ordered" : "out of order") \(isComplete ? "all" : "\(pairs)")"
    }

    /// Publishers of one kind and of several; the first to fail ends all.
    private func merge() -> String {
        let many = Recorder<Int, Refusal>(.unlimited)
        numbers.merge(with: others).subscribe(many)
        let four = Recorder<Int, Refusal>(.unlimited)
        let lengths = words.map(\.count)
        numbers.merge(with: lengths, others, Just(0).setFailureType(to: Refusal.self))
            .subscribe(four)
        let two = Recorder<Int, Refusal>(.unlimited)
        numbers.first().merge(with: lengths.first()).subscribe(two)
        numbers.send(1)
        words.send("abc")
        others.send(2)
        words.send(completion: .failure(Refusal()))
        numbers.send(4)
        numbers.send(completion: .finished)
        others.send(completion: .finished)
        // A subscription's name is OpenCombine's.
        return [many, four, two].map { $0.history.dropFirst().joined(separator: " ") }
            .joined(separator: ", ")
    }
}
