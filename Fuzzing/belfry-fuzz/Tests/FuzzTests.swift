// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import Testing

/// Every reader of untrusted bytes, under its seeds, its corpus, and both with changes at random.
///
/// `make fuzz` does the same with libFuzzer's guidance and AddressSanitizer. `BELFRY_FUZZ_SECONDS` is
/// how long new changes are tried for each target; without it the same 200 are.
@Suite(.timeLimit(.minutes(10))) struct FuzzTests {
    @Test(arguments: FuzzTarget.all.map(\.name))
    func `every input is refused, or has what is promised`(_ name: String) async throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        var trial = try FuzzTrial(target)
        for input in trial.inputs.given { try trial.check(input, "a given input") }
        let environment = ProcessInfo.processInfo.environment
        if let seconds = environment["BELFRY_FUZZ_SECONDS"].flatMap(Int.init) {
            let end = ContinuousClock.now + .seconds(seconds)
            var seed = UInt64.random(in: 0 ... .max / 2)
            while ContinuousClock.now < end {
                try trial.check(trial.inputs.changed(by: seed), "seed \(seed)")
                seed += 1
                // Other tests share the thread.
                await Task.yield()
            }
        } else {
            for seed in 0..<200 as Range<UInt64> {
                try trial.check(trial.inputs.changed(by: seed), "seed \(seed)")
            }
        }
        try trial.end()
        print("fuzzed \(name): \(trial.count) inputs")
    }
}

/// A target under one input after another; each is in a file before it is tried, so that what ends
/// this process is there afterwards.
private struct FuzzTrial {
    let inputs: FuzzInputs

    /// How many inputs were tried.
    private(set) var count = 0

    private let target: FuzzTarget
    private let path: URL
    private let file: FileHandle

    init(_ target: FuzzTarget) throws {
        self.target = target
        inputs = try FuzzInputs(target)
        let folder = FuzzInputs.root.appending(path: ".build/fuzz/findings/\(target.name)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: "of-test-\(getpid())")
        try Data().write(to: path)
        file = try FileHandle(forWritingTo: path)
    }

    /// Tries an input; one that breaks a promise ends the trial, and its file stays.
    mutating func check(_ input: [UInt8], _ origin: String) throws {
        count += 1
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: input)
        do {
            try target.check(input)
        } catch {
            Issue.record(
                """
                \(origin): \(error)
                again with: Scripts/fuzz.sh \(target.name) --replay \(path.path)
                """
            )
            throw error
        }
    }

    func end() throws {
        try file.close()
        try FileManager.default.removeItem(at: path)
    }
}
