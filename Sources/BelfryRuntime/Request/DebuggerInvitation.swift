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
    ///
    /// Of the worker it reads names alone. The debug information of one that is not stripped refers to
    /// files of the compiler's cache, of each of which gdb would complain in a line.
    package var command: String {
        let address = String(loadAddress, radix: 16)
        return "gdb -p \(process) -iex 'set sysroot /' -iex 'file -readnever /proc/\(process)/exe' "
            + "-ex 'add-symbol-file \(libraryPath) -o 0x\(address)'"
    }

    /// lldb's command line: it finds the library by the process's memory map.
    package var lldbCommand: String { "lldb -p \(process)" }
}
