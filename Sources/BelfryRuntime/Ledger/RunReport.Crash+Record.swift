// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryWire
internal import Glibc

extension RunReport.Crash {
    init(_ record: CrashRecord, frames: [SymbolicFrames.Frame]) {
        let hasAddress = record.code > 0 && record.signal != SIGABRT
        self.init(
            signal: Signal(record.signal).name,
            cause: record.isStackOverflow
                ? "the stack overflowed" : SignalCause.words(for: record.signal, code: record.code),
            address: hasAddress ? Self.hexadecimal(record.address) : nil,
            isStackOverflow: record.isStackOverflow,
            thread: record.threadName.isEmpty
                ? nil : record.threadName.neutralised(byteLimit: 64),
            frames: frames.prefix(CrashRecord.frameLimit).map { Frame($0, in: record) }
        )
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
        let module = found.map {
            let name = $0.path.split(separator: "/").last ?? ""
            return String(name).neutralised(byteLimit: Self.nameByteLimit)
        }
        self.init(
            module: module,
            offset: RunReport.Crash.hexadecimal(frame.address - (found?.begin ?? 0)),
            function: Self.text(frame.function),
            file: Self.text(frame.file),
            line: frame.line > 0 ? Int(frame.line) : nil
        )
    }

    private static func text(_ text: String) -> String? {
        text.isEmpty ? nil : text.neutralised(byteLimit: nameByteLimit)
    }
}
