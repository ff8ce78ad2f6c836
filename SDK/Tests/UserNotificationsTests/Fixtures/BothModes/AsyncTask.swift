// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Written as people write such files, force casts included.
// swift-format-ignore-file

import UserNotifications

struct Offer: Decodable, Sendable {
    let headline: String
    let picture: URL?
}

actor OfferClient {
    func offer(at url: URL) async throws -> Offer {
        let (data, _) = try await URLSession.shared.data(for: URLRequest(url: url))
        return try JSONDecoder().decode(Offer.self, from: data)
    }
}

class NotificationService: UNNotificationServiceExtension {
    let client = OfferClient()

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        guard let best = (request.content.mutableCopy() as? UNMutableNotificationContent),
            let url = (best.userInfo["offer"] as? String).flatMap(URL.init(string:))
        else {
            contentHandler(request.content)
            return
        }
        let client = self.client
        Task {
            do {
                let offer = try await client.offer(at: url)
                best.body = offer.headline
                if let picture = offer.picture {
                    let (file, _) = try await URLSession.shared.download(from: picture)
                    let options = [UNNotificationAttachmentOptionsTypeHintKey: "public.jpeg"]
                    best.attachments.append(
                        try UNNotificationAttachment(identifier: "", url: file, options: options)
                    )
                }
            } catch let error as UNError where error.code == .attachmentCorrupt {
                best.subtitle = "picture damaged"
            } catch {
                best.subtitle = error.localizedDescription
            }
            contentHandler(best)
        }
    }
}
