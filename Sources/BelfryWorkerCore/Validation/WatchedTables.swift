// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import CBelfry

/// The tables that a validating worker uses in the place of the host's and of the extension's.
@safe
struct WatchedTables {
    private let validation: Validation
    private let hostProxy: TableProxy
    private let serviceProxy: TableProxy

    /// Makes the proxies; to be called while executable memory can still be made.
    ///
    /// - Throws: ``SystemError`` when libffi gets none.
    init(
        plan: ValidationPlan,
        registry: RequestRegistry,
        send: @escaping @Sendable (WorkerEvent) -> Void
    ) throws(SystemError) {
        validation = Validation(plan: plan, registry: registry, send: send)
        hostProxy = try TableProxy(HostSlots.all, observer: HostTableObserver(validation))
        serviceProxy = try TableProxy(ServiceSlots.all, observer: ServiceTableObserver(validation))
    }

    /// A table for the extension, like the host's; it lives as long as the process.
    func watched(_ own: UnsafePointer<bf_host>) -> UnsafePointer<bf_host> {
        let table = UnsafeMutablePointer<bf_host>.allocate(capacity: 1)
        unsafe table.initialize(to: own.pointee)
        unsafe hostProxy.replaceFunctions(of: table, byteCount: Int(own.pointee.size))
        validation.watch(table: UInt(bitPattern: table))
        return unsafe UnsafePointer(table)
    }

    /// A table for the worker, like the extension's.
    func watched(_ own: bf_service) -> bf_service {
        var service = own
        let byteCount = MemoryLayout<bf_service>.size
        unsafe serviceProxy.replaceFunctions(of: &service, byteCount: byteCount)
        return service
    }
}
