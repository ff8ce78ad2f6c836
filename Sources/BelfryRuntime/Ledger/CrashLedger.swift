// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// Names the frames of crashes, as many at a time as the machine has room for.
final class CrashLedger {
    private let symboliserPath: String?
    private let runtimePaths: [String]
    private let identity: UInt32?

    /// How many crashes are being looked at.
    private(set) var symbolisationCount = 0

    /// Most crashes that are looked at at once; those beyond keep the frames that need no files.
    private static let symbolisationLimit = 2

    /// Makes a ledger.
    ///
    /// - Parameters:
    ///   - symboliserPath: The symboliser's program; nil where there is none.
    ///   - runtimePaths: What crashes can have frames in besides their bundle's library.
    ///   - identity: Who the symboliser runs as; nil for this user.
    init(symboliserPath: String?, runtimePaths: [String], identity: UInt32?) {
        self.symboliserPath = symboliserPath
        self.runtimePaths = runtimePaths
        self.identity = identity
    }

    /// Makes a ledger that knows a host's own parts.
    ///
    /// - Parameters:
    ///   - sdk: Where they are.
    ///   - identity: Who the symboliser runs as; nil for this user.
    convenience init(_ sdk: SDKLocation, identity: UInt32?) {
        let runtimePaths = [sdk.workerPath, sdk.swiftLibraryPath, sdk.swiftRuntimePath]
        self.init(
            symboliserPath: sdk.symboliserPath,
            runtimePaths: runtimePaths.compactMap(\.self) + sdk.largeLibraryPaths,
            identity: identity
        )
    }

    /// Says how a process crashed, off the host's thread since files are read for it.
    ///
    /// - Parameters:
    ///   - record: What the process has left.
    ///   - bundlePath: The bundle that it had loaded.
    /// - Returns: The crash, with names where there are any.
    func describe(_ record: CrashRecord, of bundlePath: String) async -> RunReport.Crash {
        var frames: [SymbolicFrames.Frame]?
        if symbolisationCount < Self.symbolisationLimit, let symboliser = symboliser(bundlePath) {
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

    private func symboliser(_ bundlePath: String) -> Symboliser? {
        guard let symboliserPath else { return nil }
        return Symboliser(
            path: symboliserPath,
            identity: identity,
            files: CrashFiles(bundlePath: bundlePath, runtimePaths: runtimePaths)
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
