// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import CBelfryContent
internal import FoundationSupplement

/// The descriptor and the tables the host is given, made once and never freed.
@safe enum ExtensionTables {
    /// What this extension is; its manifest alone says which one.
    // Pointers are unsafe to share in general; this is one to memory that is never written again.
    nonisolated(unsafe) static let descriptor = unsafe immortal(
        bf_extension(
            magic: ABI.extensionMagic,
            size: UInt32(MemoryLayout<bf_extension>.size),
            identifier: bf_string(),
            version: bf_string(),
            self: nil,
            interface: { _, id in unsafe ExtensionTables.interface(String(id)) }
        )
    )

    // As above: never written again.
    private nonisolated(unsafe) static let service = unsafe immortal(
        bf_service(
            size: UInt32(MemoryLayout<bf_service>.size),
            flags: 0,
            start: { _, host in unsafe ServiceRuntime.shared.start(host) },
            did_receive: { _, request, completion in
                ServiceRuntime.shared.didReceive(request, completion)
            },
            will_expire: { _, request, _ in ServiceRuntime.shared.willExpire(request) },
            pressure: { _, used, limit in
                MemoryPressure.tell(used: used, limit: limit)
                ServiceRuntime.shared.tellObservers {
                    $0.belfryMemoryPressure(usedByteCount: used, limitByteCount: limit)
                }
            },
            stop: nil,
            cpu_pressure: { _, used, limit in
                ServiceRuntime.shared.tellObservers {
                    $0.belfryCPUPressure(used: .nanoseconds(used), limit: .nanoseconds(limit))
                }
            }
        )
    )

    // As above: never written again.
    private nonisolated(unsafe) static let mainLoop = unsafe immortal(
        bf_main_loop(
            size: UInt32(MemoryLayout<bf_main_loop>.size),
            reserved: 0,
            run: { _ in MainLoop.run() }
        )
    )

    private static func interface(_ id: String) -> UnsafeRawPointer? {
        switch id {
        case ABI.serviceInterface: unsafe UnsafeRawPointer(service)
        case ABI.contentInterface: unsafe belfry_content_extension_if_any()
        case ABI.mainLoopInterface: unsafe UnsafeRawPointer(mainLoop)
        default: nil
        }
    }

    private static func immortal<Table>(_ table: Table) -> UnsafePointer<Table> {
        let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        unsafe memory.initialize(to: table)
        return unsafe UnsafePointer(memory)
    }
}
