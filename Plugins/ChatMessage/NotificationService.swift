// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Intents
import UserNotifications

class NotificationService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
        guard let bestAttemptContent = bestAttemptContent,
            let sender = bestAttemptContent.userInfo["sender"] as? [String: Any],
            let name = sender["name"] as? String,
            let handle = sender["handle"] as? String
        else { return contentHandler(request.content) }

        let avatar = Bundle.main.url(forResource: "monkey", withExtension: "png")
            .flatMap { try? Data(contentsOf: $0) }
            .map { INImage(imageData: $0) }
        let person = INPerson(
            personHandle: INPersonHandle(value: handle, type: .unknown),
            nameComponents: nil,
            displayName: name,
            image: avatar,
            contactIdentifier: nil,
            customIdentifier: handle
        )
        let intent = INSendMessageIntent(
            recipients: nil,
            outgoingMessageType: .outgoingMessageText,
            content: bestAttemptContent.body,
            speakableGroupName: INSpeakableString(spokenPhrase: "Monkey house"),
            conversationIdentifier: bestAttemptContent.threadIdentifier,
            serviceName: nil,
            sender: person,
            attachments: nil
        )
        let interaction = INInteraction(intent: intent, response: nil)
        interaction.direction = .incoming
        interaction.donate { error in
            if let error = error { print("not donated: \(error.localizedDescription)") }
            do {
                contentHandler(try request.content.updating(from: intent))
            } catch {
                contentHandler(bestAttemptContent)
            }
        }
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }
}
