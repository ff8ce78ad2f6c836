// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import CBelfry

/// One content as the extension sees it: the original, or a mutable copy with its changes noted.
final class ContentObject {
    /// The request it belongs to.
    let request: UInt64

    /// Whether the extension may change it.
    let isMutable: Bool

    private var texts: [UInt32: StableText] = [:]
    private var integers: [UInt32: Int64] = [:]
    private var reals: [UInt32: Double] = [:]
    private var attachments: [AttachmentRecord] = []
    private var changed: Set<UInt32> = []
    private var hasChangedAttachments = false

    /// Most bytes of text in one content.
    static let textLimit = 64 * 1024

    /// Most attachments of one content.
    static let attachmentLimit = 16

    /// Most bytes of one attachment's texts, so that a whole content fits into a frame.
    static let attachmentTextLimit = 6 * 1024

    /// An original, as it came.
    init(request: UInt64, record: ContentRecord) {
        self.request = request
        isMutable = false
        texts = record.texts.mapValues { StableText($0) }
        integers = record.integers
        reals = record.reals
        attachments = record.attachments ?? []
    }

    /// A mutable copy.
    init(copying other: ContentObject) {
        request = other.request
        isMutable = true
        texts = other.texts
        integers = other.integers
        reals = other.reals
        attachments = other.attachments
        changed = other.changed
        hasChangedAttachments = other.hasChangedAttachments
    }

    /// What differs from the original, for the host.
    var changes: ContentRecord {
        var record = ContentRecord()
        for key in changed {
            if let text = texts[key] {
                record.texts[key] = text.copied
            } else if let value = integers[key] {
                record.integers[key] = value
            } else if let value = reals[key] {
                record.reals[key] = value
            } else {
                record.cleared.append(key)
            }
        }
        if hasChangedAttachments { record.attachments = attachments }
        return record
    }

    func text(_ key: UInt32) -> Result<StableText?, Status> {
        guard ContentKey.texts.contains(key) else { return .failure(.unsupported) }
        return .success(texts[key])
    }

    func integer(_ key: UInt32) -> Result<Int64, Status> {
        guard ContentKey.integers.contains(key) else { return .failure(.unsupported) }
        return integers[key].map { .success($0) } ?? .failure(.notFound)
    }

    func real(_ key: UInt32) -> Result<Double, Status> {
        guard ContentKey.reals.contains(key) else { return .failure(.unsupported) }
        return reals[key].map { .success($0) } ?? .failure(.notFound)
    }

    func set(_ key: UInt32, text: StableText) -> Status {
        guard ContentKey.texts.contains(key) else { return .unsupported }
        let others = texts.reduce(0) { $0 + ($1.key == key ? 0 : $1.value.count) }
        guard others + text.count <= Self.textLimit else { return .limit }
        texts[key] = text
        changed.insert(key)
        return .ok
    }

    func set(_ key: UInt32, integer: Int64) -> Status {
        guard let range = ContentKey.integerRange(of: key) else { return .unsupported }
        guard range.contains(integer) else { return .argument }
        integers[key] = integer
        changed.insert(key)
        return .ok
    }

    func set(_ key: UInt32, real: Double) -> Status {
        guard let range = ContentKey.realRange(of: key) else { return .unsupported }
        guard range.contains(real) else { return .argument }
        reals[key] = real
        changed.insert(key)
        return .ok
    }

    func clear(_ key: UInt32) -> Status {
        guard ContentKey.isKnown(key) else { return .unsupported }
        texts[key] = nil
        integers[key] = nil
        reals[key] = nil
        changed.insert(key)
        return .ok
    }

    func attach(_ attachment: AttachmentRecord) -> Status {
        let texts = [attachment.identifier, attachment.path, attachment.type]
        let byteCount = texts.reduce(0) { $0 + $1.utf8.count }
        guard attachments.count < Self.attachmentLimit, byteCount <= Self.attachmentTextLimit else {
            return .limit
        }
        attachments.append(attachment)
        hasChangedAttachments = true
        return .ok
    }

    func detachAll() -> Status {
        attachments = []
        hasChangedAttachments = true
        return .ok
    }
}
