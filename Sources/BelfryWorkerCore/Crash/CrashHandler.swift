// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CBelfryPlatform

/// What a worker tells about its own crash: a handler that fills a record the host can read
/// (`crash.c`), and then lets the signal end the process as if there had been none.
///
/// An extension can take the handler away. It loses the description then, and nothing else: the
/// verdict rests on how the process ended.
enum CrashHandler {
    /// Maps the record and sets the handler, for this thread with a stack of its own.
    ///
    /// - Parameter memory: The record's memory; it may be closed afterwards.
    /// - Throws: ``SystemError`` of mmap, sigaltstack or sigaction.
    static func install(memory: Int32) throws(SystemError) {
        try checked("sigaction") { belfry_crash_install(memory) }
    }

    /// Notes for the host that a run is about to be handed to the extension: a worker that dies
    /// before that says nothing about the run.
    static func noteBeginning(ofRun run: UInt64) {
        belfry_crash_note_run(run)
    }

    /// Notes for the host that the extension is told to end: how it does so is no run's business.
    static func noteEnding() {
        belfry_crash_note_run(.max)
    }

    /// Lets the handler run for a thread of ours whose own stack is full.
    ///
    /// The extension's own threads bring no such stack unless it gives them one, so a stack overflow
    /// there leaves no record.
    static func guardThread() {
        // Without it only a stack overflow goes undescribed.
        _ = belfry_crash_guard_thread()
    }
}
