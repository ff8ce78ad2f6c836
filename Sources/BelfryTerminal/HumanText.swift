// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Quantities for people to read at a glance; reports for machines have them in full.
package enum HumanText {
    /// A time such as `45.3 ms` or `30 s`.
    package static func milliseconds(_ value: Double) -> String {
        value < 1000 ? "\(tenths(value)) ms" : "\(tenths(value / 1000)) s"
    }

    /// A size such as `812 bytes`, `5.9 KB` or `24 MB`, in units of 1024.
    package static func size(_ byteCount: Int) -> String {
        let kilobytes = Double(byteCount) / 1024
        if byteCount < 1024 { return "\(byteCount) bytes" }
        return kilobytes < 1024 ? "\(tenths(kilobytes)) KB" : "\(tenths(kilobytes / 1024)) MB"
    }

    /// One digit after the point, and none where it would be 0.
    private static func tenths(_ value: Double) -> String {
        let rounded = (value * 10).rounded() / 10
        return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
    }
}
