// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Intents
internal import Testing
internal import UserNotifications

@Suite struct CommunicationTests {
    private func person(_ name: String, image: INImage? = nil, isMe: Bool = false) -> INPerson {
        INPerson(
            personHandle: INPersonHandle(value: "\(name)@example.com", type: .emailAddress),
            nameComponents: nil,
            displayName: name,
            image: image,
            contactIdentifier: nil,
            customIdentifier: "id-\(name)",
            isMe: isMe
        )
    }

    private func message(from sender: INPerson?, group: String? = nil) -> INSendMessageIntent {
        INSendMessageIntent(
            recipients: [person("Grace", isMe: true)],
            outgoingMessageType: .outgoingMessageText,
            content: "Hello",
            speakableGroupName: group.map { INSpeakableString(spokenPhrase: $0) },
            conversationIdentifier: "conversation-1",
            serviceName: nil,
            sender: sender,
            attachments: nil
        )
    }

    private func document(
        _ intent: any UNNotificationContentProviding
    ) throws -> [String: Any] {
        let content = UNMutableNotificationContent()
        content.title = "Title"
        let updated = try content.updating(from: intent)
        #expect(updated.title == "Title" && content.communication == nil)
        let copy = try #require(updated.mutableCopy() as? UNMutableNotificationContent)
        let text = try #require(copy.communication)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(object as? [String: Any])
    }

    @Test func `a message says who sent it, to whom and where`() async throws {
        let avatar = INImage(imageData: Data(repeating: 1, count: 1000))
        let intent = message(from: person("Ada", image: avatar), group: "Engines")
        let interaction = INInteraction(intent: intent, response: nil)
        #expect(interaction.direction == .outgoing)
        interaction.direction = .incoming
        try await interaction.donate()
        let document = try document(intent)
        #expect(document["kind"] as? String == "message")
        let sender = document["sender"] as? [String: Any]
        #expect(sender?["name"] as? String == "Ada")
        #expect(sender?["handle"] as? String == "Ada@example.com")
        #expect(sender?["handleKind"] as? String == "emailAddress")
        #expect(sender?["identifier"] as? String == "id-Ada")
        let recipients = document["recipients"] as? [[String: Any]]
        #expect(recipients?.first?["isMe"] as? Bool == true)
        #expect(document["groupName"] as? String == "Engines")
        #expect(document["conversationIdentifier"] as? String == "conversation-1")
        #expect(document["direction"] as? String == "incoming")
        let picture = document["avatar"] as? [String: Any]
        #expect(picture?["kind"] as? String == "data" && picture?["byteCount"] as? Int == 1000)
    }

    @Test func `a message says how many get it, and what it is to the user`() throws {
        let intent = message(from: person("Ada"))
        // Those that it names count where nothing else is said.
        var document = try document(intent)
        #expect(document["recipientCount"] as? Int == 1)
        for name in ["mentionsCurrentUser", "isReplyToCurrentUser", "notifyRecipientAnyway"] {
            #expect(document[name] == nil)
        }
        let metadata = INSendMessageIntentDonationMetadata()
        metadata.recipientCount = 250
        metadata.mentionsCurrentUser = true
        metadata.notifyRecipientAnyway = true
        intent.donationMetadata = metadata
        document = try self.document(intent)
        #expect(document["recipientCount"] as? Int == 250)
        #expect(document["mentionsCurrentUser"] as? Bool == true)
        #expect(document["isReplyToCurrentUser"] as? Bool == false)
        #expect(document["notifyRecipientAnyway"] as? Bool == true)
        metadata.isReplyToCurrentUser = true
        #expect(try self.document(intent)["isReplyToCurrentUser"] as? Bool == true)
        let direct = INSendMessageIntent(
            recipients: nil,
            content: nil,
            groupName: nil,
            serviceName: nil,
            sender: person("Ada")
        )
        #expect(try self.document(direct)["recipientCount"] == nil)
    }

    @Test func `a styled text comes with who sent it, without its styles`() throws {
        let context = UNNotificationAttributedMessageContext(
            sendMessageIntent: message(from: person("Ada")),
            attributedContent: NSAttributedString(string: "Hello, Grace")
        )
        let updated = try UNMutableNotificationContent().updating(from: context)
        #expect(updated.body == "Hello, Grace")
        let sender = try document(context)["sender"] as? [String: Any]
        #expect(sender?["name"] as? String == "Ada")
    }

    @Test func `an image set by key path goes before the person's own`() throws {
        let intent = message(from: person("Ada"), group: "Engines")
        intent.setImage(INImage(named: "sender"), forParameterNamed: \.sender)
        var avatar = try document(intent)["avatar"] as? [String: Any]
        #expect(avatar?["name"] as? String == "sender")
        intent.setImage(INImage(named: "group"), forParameterNamed: \.speakableGroupName)
        avatar = try document(intent)["avatar"] as? [String: Any]
        #expect(avatar?["name"] as? String == "group")
    }

    @Test func `a call says who calls`() throws {
        let record = INCallRecord(
            identifier: "call-1",
            dateCreated: Date(timeIntervalSince1970: 0),
            caller: person("Ada"),
            callRecordType: .ringing,
            callCapability: .videoCall,
            callDuration: 0,
            unseen: false,
            numberOfCalls: 1
        )
        let intent = INStartCallIntent(
            callRecordFilter: nil,
            callRecordToCallBack: record,
            audioRoute: .unknown,
            destinationType: .normal,
            contacts: nil,
            callCapability: .videoCall
        )
        let document = try document(intent)
        #expect(document["kind"] as? String == "call")
        #expect(document["callCapability"] as? String == "videoCall")
        #expect((document["sender"] as? [String: Any])?["name"] as? String == "Ada")
    }

    @Test func `a message from nobody is refused, and an object that is no intent`() {
        let content = UNMutableNotificationContent()
        func code(_ provider: any UNNotificationContentProviding) -> Int? {
            let outcome = Result { try content.updating(from: provider) }
            guard case .failure(let error as NSError) = outcome else { return nil }
            return error.domain == UNErrorDomain ? error.code : nil
        }
        #expect(code(message(from: nil)) == UNError.Code.contentProvidingInvalid.rawValue)
        final class Own: NSObject, UNNotificationContentProviding {}
        #expect(code(Own()) == UNError.Code.contentProvidingObjectNotAllowed.rawValue)
    }

    @Test func `a donation is answered on another thread`() async {
        let interaction = INInteraction(intent: message(from: person("Ada")), response: nil)
        interaction.groupIdentifier = "group"
        let error = await withCheckedContinuation { continuation in
            interaction.donate { continuation.resume(returning: $0 as NSError?) }
        }
        #expect(error == nil && interaction.groupIdentifier == "group")
        await withCheckedContinuation { continuation in
            INInteraction.delete(with: ["a"]) { _ in continuation.resume() }
        }
    }

    @Test func `long names are cut and old initialisers still work`() throws {
        let intent = INSendMessageIntent(
            recipients: nil,
            content: nil,
            groupName: "Group",
            serviceName: nil,
            sender: person(String(repeating: "a", count: 10_000))
        )
        #expect(intent.speakableGroupName?.spokenPhrase == "Group")
        let sender = try document(intent)["sender"] as? [String: Any]
        #expect((sender?["name"] as? String)?.count == 256)
    }
}
