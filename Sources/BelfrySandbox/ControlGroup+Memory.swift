// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ControlGroup {
    /// Memory that the kernel holds for the group and those below it, in bytes; nil where it does not say.
    ///
    /// `kernel` (Linux 5.18) has stacks, page tables and slabs; `sock` has socket buffers (Linux,
    /// cgroup-v2.rst, memory.stat).
    package var kernelByteCount: UInt64? {
        let values = Self.memoryStatistics(in: path)
        guard let kernel = values["kernel"] else { return nil }
        let (sum, overflow) = kernel.addingReportingOverflow(values["sock"] ?? 0)
        return overflow ? .max : sum
    }

    /// The numbers of a group's `memory.stat` by their names; none where it cannot be read.
    static func memoryStatistics(in path: String) -> [Substring: UInt64] {
        guard let text = read(path + "/memory.stat") else { return [:] }
        var values: [Substring: UInt64] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            if fields.count == 2 { values[fields[0]] = UInt64(fields[1]) }
        }
        return values
    }
}
