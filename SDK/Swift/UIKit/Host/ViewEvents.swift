// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import FoundationSupplement

extension ViewNode {
    /// Asks the host to tell of what the user does to the view.
    func listen(to event: bf_event) {
        guard let handler = Self.handlers[event] else { return }
        unsafe "v".withUTF8Bytes { signature in
            _ = unsafe call("listen to a view") {
                unsafe $0.pointee.on($1, handle, event, signature, handler, nil)
            }
        }
    }

    /// A function of the view for each event; the host calls it by its signature, on its UI thread.
    private static let handlers: [bf_event: bf_handler] = [
        BF_EVENT_TAP: handler { ViewEvents.take(BF_EVENT_TAP, at: $0) },
        BF_EVENT_VALUE_CHANGED: handler { ViewEvents.take(BF_EVENT_VALUE_CHANGED, at: $0) },
        BF_EVENT_EDITING_BEGAN: handler { ViewEvents.take(BF_EVENT_EDITING_BEGAN, at: $0) },
        BF_EVENT_EDITING_CHANGED: handler { ViewEvents.take(BF_EVENT_EDITING_CHANGED, at: $0) },
        BF_EVENT_EDITING_ENDED: handler { ViewEvents.take(BF_EVENT_EDITING_ENDED, at: $0) },
        BF_EVENT_RETURN: handler { ViewEvents.take(BF_EVENT_RETURN, at: $0) },
    ]

    private static func handler(_ function: @convention(c) (bf_view) -> Void) -> bf_handler {
        unsafe unsafeBitCast(function, to: bf_handler.self)
    }
}

/// What the user does to views.
enum ViewEvents {
    /// Tells a view of an event and lays out what changed by it.
    static func take(_ event: bf_event, at handle: bf_view) {
        MainThread.run {
            ViewLayout.callback { LiveViews.view(handle)?.handle(event) }
        }
    }
}
