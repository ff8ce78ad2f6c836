// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Glibc
import Testing

/// What lies in memory, and what does not.
@Suite struct FileSystemKindTests {
    @Test func `a tmpfs is memory, proc is not, and a missing path has no kind`() throws {
        let mounts = try Descriptor.open("/proc/self/mounts", O_RDONLY).readAll(limit: 1 << 20)
        let lines = String(decoding: mounts, as: UTF8.self).split(separator: "\n")
        let memory = lines.map { $0.split(separator: " ") }
            .filter { $0.count > 2 && $0[2] == "tmpfs" }
        for fields in memory where unsafe access(String(fields[1]), X_OK) == 0 {
            // Another file system may be mounted over it.
            guard lines.count(where: { $0.contains(" \(fields[1]) ") }) == 1 else { continue }
            #expect(FileSystemKind(at: String(fields[1]))?.isMemory == true, "\(fields[1])")
        }
        #expect(FileSystemKind(at: "/proc")?.isMemory == false)
        #expect(FileSystemKind(at: "/proc/nothing") == nil)
    }
}
