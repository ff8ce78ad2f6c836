// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

/// A place to copy to, of the process's own: nothing outside sees it.
// Unchecked only because the class is open, as Apple's is: what can change is under its lock.
open class UIPasteboard: NSObject, @unchecked Sendable {
    /// The one that all share.
    public static let general = UIPasteboard()

    private struct Items: Sendable {
        var strings: [String] = []
        var urls: [URL] = []
        var images: [UIImage] = []
    }

    private let items = Mutex(Items())

    /// The first text.
    open var string: String? {
        get { strings?.first }
        set { strings = newValue.map { [$0] } }
    }

    /// The texts; nil for none.
    open var strings: [String]? {
        get { items.withLock { $0.strings.isEmpty ? nil : $0.strings } }
        set { items.withLock { $0 = Items(strings: newValue ?? []) } }
    }

    /// The first URL.
    open var url: URL? {
        get { items.withLock { $0.urls.first } }
        set { items.withLock { $0 = Items(urls: newValue.map { [$0] } ?? []) } }
    }

    /// The first image.
    open var image: UIImage? {
        get { items.withLock { $0.images.first } }
        set { items.withLock { $0 = Items(images: newValue.map { [$0] } ?? []) } }
    }

    /// What may be said of how long and where items are kept.
    public enum OptionsKey: String, Sendable {
        /// Until when.
        case expirationDate
        /// On this device alone.
        case localOnly
    }

    /// Takes the texts among items, which are by their types.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - options: Without effect: what is kept here is this process's, and ends with it.
    open func setItems(_ items: [[String: Any]], options: [OptionsKey: Any] = [:]) {
        strings = items.compactMap { item in
            Self.textTypes.lazy.compactMap { item[$0] as? String }.first
        }
    }

    /// Takes a value of a type, of which texts are kept.
    open func setValue(_ value: Any, forPasteboardType type: String) {
        setItems([[type: value]])
    }

    private static let textTypes = ["public.utf8-plain-text", "public.plain-text", "public.text"]

    /// Whether there is a text.
    open var hasStrings: Bool { string != nil }
    /// Whether there is a URL.
    open var hasURLs: Bool { url != nil }
    /// Whether there is an image.
    open var hasImages: Bool { image != nil }
}
