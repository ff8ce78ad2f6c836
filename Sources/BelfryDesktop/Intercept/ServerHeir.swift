// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// A process that starts the server on the session bus once this process is gone, however it has ended.
///
/// It is for a server that the bus does not start by itself. It waits at a pipe of which this process
/// has the other end, and lives on when this process is killed.
final class ServerHeir {
    private var pipe: Descriptor?

    /// Starts it.
    ///
    /// - Parameters:
    ///   - command: The server.
    ///   - environment: Its environment.
    /// - Throws: ``SystemError`` where there can be no such process.
    init(_ command: String, _ environment: [String: String]) throws(SystemError) {
        let (read, written) = try Descriptor.pipe().split { ($0.release(), $1.release()) }
        let wishes = Descriptor(owning: read)
        pipe = Descriptor(owning: written)
        let null = try Descriptor.open("/dev/null", O_WRONLY)
        // What is started is left to init at once: it is nobody's child to be killed with.
        let child = try ChildProcess(
            command: [
                "/bin/sh", "-c",
                "(read -r word <&3 || exec \(command) 3<&-) &",
            ],
            environment: environment.map { "\($0.key)=\($0.value)" },
            control: wishes,
            output: null.raw
        )
        _ = child.pidfd.waitUntilReadable(until: .now + .seconds(5))
    }

    /// Has it end without starting anything.
    func dismiss() {
        try? pipe?.writeAll(Array("done\n".utf8))
        pipe = nil
    }

    /// Has it start the server now.
    func inherit() {
        pipe = nil
    }
}
