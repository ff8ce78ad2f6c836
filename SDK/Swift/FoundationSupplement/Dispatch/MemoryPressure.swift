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
        // Dispatch's own calls work on its own class alone, which is what this is.
        guard let source = makeUserDataOrSource(queue: queue) as? DispatchSource else {
            preconditionFailure("dispatch has sources of another class")
        }
        MemoryPressure.add(source, eventMask)
        return source
    }
}

/// A source that fires when memory presses.
public protocol DispatchSourceMemoryPressure: DispatchSourceProtocol, AnyObject {
    /// What has pressed since the handler was last called.
    var data: DispatchSource.MemoryPressureEvent { get }
    /// What the source hears of.
    var mask: DispatchSource.MemoryPressureEvent { get }
}

extension DispatchSource: DispatchSourceMemoryPressure {
    /// What has pressed since the handler was last called.
    public var data: MemoryPressureEvent {
        MemoryPressureEvent(rawValue: (self as any DispatchSourceProtocol).data)
    }

    /// What the source hears of.
    public var mask: MemoryPressureEvent {
        MemoryPressure.mask(of: self)
    }
}

/// Tells every source in the process of the host's memory pressure.
package enum MemoryPressure {
    // Unchecked: any thread may use a source of dispatch's, which does not say so to Swift.
    private struct Entry: @unchecked Sendable {
        weak var source: DispatchSource?
        let mask: DispatchSource.MemoryPressureEvent
    }

    private static let entries = Mutex<[Entry]>([])

    fileprivate static func add(
        _ source: DispatchSource,
        _ mask: DispatchSource.MemoryPressureEvent
    ) {
        let entry = Entry(source: source, mask: mask)
        entries.withLock { entries in
            entries.removeAll { $0.source == nil }
            entries.append(entry)
        }
    }

    fileprivate static func mask(of source: DispatchSource) -> DispatchSource.MemoryPressureEvent {
        let entries = entries.withLock { $0 }
        return entries.first { $0.source === source }?.mask ?? []
    }

    /// Fires the sources.
    ///
    /// - Parameters:
    ///   - used: The bytes in use.
    ///   - limit: The budget.
    package static func tell(used: UInt64, limit: UInt64) {
        let isCritical = Double(used) >= Double(limit) * 0.95
        let event: DispatchSource.MemoryPressureEvent = isCritical ? .critical : .warning
        for entry in entries.withLock({ $0 }) where entry.mask.contains(event) {
            entry.source?.or(data: event.rawValue)
        }
    }
}
