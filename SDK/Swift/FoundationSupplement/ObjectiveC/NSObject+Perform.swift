// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

extension NSObject {
    /// Whether the object has a method of this name that is marked `@objc`.
    ///
    /// - SeeAlso: https://developer.apple.com/documentation/objectivec/nsobjectprotocol/responds(to:)
    public func responds(to aSelector: Selector?) -> Bool {
        aSelector.map { ObjectiveCRuntime.method($0.description, of: self) != nil } ?? false
    }

    /// Calls a method of the object.
    ///
    /// - Parameter aSelector: A method that is marked `@objc` and takes nothing.
    /// - Returns: The object that it returned; nil for anything else.
    /// - SeeAlso: https://developer.apple.com/documentation/objectivec/nsobjectprotocol/perform(_:)
    @discardableResult
    public func perform(_ aSelector: Selector) -> Unmanaged<AnyObject>? {
        unsafe perform(aSelector, passing: [])
    }

    /// Calls a method of the object with an argument.
    ///
    /// - Parameters:
    ///   - aSelector: A method that is marked `@objc`.
    ///   - object: What it is given.
    /// - Returns: The object that it returned; nil for anything else.
    /// - SeeAlso: https://developer.apple.com/documentation/objectivec/nsobjectprotocol/perform(_:with:)
    @discardableResult
    public func perform(_ aSelector: Selector, with object: Any?) -> Unmanaged<AnyObject>? {
        unsafe perform(aSelector, passing: [object as Any])
    }

    /// Calls a method of the object later, from the run loop of the thread that asks for it.
    ///
    /// The object is kept until then.
    ///
    /// - Parameters:
    ///   - aSelector: A method that is marked `@objc`.
    ///   - anArgument: What it is given.
    ///   - delay: Seconds to wait, at least.
    /// - SeeAlso: https://developer.apple.com/documentation/objectivec/nsobject/perform(_:with:afterdelay:)
    public func perform(
        _ aSelector: Selector,
        with anArgument: Any?,
        afterDelay delay: TimeInterval
    ) {
        DelayedCalls.add(DelayedCall(self, aSelector, anArgument), after: delay)
    }

    /// Calls a method of the object from the main thread's run loop.
    ///
    /// - Parameters:
    ///   - aSelector: A method that is marked `@objc`.
    ///   - arg: What it is given.
    ///   - wait: Whether to return after the call; on the main thread it is then made at once.
    /// - SeeAlso: https://developer.apple.com/documentation/objectivec/nsobject/performselector(onmainthread:with:waituntildone:)
    public func performSelector(
        onMainThread aSelector: Selector,
        with arg: Any?,
        waitUntilDone wait: Bool
    ) {
        let call = DelayedCall(self, aSelector, arg)
        switch (wait, Thread.isMainThread) {
        case (true, true): call.make()
        case (true, false): DispatchQueue.main.sync { call.make() }
        case (false, _): DispatchQueue.main.async { call.make() }
        }
    }

    /// Forgets all calls that an object asked for with a delay.
    ///
    /// - SeeAlso: https://developer.apple.com/documentation/objectivec/nsobject/cancelpreviousperformrequests(withtarget:)
    public class func cancelPreviousPerformRequests(withTarget aTarget: Any) {
        DelayedCalls.cancel { $0.target === aTarget as AnyObject }
    }

    /// Forgets the calls of a method with an argument that an object asked for with a delay.
    ///
    /// - SeeAlso: https://developer.apple.com/documentation/objectivec/nsobject/cancelpreviousperformrequests(withtarget:selector:object:)
    public class func cancelPreviousPerformRequests(
        withTarget aTarget: Any,
        selector aSelector: Selector,
        object anArgument: Any?
    ) {
        DelayedCalls.cancel {
            $0.target === aTarget as AnyObject && $0.selector == aSelector
                && $0.isWith(anArgument)
        }
    }

    private func perform(_ selector: Selector, passing arguments: [Any]) -> Unmanaged<AnyObject>? {
        let caller = "perform(\(selector))"
        let result = SelectorCall.make(selector, on: self, arguments, by: caller)
        guard let result, !(result is Void) else { return nil }
        let object = result as AnyObject
        // Where iOS has an autorelease pool: the thread keeps the object until its next such call.
        Thread.current.threadDictionary["org.belfry.performed"] = object
        return unsafe Unmanaged.passUnretained(object)
    }
}

/// A call that is made later.
// Unchecked: the timer fires on the thread that asked for the call, and nothing changes the values.
private final class DelayedCall: @unchecked Sendable {
    let target: NSObject
    let selector: Selector
    private let argument: Any?

    init(_ target: NSObject, _ selector: Selector, _ argument: Any?) {
        self.target = target
        self.selector = selector
        self.argument = argument
    }

    func make() {
        SelectorCall.make(
            selector,
            on: target,
            [argument as Any],
            by: "perform(\(selector), afterDelay:)"
        )
    }

    /// Whether its argument is this one.
    func isWith(_ other: Any?) -> Bool {
        switch (argument, other) {
        case (nil, nil): true
        case (let own as AnyHashable, let other as AnyHashable): own == other
        case (let own?, let other?): own as AnyObject === other as AnyObject
        default: false
        }
    }
}

/// The calls that objects asked for with a delay.
private enum DelayedCalls {
    // Unchecked: timers may be made invalid from any thread here.
    private struct Entry: @unchecked Sendable {
        let call: DelayedCall
        let timer: Timer
    }

    private static let entries = Mutex<[Entry]>([])

    static func add(_ call: DelayedCall, after delay: TimeInterval) {
        let timer = Timer(timeInterval: max(0, delay), repeats: false) { _ in
            if !take({ $0 === call }).isEmpty { call.make() }
        }
        let entry = Entry(call: call, timer: timer)
        entries.withLock { $0.append(entry) }
        RunLoop.current.add(timer, forMode: .default)
    }

    static func cancel(_ isMeant: (DelayedCall) -> Bool) {
        for entry in take(isMeant) { entry.timer.invalidate() }
    }

    private static func take(_ isMeant: (DelayedCall) -> Bool) -> [Entry] {
        entries.withLock { entries in
            let taken = entries.filter { isMeant($0.call) }
            entries.removeAll { entry in taken.contains { $0.call === entry.call } }
            return taken
        }
    }
}
