// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc

/// The machine that something was measured on.
struct Machine: Sendable, Codable {
    let processor: String
    let coreCount: Int
    let memoryByteCount: UInt64
    let kernel: String

    /// Processes that ran or wanted to, over the last minute, when the measuring began.
    let loadAverage: Double

    /// Reads what the kernel says.
    static func read() -> Machine {
        var load = 0.0
        unsafe _ = getloadavg(&load, 1)
        return Machine(
            processor: processorName ?? "unknown processor",
            coreCount: ProcessInfo.processInfo.activeProcessorCount,
            memoryByteCount: ProcessInfo.processInfo.physicalMemory,
            kernel: text(of: "/proc/sys/kernel/osrelease")?.trimmingCharacters(
                in: .whitespacesAndNewlines
            )
                ?? "unknown kernel",
            loadAverage: (load * 100).rounded() / 100
        )
    }

    private static var processorName: String? {
        let line = text(of: "/proc/cpuinfo")?.split(separator: "\n").first {
            $0.hasPrefix("model name")
        }
        return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    }

    private static func text(of path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }
}
