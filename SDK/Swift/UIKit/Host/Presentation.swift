// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import CBelfry
internal import FoundationSupplement
internal import Synchronization

/// The host's functions on how a notification is shown.
package struct Presentation: Sendable {
    private let table: HostTable<bf_presentation>

    private static let state = Mutex<Presentation?>(nil)

    /// That of the process; none without a host.
    package static var current: Presentation? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// Takes the host's table and its table BF_INTERFACE_PRESENTATION; nil for one too small.
    package init?(_ host: UnsafePointer<bf_host>, presentation: UnsafeRawPointer) {
        guard let table = unsafe HostTable<bf_presentation>(host, presentation) else { return nil }
        self.table = table
    }

    /// Calls one of the host's functions; what it refuses is in the log.
    @discardableResult
    package func call(
        _ what: StaticString,
        _ body: (UnsafePointer<bf_presentation>, UnsafePointer<bf_host>) -> bf_status
    ) -> bf_status {
        let status = unsafe table.call(body)
        if status != BF_OK, status != BF_ERROR_NOT_FOUND {
            RunLog.write(.warning, "The host did not \(what) (status \(status)).")
        }
        return status
    }

    func becomeFirstResponder(_ view: bf_view, accessory: bf_view) {
        unsafe call("take a first responder") {
            unsafe $0.pointee.become_first_responder($1, view, accessory)
        }
    }

    func resignFirstResponder() {
        unsafe call("let go of the first responder") {
            unsafe $0.pointee.resign_first_responder($1)
        }
    }

    func setPreferredSize(_ size: CGSize) {
        unsafe call("take a preferred size") {
            unsafe $0.pointee.set_preferred_size($1, Double(size.width), Double(size.height))
        }
    }

    func setTitle(_ title: String) {
        unsafe title.withUTF8Bytes { text in
            _ = unsafe call("take a title") { unsafe $0.pointee.set_title($1, text) }
        }
    }
}
