// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import CBelfry
internal import FoundationSupplement
internal import Synchronization

/// The host's functions on views.
///
/// In a process without a host, such as a test, there are none, and views are their own memory alone.
package struct ViewHost: Sendable {
    private let table: HostTable<bf_view_functions>

    private static let state = Mutex<ViewHost?>(nil)

    /// What stands in for the host in a task, for tests.
    @TaskLocal static var standIn: ViewHost?

    /// The one that views made from here on are mirrored to.
    package static var current: ViewHost? {
        get { standIn ?? state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// Takes the host's table and its table BF_INTERFACE_VIEW; nil for one that is too small.
    package init?(_ host: UnsafePointer<bf_host>, views: UnsafeRawPointer) {
        guard let table = unsafe HostTable<bf_view_functions>(host, views) else { return nil }
        self.table = table
    }

    /// Calls one of the host's functions.
    func call(
        _ what: StaticString,
        _ body: (UnsafePointer<bf_view_functions>, UnsafePointer<bf_host>) -> bf_status
    ) -> Bool {
        let status = unsafe table.call(body)
        guard status != BF_OK, status != BF_ERROR_NOT_FOUND else { return status == BF_OK }
        Self.report(what, status)
        return false
    }

    /// The extension's own view; none before it is asked to load.
    package var root: bf_view { unsafe table.call { unsafe $0.pointee.root($1) } }

    private static func report(_ what: StaticString, _ status: bf_status) {
        let reason =
            switch status {
            case BF_ERROR_LIMIT: "a process has 1024 views, 64 deep, 4096 constraints and 256 KB"
            case BF_ERROR_ARGUMENT: "a number is not finite or out of range"
            case BF_ERROR_STATE: "views can be made from viewDidLoad on"
            case BF_ERROR_FAILED: "it is no picture, or too large"
            default: "status \(status)"
            }
        RunLog.write(.warning, "The host did not \(what): \(reason).")
    }
}
