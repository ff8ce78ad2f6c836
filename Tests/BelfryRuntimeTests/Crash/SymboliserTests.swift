// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import BelfryWire
import Foundation
import Testing

@testable import BelfryRuntime

/// What comes of a symboliser that does not do its work; its work is in the end-to-end tests.
@Suite(.timeLimit(.minutes(1)))
struct SymboliserTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A record with nothing in it but what it must have.
    private static func record() throws -> CrashRecord {
        #if arch(x86_64)
        let (machine, registerCount) = (UInt32(62), UInt32(17))
        #elseif arch(arm64)
        let (machine, registerCount) = (UInt32(183), UInt32(33))
        #endif
        var frame = FrameWriter()
        frame.write(CrashRecord.magic)
        frame.write(UInt32(2))
        for _ in 0..<5 { frame.write(UInt32(0)) }
        frame.write(machine)
        for _ in 0..<4 { frame.write(UInt32(0)) }
        frame.write(registerCount)
        let rest = [UInt8](repeating: 0, count: CrashRecord.byteCount - frame.bytes.count)
        return try CrashRecord(copy: frame.bytes + rest)
    }

    private func symboliser(_ script: String) throws -> Symboliser {
        try folder.write("#!/bin/sh\n\(script)\n", to: "symboliser")
        let path = folder("symboliser")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        let files = CrashFiles(bundlePath: folder.path, runtimePaths: [])
        return Symboliser(path: path, identity: nil, files: files)
    }

    /// Asks on a thread of its own, since it blocks.
    private static func frames(
        of record: CrashRecord,
        by symboliser: Symboliser
    ) async throws -> [SymbolicFrames.Frame]? {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try SystemThread.start(named: "test-crash") {
                    continuation.resume(returning: symboliser.frames(of: record))
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    @Test(arguments: ["exit 0", "exit 1", "kill -9 $$", "echo words >&3"])
    func `one that does not answer is done without`(script: String) async throws {
        let symboliser = try symboliser(script)
        #expect(try await Self.frames(of: Self.record(), by: symboliser) == nil)
    }

    @Test func `one that never ends is ended`() async throws {
        let started = ContinuousClock.now
        let symboliser = try symboliser("exec sleep 600")
        #expect(try await Self.frames(of: Self.record(), by: symboliser) == nil)
        #expect(ContinuousClock.now - started < .seconds(30))
    }

    @Test func `one that is not there is done without`() async throws {
        let files = CrashFiles(bundlePath: folder.path, runtimePaths: [])
        let symboliser = Symboliser(path: folder("missing"), identity: nil, files: files)
        #expect(try await Self.frames(of: Self.record(), by: symboliser) == nil)
    }
}
