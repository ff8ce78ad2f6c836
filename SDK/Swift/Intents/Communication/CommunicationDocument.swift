// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
internal import Foundation

/// Who speaks to whom, as the host reads it (BF_KEY_COMMUNICATION).
struct CommunicationDocument: Encodable {
    /// A person.
    struct Person: Encodable {
        var name: String
        var handle: String?
        var handleKind: String?
        var identifier: String?
        var isMe: Bool?
    }

    /// A picture: what it is, and where.
    struct Avatar: Encodable {
        var kind: String
        var name: String?
        var url: String?
        var byteCount: Int?
        var width: Int?
        var height: Int?
    }

    var kind: String
    var sender: Person
    var avatar: Avatar?
    var recipients: [Person]?
    var groupName: String?
    var conversationIdentifier: String?
    var serviceName: String?
    var direction: String?
    var recipientCount: Int?
    var mentionsCurrentUser: Bool?
    var isReplyToCurrentUser: Bool?
    var notifyRecipientAnyway: Bool?
    var callCapability: String?

    /// The document as text.
    func encoded() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

extension CommunicationDocument.Person {
    /// Takes what the host is told of a person; long texts are cut.
    init(_ person: INPerson) {
        name = person.displayName.cut
        handle = person.personHandle?.value?.cut
        switch person.personHandle?.type {
        case .emailAddress: handleKind = "emailAddress"
        case .phoneNumber: handleKind = "phoneNumber"
        case .unknown, nil: handleKind = nil
        }
        identifier = (person.customIdentifier ?? person.contactIdentifier)?.cut
        isMe = person.isMe ? true : nil
    }
}

extension CommunicationDocument.Avatar {
    /// Takes what the host is told of a picture: never its bytes.
    init(_ image: INImage) {
        switch image.source {
        case .data(let data):
            kind = "data"
            byteCount = data.count
            let header = PictureHeader(data)
            width = header?.width
            height = header?.height
        case .resource(let name):
            kind = "resource"
            self.name = name.cut
        case .symbol(let name):
            kind = "symbol"
            self.name = name.cut
        case .url(let url):
            kind = "url"
            self.url = url.absoluteString.cut
        }
    }
}

extension String {
    /// The text, cut where no name would be as long.
    var cut: String { String(prefix(256)) }
}
