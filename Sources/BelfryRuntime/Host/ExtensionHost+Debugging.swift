// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

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

extension ExtensionHost {
    /// How often a worker is looked at until a debugger is attached.
    private static let debuggerInterval = Duration.milliseconds(50)

    /// Tells how to attach a debugger, and gives the extension its request once one is.
    func awaitDebugger(
        of run: RunRecord,
        _ worker: WorkerRecord,
        _ invite: @Sendable (DebuggerInvitation) -> Void
    ) {
        guard let meter = worker.process?.meter else { return }
        let path = worker.bundle.libraryPath
        invite(
            DebuggerInvitation(
                process: meter.process,
                libraryPath: path,
                loadAddress: meter.loadAddress(of: path) ?? 0
            )
        )
        lookForDebugger(run.number)
    }

    private func lookForDebugger(_ number: UInt64) {
        guard let run = runs[number], run.machine.verdict == nil, let worker = run.worker,
            let meter = worker.process?.meter
        else { return }
        if meter.isTraced { return perform(run.machine.workerReady(), on: run) }
        let token = reactor.schedule(at: .now + Self.debuggerInterval) { [weak self] in
            self?.assumeIsolated { $0.lookForDebugger(number) }
        }
        run.tokens.append(token)
    }
}
