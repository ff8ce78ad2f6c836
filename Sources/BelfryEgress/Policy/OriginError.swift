// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// A string in a list of origins that is no origin, why, and what to write instead.
package struct OriginError: Error, Equatable, CustomStringConvertible {
    /// The manifest's key for origins.
    package static let manifestPlace = "BFExtension.Network"

    /// Where the list is, such as `BFExtension.Network` or `--allow-network`.
    package private(set) var place = Self.manifestPlace

    /// The string as it is written there.
    package let text: String

    /// What is wrong with it.
    package let problem: String

    /// What to do about it.
    package let remedy: String

    init(_ text: String, _ problem: String, remedy: String) {
        self.text = text
        self.problem = problem
        self.remedy = remedy
    }

    /// The same, found elsewhere.
    func found(in place: String) -> OriginError {
        var copy = self
        copy.place = place
        return copy
    }

    /// One line: place, string with what does not show escaped, problem and way out.
    package var description: String {
        "\(place): \"\(text.neutralised(byteLimit: 128))\": \(problem); \(remedy)"
    }
}
