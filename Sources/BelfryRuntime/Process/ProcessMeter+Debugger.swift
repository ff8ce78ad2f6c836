// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc

extension ProcessMeter {
    /// Whether a debugger is attached to all its threads (`TracerPid`).
    ///
    /// A debugger takes them one after another, and one that it has not yet would run past breakpoints.
    var isTraced: Bool {
        let folder = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return !threads.isEmpty && threads.allSatisfy { Self.isTraced("\(folder)/\($0)/status") }
    }

    private static func isTraced(_ status: String) -> Bool {
        let text = try? Descriptor.open(status, O_RDONLY).readAll(limit: fileByteCount)
        return text.flatMap { ProcessFile.number(after: "TracerPid:", in: $0) } ?? 0 > 0
    }
}
