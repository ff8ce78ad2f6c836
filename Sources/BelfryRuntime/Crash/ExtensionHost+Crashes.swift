// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

extension ExtensionHost {
    /// Makes the memory in which one worker may describe its crash.
    static func makeCrashMemory() throws(SystemError) -> Descriptor {
        try .sealedMemory("belfry-crash", byteCount: CrashRecord.byteCount)
    }

    /// Takes what a worker that has ended says about its end, unless that is nothing, makes no sense
    /// or is about another signal than the one that ended it.
    func noteCrash(of run: RunRecord, _ worker: WorkerRecord, _ end: ProcessEnd) {
        guard case .signalled(let signal) = end.cause,
            let copy = try? worker.crashMemory.read(at: 0, count: CrashRecord.byteCount),
            let record = try? CrashRecord(copy: copy), record.signal == signal
        else { return }
        run.crash = record
        if record.isStackOverflow, run.machine.verdict == nil {
            run.explanation = "its stack overflowed"
        }
    }

    /// Notes that a worker which has ended was ended by the extension after its answer, and not by the
    /// host or while it was told to end.
    func noteEndAfterAnswer(of run: RunRecord, _ worker: WorkerRecord, _ verdict: Verdict) {
        guard verdict.isAnswered, let end = worker.end, end.cause != .signalled(SIGKILL),
            Self.hasBegun(run, on: worker)
        else { return }
        if !run.strikes.contains(RunStrike.endedAfterCompletion.rawValue) {
            run.note(RunStrike.endedAfterCompletion)
        }
        noteCrash(of: run, worker, end)
    }

    /// Whether a worker says that a run was the last that it handed to its extension, and that the
    /// extension was not told to end since.
    static func hasBegun(_ run: RunRecord, on worker: WorkerRecord) -> Bool {
        let bytes = try? worker.crashMemory.read(at: UInt64(CrashRecord.begunRunOffset), count: 8)
        guard let bytes, bytes.count == 8 else { return true }
        return bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } == run.number
    }

    /// Most crashes that are looked at at once; those beyond keep the frames that need no files.
    private static let symbolisationLimit = 2

    /// Says how a run's process crashed, off this thread since files are read for it.
    func describeCrash(of run: RunRecord) async -> RunReport.Crash? {
        guard let record = run.crash else { return nil }
        var frames: [SymbolicFrames.Frame]?
        if symbolisationCount < Self.symbolisationLimit, let symboliser = symboliser(for: run) {
            symbolisationCount += 1
            frames = await Self.ask(symboliser, about: record)
            symbolisationCount -= 1
        }
        let plain = record.frames
        // A file without call frame information leaves the first frame alone.
        if let frames, frames.count > 1 || plain.count <= frames.count {
            return RunReport.Crash(record, frames: frames)
        }
        return RunReport.Crash(record, frames: plain.map { SymbolicFrames.Frame(address: $0) })
    }

    private func symboliser(for run: RunRecord) -> Symboliser? {
        let sdk = configuration.sdk
        guard let path = sdk.symboliserPath else { return nil }
        let runtimePaths = [sdk.workerPath, sdk.swiftLibraryPath, sdk.swiftRuntimePath]
        return Symboliser(
            path: path,
            identity: configuration.isolation.identity,
            files: CrashFiles(
                bundlePath: run.bundle.path,
                runtimePaths: runtimePaths.compactMap(\.self) + sdk.largeLibraryPaths
            )
        )
    }

    /// Asks on a thread of its own: it blocks, and the symboliser dies with the thread that started it.
    private static func ask(
        _ symboliser: Symboliser,
        about record: CrashRecord
    ) async -> [SymbolicFrames.Frame]? {
        await withCheckedContinuation { continuation in
            do throws(SystemError) {
                try SystemThread.start(named: "belfry-crash") {
                    continuation.resume(returning: symboliser.frames(of: record))
                }
            } catch {
                continuation.resume(returning: nil)
            }
        }
    }
}
