// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Changes of layers that go together.
///
/// - Note: Without effect but for the completion block: the host shows the end of a change at once.
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/catransaction
@preconcurrency @MainActor
public final class CATransaction: NSObject {
    private struct Frame {
        var duration: TimeInterval = 0.25
        var isWithoutActions = false
        var timingFunction: CAMediaTimingFunction?
        var completion: (() -> Void)?
    }

    private static var frames = [Frame()]

    /// Begins a transaction within the one that there is.
    public class func begin() {
        var frame = frames[frames.count - 1]
        frame.completion = nil
        frames.append(frame)
    }

    /// Ends the newest transaction; its completion block is called soon after, on the main thread.
    ///
    /// Without a transaction that was begun nothing happens.
    public class func commit() {
        guard frames.count > 1, let completion = frames.removeLast().completion else { return }
        // Called once, on the main thread, as Apple's is; its type does not say so there either.
        nonisolated(unsafe) let complete = completion
        DispatchQueue.main.async { unsafe complete() }
    }

    /// Ends what is under way at once.
    ///
    /// - Note: Without effect: the host draws what changes.
    public class func flush() {}

    /// How long its animations take, in seconds.
    ///
    /// - Note: Without effect: the host shows the end of a change at once.
    public class func animationDuration() -> TimeInterval { frames[frames.count - 1].duration }
    /// Says how long its animations take, in seconds.
    ///
    /// - Note: Without effect: the host shows the end at once.
    public class func setAnimationDuration(_ dur: TimeInterval) {
        frames[frames.count - 1].duration = dur
    }

    /// How its animations run; nil for the usual.
    ///
    /// - Note: Without effect: the host shows the end of a change at once.
    public class func animationTimingFunction() -> CAMediaTimingFunction? {
        frames[frames.count - 1].timingFunction
    }
    /// Says how its animations run.
    ///
    /// - Note: Without effect: the host shows the end at once.
    public class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
        frames[frames.count - 1].timingFunction = function
    }

    /// Whether layers change without animations of their own.
    ///
    /// - Note: Without effect: the host shows the end of a change at once.
    public class func disableActions() -> Bool { frames[frames.count - 1].isWithoutActions }
    /// Says whether layers change without animations of their own.
    ///
    /// - Note: Without effect: the host shows the end at once.
    public class func setDisableActions(_ flag: Bool) {
        frames[frames.count - 1].isWithoutActions = flag
    }

    /// What is called at its end.
    public class func completionBlock() -> (() -> Void)? { frames[frames.count - 1].completion }
    /// Says what is called at its end, once, on the main thread.
    public class func setCompletionBlock(_ block: (() -> Void)?) {
        frames[frames.count - 1].completion = block
    }
}
