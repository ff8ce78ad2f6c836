// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A service extension that wants to hear when one of its budgets is nearly spent.
///
/// Belfry asks for it by this protocol, so that a class written for iOS is none the wiser. Each call
/// comes once for a notification at most, on another thread than `didReceive`, which may still be
/// at work; time that nears its end is told by `serviceExtensionTimeWillExpire`, as on iOS.
public protocol BelfryPressureObserver {
    /// Tells that 80 % of the memory budget are in use: let go of what can be made again.
    ///
    /// - Parameters:
    ///   - usedByteCount: The bytes in use, above what the process takes when it is idle.
    ///   - limitByteCount: Where the extension is ended.
    func belfryMemoryPressure(usedByteCount: UInt64, limitByteCount: UInt64)

    /// Tells that 80 % of the CPU time are used: answer with the best attempt.
    ///
    /// - Parameters:
    ///   - used: The CPU time of all threads.
    ///   - limit: Where the extension is ended.
    func belfryCPUPressure(used: Duration, limit: Duration)
}

extension BelfryPressureObserver {
    /// Does nothing.
    public func belfryMemoryPressure(usedByteCount: UInt64, limitByteCount: UInt64) {}

    /// Does nothing.
    public func belfryCPUPressure(used: Duration, limit: Duration) {}
}
