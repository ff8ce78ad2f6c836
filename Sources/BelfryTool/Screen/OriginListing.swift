// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Where an extension's `Info.plist` lists origins, and whether `--learn` lets it reach others.
struct OriginListing: Sendable {
    /// What the `Info.plist` has already of the path to an origin.
    enum Place: Sendable {
        /// Nobody has looked.
        case unknown
        /// Neither of the two keys.
        case top
        /// `BFExtension`, without `Network`.
        case dictionary
        /// `BFExtension.Network`.
        case array
    }

    var place = Place.unknown
    var isLearning = false

    /// A listing in a file that is not at hand.
    init() {}

    /// Looks where a manifest lists origins.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - isLearning: Whether the run has `--learn`.
    init(_ manifest: Manifest, isLearning: Bool) {
        self.isLearning = isLearning
        if manifest.network != nil {
            place = .array
        } else {
            place = manifest.hasOwnKeys ? .dictionary : .top
        }
    }

    /// What is to be done with ``lines(listing:)``.
    var instruction: String {
        switch place {
        case .unknown: "To allow it, add to Info.plist, or to the BFExtension that is there:"
        case .top: "To allow it, add to Info.plist:"
        case .dictionary: "To allow it, add inside the <dict> of the key BFExtension in Info.plist:"
        case .array:
            "To allow it, add inside the <array> of the key Network of BFExtension in Info.plist:"
        }
    }

    /// The lines of an `Info.plist` that list origins, without those that are there.
    func lines(listing origins: some Sequence<String>) -> [String] {
        let strings = origins.map { "<string>\($0)</string>" }
        guard place != .array else { return strings }
        let array =
            ["<key>Network</key>", "<array>"] + strings.map { "    " + $0 } + ["</array>"]
        guard place != .dictionary else { return array }
        return ["<key>BFExtension</key>", "<dict>"] + array.map { "    " + $0 } + ["</dict>"]
    }
}
