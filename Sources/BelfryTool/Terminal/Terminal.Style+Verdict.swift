// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Terminal.Style {
    /// The colour of a verdict's word.
    static func verdict(_ word: String) -> Terminal.Style {
        switch word {
        case "delivered": .green
        case "dropped", "notCalled": .yellow
        default: .red
        }
    }
}
