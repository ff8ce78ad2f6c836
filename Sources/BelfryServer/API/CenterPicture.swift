// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel

/// The notification centre at one moment, as a user sees it on the device as it is now.
struct CenterPicture {
    /// Most notifications of the list that are shown: the newest.
    static let limit = 1000

    private let turn: Turn
    private let device: VirtualDevice
    private let apps: [CenterApp]
    private let categories: [String: CategorySet]

    init(_ turn: Turn) throws {
        self.turn = turn
        device = try turn.transaction.device()
        apps = try turn.transaction.apps()
        categories = try Dictionary(
            uniqueKeysWithValues: apps.map { app in
                (app.identifier, try turn.transaction.categories(of: app.identifier))
            }
        )
    }

    /// The list, the apps and the device, with the last event that they are made of.
    var document: JSONObject {
        get throws {
            let entries = try turn.transaction.newestEntries(
                of: nil,
                in: EntryState.delivered,
                before: nil,
                limit: Self.limit
            )
            let byApp = Dictionary(grouping: entries, by: \.app)
            return [
                "cursor": .number(JSONNumber(try turn.transaction.lastCursor())),
                "now": .string(APITime.text(turn.now)),
                "device": .object(device.document),
                "apps": .array(apps.map { document(of: $0, byApp[$0.identifier] ?? []) }),
                "notifications": .array(entries.map(document)),
            ]
        }
    }

    /// Notifications that have ended, the newest first.
    ///
    /// - Parameters:
    ///   - sequence: Only those with a smaller number; nil for all.
    ///   - limit: How many at most.
    /// - Returns: Their documents.
    /// - Throws: The store's error.
    func history(before sequence: Int?, limit: Int) throws -> [JSONValue] {
        try turn.transaction.newestEntries(
            of: nil,
            in: EntryState.ends,
            before: sequence,
            limit: limit
        ).map(document)
    }

    private func document(of app: CenterApp, _ entries: [LedgerEntry]) -> JSONValue {
        var object = app.document
        let known = categories[app.identifier] ?? CategorySet()
        object["categories"] = .array(known.categories.map(\.document))
        object["groups"] = .array(
            ThreadGroup.groups(entries, known).map { group in
                [
                    "thread": .string(group.thread),
                    "sequences": .array(group.sequences.map { .number(JSONNumber($0)) }),
                    "summary": .string(group.summary),
                ]
            }
        )
        return .object(object)
    }

    /// A notification; one whose text the device hides has a placeholder.
    private func document(_ entry: LedgerEntry) -> JSONValue {
        var object = entry.document
        let style = apps.first { $0.identifier == entry.app }?.settings.showPreviews
        if style?.isHidden(by: device.lock) ?? true {
            let category = categories[entry.app]?.category(entry.shown.categoryIdentifier)
            object["content"] = entry.shown.hidingPreview(by: category).document
            object["isHidden"] = true
        }
        return .object(object)
    }
}
