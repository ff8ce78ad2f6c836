// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Intents
import UIKit
import UserNotifications

/// Shows a message as one from a person, with the thumbnail of a picture it brings along.
class NotificationService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent,
            let photograph = UIImage(named: "photograph")
        else { return contentHandler(request.content) }
        content.body = "\(Int(photograph.size.width))x\(Int(photograph.size.height))"
        let size = CGSize(width: 400, height: 300)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("thumbnail.jpg")
        if let thumbnail = photograph.preparingThumbnail(of: size)?.jpegData(
            compressionQuality: 0.8
        ),
            (try? thumbnail.write(to: file)) != nil,
            let attachment = try? UNNotificationAttachment(identifier: "photo", url: file)
        {
            content.attachments = [attachment]
        }
        let avatar = photograph.preparingThumbnail(of: CGSize(width: 80, height: 60))
        let sender = INPerson(
            personHandle: INPersonHandle(value: "ada@example.com", type: .emailAddress),
            nameComponents: nil,
            displayName: "Ada",
            image: avatar?.pngData().map { INImage(imageData: $0) },
            contactIdentifier: nil,
            customIdentifier: nil
        )
        let intent = INSendMessageIntent(
            recipients: nil,
            outgoingMessageType: .outgoingMessageText,
            content: content.body,
            speakableGroupName: INSpeakableString(spokenPhrase: "Engines"),
            conversationIdentifier: "conversation-1",
            serviceName: nil,
            sender: sender,
            attachments: nil
        )
        let metadata = INSendMessageIntentDonationMetadata()
        metadata.recipientCount = 12
        metadata.mentionsCurrentUser = true
        intent.donationMetadata = metadata
        let interaction = INInteraction(intent: intent, response: nil)
        interaction.direction = .incoming
        interaction.donate(completion: nil)
        contentHandler((try? content.updating(from: intent)) ?? content)
    }
}
