// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Dispatch

/// A source of dispatch's own that is fired by hand.
// Unchecked: any thread may use a source of dispatch's, which does not say so to Swift.
final class MemoryPressureSource: DispatchSourceMemoryPressure, @unchecked Sendable {
    let mask: DispatchSource.MemoryPressureEvent

    private let source: any DispatchSourceUserDataOr

    init(mask: DispatchSource.MemoryPressureEvent, queue: DispatchQueue?) {
        self.mask = mask
        source = DispatchSource.makeUserDataOrSource(queue: queue)
    }

    func fire(_ event: DispatchSource.MemoryPressureEvent) {
        let heard = event.intersection(mask)
        guard !heard.isEmpty else { return }
        source.or(data: heard.rawValue)
    }

    var data: DispatchSource.MemoryPressureEvent {
        DispatchSource.MemoryPressureEvent(rawValue: source.data)
    }

    var handle: UInt { source.handle }
    var isCancelled: Bool { source.isCancelled }
    func activate() { source.activate() }
    func cancel() { source.cancel() }
    func resume() { source.resume() }
    func suspend() { source.suspend() }
}
