// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDesktop
internal import BelfryModel

/// One notification of each kind, to see what a desktop's server makes of it.
enum DesktopSample: String, CaseIterable {
    case text, characters, picture, buttons, answer, sound, quiet, critical, update

    /// Shows all of them.
    ///
    /// - Parameters:
    ///   - outlet: Where.
    ///   - server: What the server there can do.
    /// - Returns: What became of each.
    static func showAll(
        on outlet: DesktopOutlet,
        _ server: DesktopServer
    ) async -> [JSONObject] {
        var documents: [JSONObject] = []
        for sample in allCases {
            var object: JSONObject = [
                "name": .string(sample.rawValue), "expected": .string(sample.expectation),
            ]
            if let missing = sample.capability, !server.has(missing) {
                object["missing"] = .string(missing.rawValue)
            } else {
                do {
                    var number = try await outlet.showSample(sample.notification)
                    if sample == .update {
                        var update = sample.notification
                        update.title = "Update: done"
                        number = try await outlet.showSample(update, replacing: number)
                    }
                    object["number"] = .number(JSONNumber(Int(number)))
                } catch {
                    object["problem"] = .string("\(error)")
                }
            }
            documents.append(object)
        }
        return documents
    }

    /// What the server needs for it; nil for nothing.
    private var capability: DesktopServer.Capability? {
        switch self {
        case .buttons: .actions
        case .answer: .inlineReply
        case .sound: .sound
        default: nil
        }
    }

    /// What there is to see.
    private var expectation: String {
        switch self {
        case .text: "a title, a second line and a text"
        case .characters: "<b> and & as they are, nothing bold"
        case .picture: "a square from red to blue"
        case .buttons: "two buttons: Accept and Decline"
        case .answer: "a field to write an answer into"
        case .sound: "the sound of a new message"
        case .quiet: "no pop-up, where the server knows quiet ones"
        case .critical: "it stays until it is put away"
        case .update: "one notification: Update: done"
        }
    }

    private var notification: DesktopNotification {
        typealias Action = DesktopNotification.Action
        var notification = DesktopNotification(
            app: "Belfry",
            title: title,
            body: "A sample of belfry desktop test."
        )
        switch self {
        case .text: notification.subtitle = "The second line"
        case .characters: notification.body = "<b>Not bold</b> & \"as it is\""
        case .picture: notification.picture = Self.square
        case .buttons:
            notification.actions = [
                Action(identifier: "accept", title: "Accept"),
                Action(identifier: "decline", title: "Decline"),
            ]
        case .answer:
            notification.reply = DesktopNotification.Reply(
                title: "Reply",
                placeholder: "Enter an answer…",
                button: "Send"
            )
        case .sound: notification.sound = .themed("message-new-instant")
        case .quiet: notification.urgency = .low
        case .critical: notification.urgency = .critical
        case .update: break
        }
        return notification
    }

    private var title: String {
        switch self {
        case .text: "Text"
        case .characters: "Characters <&>"
        case .picture: "Picture"
        case .buttons: "Buttons"
        case .answer: "Answer"
        case .sound: "Sound"
        case .quiet: "Quiet"
        case .critical: "Critical"
        case .update: "Update: to be replaced"
        }
    }

    /// A square of 64 pixels from red at the left to blue at the right.
    private static var square: DesktopPicture? {
        let side = 64
        let row = (0..<side).flatMap { column -> [UInt8] in
            let blue = UInt8(column * 255 / (side - 1))
            return [255 - blue, 0, blue, 255]
        }
        let pixels = Array(repeatElement(row, count: side).joined())
        return DesktopPicture(width: side, height: side, pixels: pixels)
    }
}
