// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The memory that the kernel counts for a process, as a budget counts it.
enum Footprint {
    /// RssAnon, RssShmem and VmSwap of this process; 0 where the kernel does not say.
    static var byteCount: Int {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
            return 0
        }
        return status.split(separator: "\n").reduce(0) { sum, line in
            let parts = line.split { $0 == ":" || $0 == " " || $0 == "\t" }
            guard parts.count > 1, counted.contains(String(parts[0])) else { return sum }
            return sum + (Int(parts[1]) ?? 0) * 1024
        }
    }

    private static let counted: Set<String> = ["RssAnon", "RssShmem", "VmSwap"]
}
