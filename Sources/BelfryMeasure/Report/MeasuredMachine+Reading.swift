// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot
internal import Foundation
internal import Glibc

extension MeasuredMachine {
    /// Reads what the kernel says of this machine (man 5 proc, man 3 getloadavg).
    package static func read() -> MeasuredMachine {
        var load = 0.0
        unsafe _ = getloadavg(&load, 1)
        let release = text(of: "/proc/sys/kernel/osrelease")
        return MeasuredMachine(
            processor: processorName ?? "unknown processor",
            coreCount: ProcessInfo.processInfo.activeProcessorCount,
            memoryByteCount: ProcessInfo.processInfo.physicalMemory,
            kernel: release?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "unknown kernel",
            loadAverage: (load * 100).rounded() / 100
        )
    }

    /// What others' work means for what is measured; nil when there is little of it.
    package var busyness: String? {
        guard loadAverage > Double(coreCount) / 2 else { return nil }
        return "the machine was busy at the start (load average \(loadAverage) on "
            + "\(MeasuredText.count(coreCount, "core"))): times are larger and differ more than on "
            + "an idle one"
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
