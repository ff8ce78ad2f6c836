// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryWire
internal import Glibc

extension RunReport {
    /// How a process crashed, as its own signal handler and its files tell it.
    ///
    /// A description for the extension's author and no evidence: the extension could have written it.
    package struct Crash: Sendable, Codable, Equatable {
        /// The signal that ended the process, such as `SIGSEGV`.
        package var signal: String

        /// What the signal's code says, in words.
        package var cause: String

        /// The address that was at fault, such as `0x10`; nil where there is none.
        package var address: String?

        /// Whether the thread's stack was full.
        package var isStackOverflow: Bool

        /// The thread's name.
        package var thread: String?

        /// What called what, the innermost first.
        package var frames: [Frame]

        /// One frame, as far as it is known.
        package struct Frame: Sendable, Codable, Equatable {
            /// The file with the code, by its last name, and the place in it, such as `0x1139`.
            package var module: String?
            package var offset: String

            package var function: String?

            /// The source file as the compiler was given it, and the line.
            package var file: String?
            package var line: Int?
        }
    }
}

extension RunReport.Crash {
    init(_ record: CrashRecord, frames: [SymbolicFrames.Frame]) {
        signal = Signal(record.signal).name
        isStackOverflow = record.isStackOverflow
        cause =
            isStackOverflow
            ? "the stack overflowed" : SignalCause.words(for: record.signal, code: record.code)
        address =
            record.code > 0 && record.signal != SIGABRT ? Self.hexadecimal(record.address) : nil
        thread =
            record.threadName.isEmpty ? nil : record.threadName.neutralised(byteLimit: 64)
        self.frames = frames.prefix(CrashRecord.frameLimit).map { Frame($0, in: record) }
    }

    fileprivate static func hexadecimal(_ number: UInt64) -> String {
        "0x" + String(number, radix: 16)
    }
}

extension RunReport.Crash.Frame {
    /// Longer names are cut.
    private static let nameByteLimit = 512

    fileprivate init(_ frame: SymbolicFrames.Frame, in record: CrashRecord) {
        let found = record.module(at: frame.address)
        module = found.map {
            let name = $0.path.split(separator: "/").last ?? ""
            return String(name).neutralised(byteLimit: Self.nameByteLimit)
        }
        offset = RunReport.Crash.hexadecimal(frame.address - (found?.begin ?? 0))
        function = Self.text(frame.function)
        file = Self.text(frame.file)
        line = frame.line > 0 ? Int(frame.line) : nil
    }

    private static func text(_ text: String) -> String? {
        text.isEmpty ? nil : text.neutralised(byteLimit: nameByteLimit)
    }
}
