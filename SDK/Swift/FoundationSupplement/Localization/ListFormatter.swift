// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Writes a list, such as `a, b, and c`.
///
/// Foundation on Linux has the words, as `ListFormatStyle`, and not this class.
open class ListFormatter: Formatter {
    /// The language.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var locale: Locale! = .current
    /// What writes the items that are not texts.
    open var itemFormatter: Formatter?

    /// Writes a list in the user's language.
    open class func localizedString(byJoining strings: [String]) -> String {
        ListFormatter().joined(strings)
    }

    /// Writes a list; nil where one of the items cannot be written.
    open func string(from items: [Any]) -> String? {
        var texts: [String] = []
        for item in items {
            guard let text = itemFormatter?.string(for: item) ?? (item as? String) else {
                return nil
            }
            texts.append(text)
        }
        return joined(texts)
    }

    /// Writes an array as a list; nil for an object of another class.
    open override func string(for obj: Any?) -> String? { (obj as? [Any]).flatMap(string) }

    private func joined(_ texts: [String]) -> String {
        texts.formatted(.list(type: .and, width: .standard).locale(locale ?? .current))
    }
}
