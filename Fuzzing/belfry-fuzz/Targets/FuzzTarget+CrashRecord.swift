// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire

extension FuzzTarget {
    /// What a crashed worker left in the memory it shares with the host, where its extension can
    /// write too: the input lies over the header, two modules and the lowest words of the stack.
    ///
    /// A record that is accepted keeps to its limits, and its frames are few and lie in modules.
    static let crashRecord = FuzzTarget(
        "crash-record",
        byteLimit: CrashSeed.byteLimit,
        seeds: { [CrashSeed.bytes] },
        check: { bytes in
            guard let record = try? CrashRecord(copy: CrashSeed.memory(under: bytes)) else {
                return
            }
            try hold(record.modules.count <= CrashRecord.moduleLimit, "too many modules")
            try hold(record.stack.count <= CrashRecord.stackLimit, "too much stack")
            let paths = record.modules.map(\.path)
            try hold(paths.allSatisfy { 1..<496 ~= $0.utf8.count }, "paths \(paths)")
            try hold(record.threadName.utf8.count < 16, "the name \(record.threadName)")
            let frames = record.frames
            try hold(1...CrashRecord.frameLimit ~= frames.count, "\(frames.count) frames")
            try holdEqual(frames.first, record.programCounter, "the innermost frame")
            // A caller's address is one behind what is looked up: inside its call.
            try hold(
                frames.dropFirst().allSatisfy { record.module(at: $0 &+ 1) != nil },
                "a frame beside all modules"
            )
            _ = record.isStackOverflow
        }
    )
}
