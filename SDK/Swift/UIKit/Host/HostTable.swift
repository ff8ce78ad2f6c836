// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry

/// A table of the host's functions, and the host that they take.
@safe struct HostTable<Functions>: Sendable {
    // The host's tables are constant, live as long as the process and may be used from any thread.
    private nonisolated(unsafe) let host: UnsafePointer<bf_host>
    private nonisolated(unsafe) let functions: UnsafePointer<Functions>

    /// Takes what the host found by the table's id; nil for a table that is smaller than it is here.
    init?(_ host: UnsafePointer<bf_host>, _ found: UnsafeRawPointer) {
        // Every table begins with its size.
        guard unsafe found.load(as: UInt32.self) >= UInt32(MemoryLayout<Functions>.size) else {
            return nil
        }
        unsafe self.host = host
        unsafe functions = found.assumingMemoryBound(to: Functions.self)
    }

    /// Calls one of the functions.
    func call<Result>(
        _ body: (UnsafePointer<Functions>, UnsafePointer<bf_host>) -> Result
    ) -> Result {
        unsafe body(functions, host)
    }
}
