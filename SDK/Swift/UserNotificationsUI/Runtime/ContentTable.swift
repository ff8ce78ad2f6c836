// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import CBelfryContent
internal import FoundationSupplement

// Not public, so that extensions see nothing of the C ABI, and not internal, which would hide the
// symbol.

/// The table of a content extension, which UserNotifications gives to the host.
@c @implementation
package func belfry_content_extension() -> UnsafeRawPointer? {
    unsafe UnsafeRawPointer(ContentTable.table)
}

/// The functions that the host calls in a content extension, made once and never freed.
@safe enum ContentTable {
    // The memory is never written again, so that any thread may read it.
    nonisolated(unsafe) static let table: UnsafePointer<bf_content_extension> = {
        let memory = UnsafeMutablePointer<bf_content_extension>.allocate(capacity: 1)
        unsafe memory.initialize(to: functions)
        return unsafe UnsafePointer(memory)
    }()

    private static var functions: bf_content_extension {
        unsafe bf_content_extension(
            size: UInt32(MemoryLayout<bf_content_extension>.size),
            flags: 0,
            start: { _, host in unsafe ContentStart.start(host) },
            load: { _ in MainThread.run { ContentRuntime.shared.load() } },
            did_receive: { _, notification in
                MainThread.run { ContentRuntime.shared.didReceive(notification) }
            },
            did_receive_response: { _, response, completion in
                guard let completion else { return }
                MainThread.run { ContentRuntime.shared.didReceive(response, completion) }
            },
            media_play: { _ in MainThread.run { ContentRuntime.shared.mediaPlay() } },
            media_pause: { _ in MainThread.run { ContentRuntime.shared.mediaPause() } },
            pressure: { _, used, limit in MemoryPressure.tell(used: used, limit: limit) },
            cpu_pressure: nil,
            stop: { _ in MainThread.run { ContentRuntime.shared.stop() } }
        )
    }
}
