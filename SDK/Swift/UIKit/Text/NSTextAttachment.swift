// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation

/// A picture in a text.
///
/// - Note: Without effect: the host draws texts without pictures; the picture's character is not seen.
/// - SeeAlso: https://developer.apple.com/documentation/uikit/nstextattachment
open class NSTextAttachment: NSObject, @unchecked Sendable {
    // Unchecked only because the class is open, as Apple's is: it is used by its owner.

    /// The character that stands for a picture.
    public static let character = 0xFFFC

    /// The picture.
    ///
    /// - Note: Without effect: the picture is not seen.
    open var image: UIImage?
    /// How large it is, and where it is by the line.
    ///
    /// - Note: Without effect: the picture is not seen.
    open var bounds: CGRect = .zero
    /// A file's bytes.
    ///
    /// - Note: Without effect: the picture is not seen.
    open var contents: Data?
    /// What type these are of.
    ///
    /// - Note: Without effect: the picture is not seen.
    open var fileType: String?

    /// Takes a file's bytes.
    public init(data contentData: Data?, ofType uti: String?) {
        contents = contentData
        fileType = uti
    }

    /// Nothing yet.
    public override convenience init() {
        self.init(data: nil, ofType: nil)
    }

    /// Takes a picture.
    public convenience init(image: UIImage) {
        self.init(data: nil, ofType: nil)
        self.image = image
    }
}

extension NSAttributedString {
    /// A text of one character, which stands for a picture.
    public convenience init(attachment: NSTextAttachment) {
        self.init(string: "\u{FFFC}", attributes: [.attachment: attachment])
    }
}
