// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import CBelfry
internal import Synchronization

/// The host's table of a traced worker: every call is told to the host on its way, and `now` answers
/// by the plan.
@safe
struct TracedTables {
    private let trace: CallTrace
    private let proxy: TableProxy

    /// Makes the proxy; to be called while executable memory can still be made.
    ///
    /// - Throws: ``SystemError`` when libffi gets none.
    init(
        plan: TracePlan,
        send: @escaping @Sendable (WorkerEvent) -> Void
    ) throws(SystemError) {
        trace = CallTrace(plan: plan, send: send)
        proxy = try TableProxy(HostSlots.all, observer: trace)
        CallTrace.current.withLock { $0 = trace }
    }

    /// A table for the extension, like the host's; it lives as long as the process.
    func traced(_ own: UnsafePointer<bf_host>) -> UnsafePointer<bf_host> {
        let table = UnsafeMutablePointer<bf_host>.allocate(capacity: 1)
        unsafe table.initialize(to: own.pointee)
        unsafe proxy.replaceFunctions(of: table, byteCount: Int(own.pointee.size))
        // It tells of itself, with what it answers.
        unsafe table.pointee.now = { _ in CallTrace.current.withLock { $0 }?.now() ?? 0 }
        return unsafe UnsafePointer(table)
    }
}
