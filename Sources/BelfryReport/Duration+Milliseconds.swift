// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Duration {
    /// The duration in milliseconds, for reports.
    package var milliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1000 + Double(attoseconds) / 1e15
    }
}
