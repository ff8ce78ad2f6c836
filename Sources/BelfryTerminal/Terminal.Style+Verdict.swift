// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport

extension Terminal.Style {
    /// The colour of a verdict.
    package static func verdict(_ verdict: Verdict.Kind) -> Terminal.Style {
        switch verdict {
        case .delivered: .green
        case .dropped, .notCalled: .yellow
        case .fallback, .rejected: .red
        }
    }
}
