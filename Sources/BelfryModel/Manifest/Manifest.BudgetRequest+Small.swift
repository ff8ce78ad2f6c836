// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Manifest.BudgetRequest {
    /// A limit so small that its unit was probably mistaken.
    package struct SmallLimit: Equatable, Sendable {
        /// The budget's key, such as `memory`.
        package let name: String

        /// Its value as it is written, such as `12KB`.
        package let value: String

        /// What a budget of its kind has at least, such as `1MB`.
        package let least: String
    }

    /// The limits that no extension is known to run in: times below 10 ms, sizes below 1 MB.
    ///
    /// An answer's text and the bytes over the network are small by nature: those below 1 KB count.
    package var smallLimits: [SmallLimit] {
        let times = [("wall", wall), ("start", start), ("cpu", cpu)].compactMap { name, value in
            value.flatMap { Self.note(name, $0) }
        }
        let sizes = [
            ("memory", memory, 1 << 20), ("output", output, 1024), ("network", network, 1024),
        ]
        return times
            + sizes.compactMap { name, value, least in
                value.flatMap { Self.note(name, $0, least: least) }
            }
    }

    private static func note(_ name: String, _ value: Duration) -> SmallLimit? {
        guard value < .milliseconds(10) else { return nil }
        return SmallLimit(name: name, value: Quantity.format(value), least: "10ms")
    }

    private static func note(_ name: String, _ value: Int, least: Int) -> SmallLimit? {
        guard value < least else { return nil }
        return SmallLimit(
            name: name,
            value: Quantity.format(byteCount: value),
            least: Quantity.format(byteCount: least)
        )
    }
}
