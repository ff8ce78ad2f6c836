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

    /// Whether there is a text.
    open var hasStrings: Bool { string != nil }
    /// Whether there is a URL.
    open var hasURLs: Bool { url != nil }
    /// Whether there is an image.
    open var hasImages: Bool { image != nil }
}
