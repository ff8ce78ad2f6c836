// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel

/// The notification centre at one moment, as a user sees it on the device as it is now.
struct CenterPicture {
    /// Most notifications of the list that are told at once.
    static let limit = 1000

    private let turn: Turn
    private let device: VirtualDevice
    private let apps: [CenterApp]
    private let categories: [String: CategorySet]

    /// The categories that content extensions draw, by their apps.
    private let drawn: [String: Set<String>]

    init(_ turn: Turn, drawing drawn: [String: Set<String>] = [:]) throws {
        self.turn = turn
        self.drawn = drawn
        device = try turn.transaction.device()
        apps = try turn.transaction.apps()
        categories = try Dictionary(
            uniqueKeysWithValues: apps.map { app in
                (app.identifier, try turn.transaction.categories(of: app.identifier))
            }
        )
    }

    /// The list, the apps and the device, with the last event that they are made of.
    ///
    /// - Parameter limit: How many notifications at most: the newest.
    /// - Returns: The document.
    /// - Throws: The store's error.
    func document(limit: Int) throws -> JSONObject {
        let entries = try turn.transaction.newestEntries(
            of: nil,
            in: EntryState.delivered,
            before: nil,
            limit: limit
        )
        let byApp = Dictionary(grouping: entries, by: \.app)
        let counts = try turn.transaction.listedCounts()
        let documents = apps.map { app in
            document(of: app, byApp[app.identifier] ?? [], counts[app.identifier] ?? ListedCount())
        }
        return [
            "cursor": .number(JSONNumber(try turn.transaction.lastCursor())),
            "now": .string(APITime.text(turn.now)),
            "device": .object(device.document),
            "apps": .array(documents),
            "notifications": .array(entries.map(document)),
        ]
    }

    /// Notifications that stand somewhere, the newest first.
    ///
    /// - Parameters:
    ///   - app: The app; nil for all.
    ///   - states: Where they stand.
    ///   - sequence: Only those with a smaller number; nil for all.
    ///   - limit: How many at most.
    /// - Returns: Their documents.
    /// - Throws: The store's error.
    func page(
        of app: String?,
        in states: Set<EntryState>,
        before sequence: Int?,
        limit: Int
    ) throws -> [JSONValue] {
        try turn.transaction.newestEntries(
            of: app,
            in: states,
            before: sequence,
            limit: limit
        ).map(document)
    }

    /// Notifications of the list and of the history that have what is looked for, the newest first.
    ///
    /// Texts that the device hides are not looked through: who may not read them may not ask whether a
    /// word is in them either.
    ///
    /// - Parameters:
    ///   - query: What is looked for.
    ///   - app: The app; nil for all.
    ///   - states: Where they stand.
    ///   - sequence: Only those with a smaller number; nil for all.
    ///   - limit: How many at most.
    /// - Returns: The documents, and the apps that were left out.
    /// - Throws: The store's error.
    func found(
        _ query: SearchQuery,
        of app: String?,
        in states: Set<EntryState>,
        before sequence: Int?,
        limit: Int
    ) throws -> JSONObject {
        let wanted = apps.map(\.identifier).filter { app == nil || $0 == app }
        let hidden = wanted.filter(hidesTexts(of:))
        let entries = try turn.transaction.search(
            query,
            of: Set(wanted).subtracting(hidden),
            in: states.intersection(EntryState.delivered.union(EntryState.ends)),
            before: sequence,
            limit: limit
        )
        return [
            "notifications": .array(entries.map(document)),
            "hidden": .array(hidden.map { .string($0) }),
        ]
    }

    /// An app with the groups of those of its notifications that were read, and the number of all.
    private func document(
        of app: CenterApp,
        _ entries: [LedgerEntry],
        _ count: ListedCount
    ) -> JSONValue {
        var object = app.document(at: turn.now, on: device)
        object["listedCount"] = .number(JSONNumber(count.total))
        object["unreadCount"] = .number(JSONNumber(count.unread))
        let known = categories[app.identifier] ?? CategorySet()
        object["categories"] = .array(known.all.map(\.document))
        object["groups"] = .array(
            ThreadGroup.groups(entries, known, app.settings.grouping ?? .automatic).map { group in
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
        if hidesTexts(of: entry.app) {
            let category = categories[entry.app]?.category(entry.shown.categoryIdentifier)
            object["content"] = entry.shown.hidingPreview(by: category).document
            object["isHidden"] = true
        } else if entry.state.isDelivered,
            drawn[entry.app]?.contains(entry.shown.categoryIdentifier) == true
        {
            object["isDrawn"] = true
        }
        return .object(object)
    }

    /// Whether the device, as it is, hides what an app's notifications say.
    private func hidesTexts(of app: String) -> Bool {
        apps.first { $0.identifier == app }?.hidesTexts(on: device) ?? true
    }
}
