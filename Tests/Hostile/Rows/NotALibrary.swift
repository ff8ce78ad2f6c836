// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation

/// Libraries that are made wrong byte by byte.
enum NotALibrary {
    /// Row 1: what is no library of this machine is refused before anything of it is run.
    static let trials: [Trial] = [
        damaged("empty") { _ in Data() },
        damaged("text") { _ in Data("hello".utf8) },
        damaged("a script") { _ in Data("#!/bin/sh\nexit 0\n".utf8) },
        damaged("the header alone") { $0.prefix(64) },
        damaged("cut in the middle") { $0.prefix($0.count / 2) },
        damaged("of 32 bits", 4, [1]),
        damaged("of the other byte order", 5, [2]),
        damaged("of another machine", 18, [40, 0]),
        damaged("a program", 16, [1, 0]),
        damaged("without a magic", 0, [0]),
        damaged("segments beyond the end", 32, [0, 0, 0, 0, 0, 0, 0, 0x80]),
        damaged("far too many segments", 56, [0xff, 0xff]),
        damaged("segments of an odd size", 54, [1, 0]),
        Trial("four gigabytes of nothing", .good) { stage, bundle in
            try truncate(bundle.libraryPath, to: 0)
            try truncate(bundle.libraryPath, to: 4 << 30)
            Expectation.rejected(.elf).check(try await stage.run(bundle))
        },
        Trial("four gigabytes behind a header", .good) { stage, bundle in
            try truncate(bundle.libraryPath, to: 64)
            try truncate(bundle.libraryPath, to: 4 << 30)
            Expectation.rejected(.elf).check(try await stage.run(bundle))
        },
        replaced("a folder") {
            try FileManager.default.createDirectory(
                atPath: $0,
                withIntermediateDirectories: false
            )
        },
        replaced("a pipe") { mkfifo($0, 0o600) },
        replaced("a link to a library elsewhere") {
            try FileManager.default.createSymbolicLink(
                atPath: $0,
                withDestinationPath: "/lib/x86_64-linux-gnu/libc.so.6"
            )
        },
        replaced("missing") { _ in },
    ]

    /// Row 14.
    static let writableCode: [Trial] = [
        Trial(
            "its stack",
            .named("14-code-and-data", "stack", ["-Wl,-z,execstack"]),
            .rejected(.elf)
        ),
        Trial(
            "relocations in code",
            .named("14-code-and-data", "relocations", ["-Wl,-z,notext"]),
            .rejected(.elf)
        ),
        Trial("a segment", .good) { stage, _ in
            var bytes = [UInt8](try library(stage))
            makeSegmentsWritable(&bytes)
            let bundle = try stage.bundle("Writable", bytes: Data(bytes))
            Expectation.rejected(.elf).check(try await stage.run(bundle))
        },
    ]

    private static func library(_ stage: HostileStage) throws -> Data {
        try Data(contentsOf: stage.shelf.appendingPathComponent(Fixture.good.library))
    }

    private static func damaged(
        _ name: String,
        _ change: @escaping @Sendable (Data) -> Data
    ) -> Trial {
        Trial(name, .good) { stage, _ in
            let bundle = try stage.bundle(
                "Damaged-\(name.filter(\.isLetter))",
                bytes: change(try library(stage))
            )
            Expectation.rejected(.elf).check(try await stage.run(bundle))
        }
    }

    private static func damaged(_ name: String, _ offset: Int, _ bytes: [UInt8]) -> Trial {
        damaged(name) { data in
            var changed = [UInt8](data)
            changed.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            return Data(changed)
        }
    }

    private static func replaced(
        _ name: String,
        _ put: @escaping @Sendable (String) throws -> Void
    ) -> Trial {
        Trial(name, .good) { stage, bundle in
            try FileManager.default.removeItem(atPath: bundle.libraryPath)
            try put(bundle.libraryPath)
            Expectation.rejected(.elf).check(try await stage.run(bundle))
        }
    }

    private static func truncate(_ path: String, to byteCount: UInt64) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.truncate(atOffset: byteCount)
        try file.close()
    }

    /// Sets the write bit of every segment that has the execute bit (Elf64_Phdr).
    private static func makeSegmentsWritable(_ bytes: inout [UInt8]) {
        let table = bytes[32..<40].reversed().reduce(0) { $0 << 8 | Int($1) }
        let count = Int(bytes[56]) | Int(bytes[57]) << 8
        for index in 0..<count where bytes[table + index * 56 + 4] & 1 != 0 {
            bytes[table + index * 56 + 4] |= 2
        }
    }
}
