// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A place in a line that a tabulator leads to.
///
/// - Note: Without effect: the host shows a tabulator as it shows spaces.
/// - SeeAlso: https://developer.apple.com/documentation/uikit/nstexttab
open class NSTextTab: NSObject, @unchecked Sendable {
    // Unchecked only because the class is open, as Apple's is: nothing of it changes.

    /// What an option is.
    public struct OptionKey: RawRepresentable, Hashable, Sendable {
        /// Its name.
        public let rawValue: String

        /// An option by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The characters that end a column.
        public static let columnTerminators = OptionKey(
            rawValue: "NSTabColumnTerminatorsAttributeName"
        )
    }

    /// How the text stands at the place.
    ///
    /// - Note: Without effect: the host shows a tabulator as it shows spaces.
    public let alignment: NSTextAlignment
    /// How far the place is from the side.
    ///
    /// - Note: Without effect: the host shows a tabulator as it shows spaces.
    public let location: CGFloat

    /// Creates a place.
    ///
    /// - Note: Options are without effect.
    public init(
        textAlignment alignment: NSTextAlignment,
        location loc: CGFloat,
        options: [OptionKey: Any] = [:]
    ) {
        self.alignment = alignment
        location = loc
        super.init()
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSTextTab else { return false }
        return other.alignment == alignment && other.location == location
    }

    open override var hash: Int { location.hashValue }
}
