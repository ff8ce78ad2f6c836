// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A media file that is shown with a notification.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants and
// themselves Sendable.
open class UNNotificationAttachment: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The identifier of the attachment, unique within its content.
    public let identifier: String
    /// Where the file is.
    public let url: URL
    /// The type identifier of the file, such as `public.png`.
    public let type: String
    /// What was asked for beyond the file itself.
    let options: AttachmentOptions

    /// Whether the class stands up to archives that were tampered with.
    open class var supportsSecureCoding: Bool { true }

    /// Creates an attachment of a file, which must lie in the extension's own container.
    ///
    /// The file stays where it is until the content is handed over; then the host moves it away.
    ///
    /// - Parameters:
    ///   - identifier: The identifier; a unique one is made when it is empty.
    ///   - url: Where the file is; a readable, regular, local file.
    ///   - options: Values for `UNNotificationAttachmentOptionsTypeHintKey` and its like.
    /// - Throws: An `NSError` of `UNErrorDomain`, which casts to `UNError`.
    public init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
        let options = AttachmentOptions(options)
        let file = try AttachmentFile(at: url, typeHint: options.typeHint)
        self.identifier = identifier.isEmpty ? UUID().uuidString : identifier
        self.url = file.url
        self.type = file.type.rawValue
        self.options = options
        super.init()
    }

    /// Reads the attachment from an archive; its file is not looked at.
    public required convenience init?(coder: NSCoder) {
        guard let document = Document(coder: coder) else { return nil }
        self.init(document: document)
    }

    /// Reads the attachment from its document; its file is not looked at.
    init?(document: Document) {
        guard let identifier = document.text("identifier"), let path = document.text("path") else {
            return nil
        }
        self.identifier = identifier
        url = URL(fileURLWithPath: path)
        type = document.text("type") ?? ""
        options = AttachmentOptions(document: document)
        super.init()
    }

    /// The attachment as it travels.
    var document: Document {
        var document = options.document
        document.members["identifier"] = identifier
        document.members["path"] = url.path
        document.members["type"] = type
        return document
    }

    /// Writes the attachment to an archive.
    open func encode(with coder: NSCoder) {
        document.encode(with: coder)
    }

    /// Returns this attachment, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Whether the other object is an attachment of the same file, identifier and options.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAttachment else { return false }
        return identifier == other.identifier && url == other.url && type == other.type
            && options == other.options
    }

    /// A number that equal attachments share.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(identifier)
        hasher.combine(url)
        return hasher.finalize()
    }

    /// The class, the identifier, the file and its type.
    open override var description: String {
        "<\(Swift.type(of: self)): identifier: \(identifier), url: \(url), type: \(type)>"
    }
}
