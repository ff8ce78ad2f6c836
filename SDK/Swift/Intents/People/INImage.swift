// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A picture for a person or a group, which is not looked at until it is needed.
// Unchecked only because the class is open, as Apple's is: its stored property is a constant.
open class INImage: NSObject, NSCopying, @unchecked Sendable {
    /// Where the picture is.
    enum Source: Sendable, Equatable {
        case data(Data)
        case resource(String)
        case symbol(String)
        case url(URL)
    }

    let source: Source

    private init(_ source: Source) {
        self.source = source
        super.init()
    }

    /// Takes a picture file's bytes.
    public convenience init(imageData: Data) {
        self.init(.data(imageData))
    }

    /// Names a resource of the extension's bundle.
    ///
    /// - Note: Without effect: the name is noted, and the report has no picture.
    public convenience init(named name: String) {
        self.init(.resource(name))
    }

    /// Names a place that the picture is at.
    ///
    /// - Note: Without effect: the place is noted, and nothing fetched.
    public convenience init?(url: URL) {
        self.init(.url(url))
    }

    /// Names a place that the picture is at, and its size.
    ///
    /// - Note: Without effect: the place is noted, and nothing fetched.
    public convenience init?(url: URL, width: Double, height: Double) {
        self.init(.url(url))
    }

    /// Names a symbol of Apple's.
    ///
    /// - Note: Without effect: the name is noted, and the report has no picture.
    public class func systemImageNamed(_ systemImageName: String) -> INImage {
        INImage(.symbol(systemImageName))
    }

    /// Returns the image.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both are from the same place.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? INImage)?.source == source
    }

    /// A number that equal images share.
    open override var hash: Int { "\(source)".hashValue }
}
