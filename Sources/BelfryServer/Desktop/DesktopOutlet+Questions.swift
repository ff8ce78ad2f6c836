// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryDesktop
internal import BelfryModel
internal import Logging

/// What programs of the session ask about the list.
extension DesktopOutlet {
    /// Most notifications that are told at once: the newest.
    private static let listLimit = 500

    /// Answers a program.
    func answer(to question: BusQuestion) async -> BusAnswer {
        do {
            switch question.kind {
            case .list: return .list(try await center.perform(Self.list))
            case .remove(let sequence):
                try await center.perform { try $0.removeDelivered(Int(sequence)) }
                return .removed
            }
        } catch let error as CenterError {
            return .refused(error.message)
        } catch {
            logger.error("a program is not answered", metadata: ["error": "\(error)"])
            return .refused("the notification centre cannot do that now; its log says why")
        }
    }

    @Sendable
    private static func list(_ turn: inout Turn) throws -> [ListedNotification] {
        let entries = try turn.transaction.newestEntries(
            of: nil,
            in: EntryState.delivered,
            before: nil,
            limit: listLimit
        )
        return try entries.compactMap { entry in
            guard let sequence = UInt32(exactly: entry.sequence),
                let app = try turn.transaction.app(entry.app)
            else { return nil }
            var content = entry.shown
            let isHidden = try turn.hidesTexts(of: app)
            if isHidden {
                let categories = try turn.transaction.categories(of: entry.app)
                content = content.hidingPreview(
                    by: categories.category(content.categoryIdentifier)
                )
            }
            return ListedNotification(
                sequence: sequence,
                app: entry.app,
                identifier: entry.identifier,
                title: content.title,
                subtitle: content.subtitle,
                body: content.body,
                presented: (entry.presented ?? entry.accepted).milliseconds,
                isSeen: entry.state == .seen,
                isHidden: isHidden
            )
        }
    }
}
