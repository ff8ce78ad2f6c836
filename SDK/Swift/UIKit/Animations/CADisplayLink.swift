// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
public import FoundationSupplement

/// A timer that calls a method before each frame.
///
/// There is no screen to keep time with: the timer fires 60 times a second unless told, and each call
/// counts towards the extension's CPU budget.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/cadisplaylink
@preconcurrency @MainActor
public final class CADisplayLink: NSObject {
    private var target: AnyObject?
    private let selector: Selector
    private var timer: Timer?
    private var places: [(loop: RunLoop, mode: RunLoop.Mode)] = []

    /// When the last frame was shown, in seconds of the system's time.
    public private(set) var timestamp: TimeInterval = 0
    /// When the next frame is shown, in seconds of the system's time.
    public var targetTimestamp: TimeInterval { timestamp + duration }
    /// How long a frame is shown, in seconds.
    public var duration: TimeInterval { 1 / Double(rate) }
    /// Whether nothing is called for now.
    public var isPaused = false {
        didSet { if isPaused != oldValue { run() } }
    }
    /// How often the method is called in a second, at most 60; 0 for each frame.
    public var preferredFramesPerSecond = 0 {
        didSet { if preferredFramesPerSecond != oldValue { run() } }
    }

    /// Makes a timer; it calls nothing until a run loop is given it.
    ///
    /// - Parameters:
    ///   - target: The object, which the timer keeps until it is invalid.
    ///   - sel: A method that is marked `@objc`; it may take the timer.
    public init(target: Any, selector sel: Selector) {
        self.target = target as AnyObject
        selector = sel
        super.init()
    }

    /// Gives it to a run loop.
    public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
        places.append((runloop, mode))
        run()
    }

    /// Takes it from a run loop.
    public func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
        places.removeAll { $0.loop === runloop && $0.mode == mode }
        run()
    }

    /// Ends it: it calls nothing more, and keeps its target no longer.
    public func invalidate() {
        places = []
        target = nil
        run()
    }

    private var rate: Int { 1...60 ~= preferredFramesPerSecond ? preferredFramesPerSecond : 60 }

    /// Has a timer run as the link is now.
    private func run() {
        timer?.invalidate()
        timer = nil
        guard !isPaused, !places.isEmpty, target != nil else { return }
        // A run loop keeps its links, as on iOS; the main thread's is the one that there is.
        let timer = Timer(timeInterval: duration, repeats: true) { _ in
            MainActor.assumeIsolated { self.tick() }
        }
        self.timer = timer
        for place in places { place.loop.add(timer, forMode: place.mode) }
    }

    private func tick() {
        guard let target else { return }
        timestamp = ProcessInfo.processInfo.systemUptime
        SelectorCall.make(selector, on: target, [self], by: "A display link")
    }
}
