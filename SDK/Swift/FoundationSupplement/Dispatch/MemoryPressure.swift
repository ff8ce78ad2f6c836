// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Dispatch
internal import Synchronization

extension DispatchSource {
    /// How much memory presses.
    public struct MemoryPressureEvent: OptionSet, RawRepresentable, Sendable {
        /// Apple's bits.
        public let rawValue: UInt

        /// Takes Apple's bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// It presses no more; never told here.
        public static let normal = MemoryPressureEvent(rawValue: 1)
        /// Four fifths of the memory budget are used.
        public static let warning = MemoryPressureEvent(rawValue: 2)
        /// Nineteen twentieths of it.
        public static let critical = MemoryPressureEvent(rawValue: 4)
        /// Any of these.
        public static let all: MemoryPressureEvent = [.normal, .warning, .critical]
    }

    /// Makes a source that the host's memory pressure fires.
    ///
    /// - Parameters:
    ///   - eventMask: What to hear of.
    ///   - queue: Where the handlers run.
    /// - Returns: The source, to be resumed.
    public class func makeMemoryPressureSource(
        eventMask: MemoryPressureEvent,
        queue: DispatchQueue? = nil
    ) -> any DispatchSourceMemoryPressure {
        let source = MemoryPressureSource(mask: eventMask, queue: queue)
        MemoryPressure.add(source)
        return source
    }
}

/// A source that fires when memory presses.
public protocol DispatchSourceMemoryPressure: DispatchSourceProtocol {
    /// What has pressed since the handler was last called.
    var data: DispatchSource.MemoryPressureEvent { get }
    /// What the source hears of.
    var mask: DispatchSource.MemoryPressureEvent { get }
}

/// Tells every source in the process of the host's memory pressure.
package enum MemoryPressure {
    private struct Entry: Sendable {
        weak var source: MemoryPressureSource?
    }

    private static let sources = Mutex<[Entry]>([])

    fileprivate static func add(_ source: MemoryPressureSource) {
        sources.withLock { sources in
            sources.removeAll { $0.source == nil }
            sources.append(Entry(source: source))
        }
    }

    /// Fires the sources.
    ///
    /// - Parameters:
    ///   - used: The bytes in use.
    ///   - limit: The budget.
    package static func tell(used: UInt64, limit: UInt64) {
        let isCritical = Double(used) >= Double(limit) * 0.95
        for entry in sources.withLock({ $0 }) {
            entry.source?.fire(isCritical ? .critical : .warning)
        }
    }
}
