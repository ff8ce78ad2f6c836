// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

extension Timer {
    /// Makes a timer that calls a method of an object; a run loop has to be given it.
    ///
    /// The timer keeps its target until it is invalid, as on iOS.
    ///
    /// - Parameters:
    ///   - ti: Seconds until it fires, and between two times.
    ///   - aTarget: The object.
    ///   - aSelector: A method that is marked `@objc`; it may take the timer.
    ///   - userInfo: What ``userInfo`` returns.
    ///   - yesOrNo: Whether it fires again and again.
    /// - SeeAlso: https://developer.apple.com/documentation/foundation/timer/init(timeinterval:target:selector:userinfo:repeats:)
    public convenience init(
        timeInterval ti: TimeInterval,
        target aTarget: Any,
        selector aSelector: Selector,
        userInfo: Any?,
        repeats yesOrNo: Bool
    ) {
        let call = TimerCall(aSelector, aTarget, userInfo)
        self.init(timeInterval: ti, repeats: yesOrNo) { call.make(from: $0) }
        TimerCalls.note(call, of: self)
    }

    /// Makes a timer that fires first at a date and calls a method of an object; a run loop has to be
    /// given it.
    ///
    /// - Parameters:
    ///   - date: When it fires first.
    ///   - ti: Seconds between two times.
    ///   - t: The object, which the timer keeps until it is invalid.
    ///   - s: A method that is marked `@objc`; it may take the timer.
    ///   - ui: What ``userInfo`` returns.
    ///   - rep: Whether it fires again and again.
    /// - SeeAlso: https://developer.apple.com/documentation/foundation/timer/init(fireat:interval:target:selector:userinfo:repeats:)
    public convenience init(
        fireAt date: Date,
        interval ti: TimeInterval,
        target t: Any,
        selector s: Selector,
        userInfo ui: Any?,
        repeats rep: Bool
    ) {
        let call = TimerCall(s, t, ui)
        self.init(fire: date, interval: ti, repeats: rep) { call.make(from: $0) }
        TimerCalls.note(call, of: self)
    }

    /// Makes a timer that calls a method of an object, and gives it to the thread's run loop.
    ///
    /// - Parameters:
    ///   - ti: Seconds until it fires, and between two times.
    ///   - aTarget: The object, which the timer keeps until it is invalid.
    ///   - aSelector: A method that is marked `@objc`; it may take the timer.
    ///   - userInfo: What ``userInfo`` returns.
    ///   - yesOrNo: Whether it fires again and again.
    /// - Returns: The timer.
    /// - SeeAlso: https://developer.apple.com/documentation/foundation/timer/scheduledtimer(timeinterval:target:selector:userinfo:repeats:)
    @discardableResult
    public class func scheduledTimer(
        timeInterval ti: TimeInterval,
        target aTarget: Any,
        selector aSelector: Selector,
        userInfo: Any?,
        repeats yesOrNo: Bool
    ) -> Timer {
        let call = TimerCall(aSelector, aTarget, userInfo)
        let timer = scheduledTimer(withTimeInterval: ti, repeats: yesOrNo) { call.make(from: $0) }
        TimerCalls.note(call, of: timer)
        return timer
    }

    /// What a timer with a selector was made with; nil for others, and once it is invalid.
    public var userInfo: Any? { TimerCalls.call(of: self)?.userInfo }
}

/// The calls of the timers that are there, each kept by its timer alone.
private enum TimerCalls {
    // Unchecked: read and written within the lock alone.
    private struct Entry: @unchecked Sendable {
        weak var timer: Timer?
        weak var call: TimerCall?
    }

    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    static func note(_ call: TimerCall, of timer: Timer) {
        let entry = Entry(timer: timer, call: call)
        entries.withLock { entries in
            entries = entries.filter { $0.value.call != nil }
            entries[ObjectIdentifier(timer)] = entry
        }
    }

    static func call(of timer: Timer) -> TimerCall? {
        let entry = entries.withLock { $0[ObjectIdentifier(timer)] }
        return entry?.timer === timer ? entry?.call : nil
    }
}

/// What a timer calls.
// Unchecked: the timer fires on the thread whose run loop was given it, and nothing else reaches the
// values.
private final class TimerCall: @unchecked Sendable {
    let userInfo: Any?
    private let selector: Selector
    private let target: AnyObject

    init(_ selector: Selector, _ target: Any, _ userInfo: Any?) {
        self.selector = selector
        self.target = target as AnyObject
        self.userInfo = userInfo
    }

    func make(from timer: Timer) {
        SelectorCall.make(selector, on: target, [timer], by: "A timer")
    }
}
