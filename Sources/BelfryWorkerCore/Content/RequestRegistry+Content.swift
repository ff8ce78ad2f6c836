// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import Synchronization

extension RequestRegistry {
    /// Makes a request of a notification that is shown: it lasts as long as the process, and the
    /// notification centre can be reached meanwhile.
    func open(_ notification: ContentNotification) -> UInt64 {
        state.withLock { state in
            var request = Request(
                run: 0,
                deadline: 0,
                identifier: StableText(notification.identifier.utf8),
                mayDrop: false
            )
            request.isShown = true
            let handle = state.requests.insert(request)
            let original = ContentObject(request: handle, record: notification.content)
            state.requests[handle]?.contents = [state.contents.insert(original)]
            state.latest = handle
            return handle
        }
    }
}
