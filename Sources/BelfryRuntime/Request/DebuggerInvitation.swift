// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a debugger needs to know of a worker that waits for it.
package struct DebuggerInvitation: Sendable, Equatable {
    /// The worker's process, by the host's count.
    package var process: Int32

    /// The extension's library, and where its address 0 is in that process.
    package var libraryPath: String
    package var loadAddress: UInt64

    /// gdb's command line: it cannot find the library by itself, which the worker has loaded through
    /// a descriptor.
    package var command: String {
        "gdb -p \(process) -iex 'set sysroot /' -ex 'add-symbol-file \(libraryPath) -o 0x\(String(loadAddress, radix: 16))'"
    }
}
