// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryDesktop
internal import BelfryModel
internal import BelfrySystem
internal import Foundation
internal import Synchronization

/// What the desktop shows of notifications, as the ledger has them at that moment.
final class DesktopContents: Sendable {
    /// What there is of a notification for the desktop.
    enum Content: Sendable {
        case notification(DesktopNotification, isHidden: Bool)

        /// One whose picture has to be decoded.
        case pictured(Pictured)

        /// It is not in the list any more, or was looked at there.
        case gone

        /// A newer one of its identifier has taken its place.
        case superseded
    }

    /// A notification, and the file of its picture.
    struct Pictured: Sendable {
        fileprivate let notification: DesktopNotification
        fileprivate let file: PictureDecoder.File
    }

    /// What of the centre a notification is made of.
    private struct Source: Sendable {
        let entry: LedgerEntry
        let app: CenterApp
        let content: NotificationContent
        let actions: [NotificationAction]

        /// Whether the device hides its texts.
        let isHidden: Bool
    }

    /// What of an app's files its notifications are made of.
    private struct AppFacts {
        let digest: String
        let name: String
        let directory: String?
    }

    private let center: CenterService
    private let apps: AppFolder
    private let pictures: PictureDecoder
    private let facts = Mutex<[String: AppFacts]>([:])

    init(_ center: CenterService, _ apps: AppFolder, attachments: String) {
        self.center = center
        self.apps = apps
        pictures = PictureDecoder(attachments)
    }

    /// What the desktop shows of a notification.
    ///
    /// - Parameters:
    ///   - sequence: The notification.
    ///   - isRedrawn: Whether it is on the screen: it is not heard again then, and may have been looked at.
    /// - Returns: It, or why there is nothing to show.
    /// - Throws: The store's error.
    func content(of sequence: Int, isRedrawn: Bool) async throws -> Content {
        let (source, state) = try await center.perform { turn in
            try Self.source(
                of: sequence,
                in: isRedrawn ? EntryState.delivered : [.presented],
                turn
            )
        }
        guard let source else { return state == .collapsed ? .superseded : .gone }
        var notification = notification(of: source)
        if isRedrawn { notification.sound = .none }
        guard let file = pictures.file(of: source.content) else {
            return .notification(notification, isHidden: source.isHidden)
        }
        return .pictured(Pictured(notification: notification, file: file))
    }

    /// A notification with its picture; without it where that cannot be had in time.
    func notification(of pictured: Pictured) async -> DesktopNotification {
        var notification = pictured.notification
        notification.picture = await pictures.picture(in: pictured.file)
        return notification
    }

    private func notification(of source: Source) -> DesktopNotification {
        let facts = facts(of: source.app)
        let content = source.content
        let written = source.actions.first { $0.textInput != nil }
        return DesktopNotification(
            app: facts.name,
            title: content.title,
            subtitle: content.subtitle,
            body: content.body,
            urgency: source.entry.desktopUrgency,
            actions: source.actions.filter { $0.textInput == nil }.map {
                DesktopNotification.Action(identifier: $0.identifier, title: $0.title)
            },
            reply: written.map {
                DesktopNotification.Reply(
                    title: $0.title,
                    placeholder: $0.textInput?.placeholder ?? "",
                    button: $0.textInput?.buttonTitle ?? ""
                )
            },
            sound: sound(of: source, facts.directory)
        )
    }

    private static func source(
        of sequence: Int,
        in states: Set<EntryState>,
        _ turn: Turn
    ) throws -> (Source?, EntryState?) {
        guard let entry = try turn.transaction.entry(sequence) else { return (nil, nil) }
        guard states.contains(entry.state), let app = try turn.transaction.app(entry.app) else {
            return (nil, entry.state)
        }
        var content = entry.shown
        let isHidden = try turn.hidesTexts(of: app)
        if isHidden {
            let category = try turn.transaction.categories(of: entry.app)
                .category(content.categoryIdentifier)
            content = content.hidingPreview(by: category)
        }
        let actions = try turn.actions(of: entry)
        let source = Source(
            entry: entry,
            app: app,
            content: content,
            actions: actions,
            isHidden: isHidden
        )
        return (source, entry.state)
    }

    private func sound(of source: Source, _ directory: String?) -> DesktopNotification.Sound {
        guard let name = source.entry.detail.presentation?.sound else { return .none }
        switch name {
        case SoundRule.defaultName: return .themed("message-new-instant")
        case "defaultCritical": return .themed("dialog-warning")
        case "defaultRingtone": return .themed("phone-incoming-call")
        default:
            // What an extension keeps is its own to change: a server is not sent there.
            guard let directory, source.app.sounds[name] != nil, !name.contains("/"),
                FileKind(at: "\(directory)/\(name)") == .regular
            else { return .themed("message-new-instant") }
            return .file("\(directory)/\(name)")
        }
    }

    /// What an app is called, and where its files are.
    private func facts(of app: CenterApp) -> AppFacts {
        if let known = facts.withLock({ $0[app.identifier] }), known.digest == app.digest {
            return known
        }
        let directory = apps.directory(of: app)
        let found = AppFacts(
            digest: app.digest,
            name: directory.flatMap(Self.name(ofAppAt:)) ?? app.identifier,
            directory: directory
        )
        facts.withLock { $0[app.identifier] = found }
        return found
    }

    private static func name(ofAppAt directory: String) -> String? {
        guard
            let bytes = try? Descriptor.readRegularFile(
                directory + "/Info.plist",
                limit: PropertyList.maximumByteCount
            ), let info = try? PropertyList.parse(bytes)
        else { return nil }
        return ["CFBundleDisplayName", "CFBundleName"].lazy.compactMap { info[$0]?.text }
            .first { !$0.isEmpty }
    }
}
