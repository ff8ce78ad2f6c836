// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Foundation
internal import GRDB

/// The rows of a ledger within one transaction.
final class LedgerTransaction: CenterTransaction {
    let database: Database
    let decoded: DecodedRows

    init(_ database: Database, _ decoded: DecodedRows) {
        self.database = database
        self.decoded = decoded
    }

    func execute(_ sql: String, _ arguments: LedgerArguments = []) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments.statement)
    }

    func rows(_ sql: String, _ arguments: LedgerArguments = []) throws -> [Row] {
        try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments.statement)
    }

    func row(_ sql: String, _ arguments: LedgerArguments = []) throws -> Row? {
        try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments.statement)
    }

    func number(_ sql: String, _ arguments: LedgerArguments = []) throws -> Int? {
        try Int.fetchOne(database.cachedStatement(sql: sql), arguments: arguments.statement)
    }

    func time(_ sql: String, _ arguments: LedgerArguments = []) throws -> UnixTime? {
        try Int64.fetchOne(database.cachedStatement(sql: sql), arguments: arguments.statement)
            .map(UnixTime.init(milliseconds:))
    }

    // MARK: Apps and device

    func app(_ identifier: String) throws -> CenterApp? {
        let known = decoded.apps.app(identifier)
        if let known, !decoded.checksRows { return known }
        let sql = "SELECT document FROM app WHERE identifier = ?"
        let app = try row(sql, [identifier]).map { row in
            do {
                return try ContentCoding.value(row[0]) as CenterApp
            } catch {
                return .damaged(identifier, error)
            }
        }
        guard known == nil || known == app else {
            throw CenterError(.damaged, "the app \(identifier) is not as it is remembered")
        }
        if let app { decoded.apps.note(app, as: identifier) }
        return app
    }

    func apps() throws -> [CenterApp] {
        try rows("SELECT identifier, document FROM app ORDER BY identifier").map { row in
            do {
                return try ContentCoding.value(row[1])
            } catch {
                return .damaged(row[0], error)
            }
        }
    }

    func put(_ app: CenterApp) throws {
        try execute(
            """
            INSERT INTO app VALUES (?, ?)
            ON CONFLICT (identifier) DO UPDATE SET document = excluded.document
            """,
            [app.identifier, try ContentCoding.text(app)]
        )
        decoded.apps.forget(app.identifier)
    }

    func removeApp(_ identifier: String) throws {
        try execute("DELETE FROM app WHERE identifier = ?", [identifier])
        // The keys are ASCII, and their prefix ends with a slash, behind which "0" is the next character.
        let prefix = PushArrival.keyPrefix(identifier)
        try execute(
            "DELETE FROM arrival WHERE key >= ? AND key < ?",
            [prefix, prefix.dropLast() + "0"]
        )
        decoded.apps.forget(identifier)
        // Its notifications went with it.
        decoded.entries.forgetAll()
    }

    func categories(of app: String) throws -> CategorySet {
        let sql = "SELECT version, document, brought FROM category WHERE app = ?"
        guard let row = try row(sql, [app]) else { return CategorySet() }
        return CategorySet(
            version: row[0],
            // Without actions a notification is shown all the same.
            categories: (try? ContentCoding.categories(row.bytes(1))) ?? [],
            brought: (try? ContentCoding.categories(row.bytes(2))) ?? []
        )
    }

    func put(_ categories: CategorySet, for app: String) throws {
        try execute(
            """
            INSERT INTO category (app, version, document, brought) VALUES (?, ?, ?, ?)
            ON CONFLICT (app) DO UPDATE SET version = excluded.version,
                document = excluded.document, brought = excluded.brought
            """,
            [
                app, categories.version, ContentCoding.encode(categories.categories).blob,
                ContentCoding.encode(categories.brought).blob,
            ]
        )
    }

    func device() throws -> VirtualDevice {
        let row = try row("SELECT document FROM device")
        var device = row.flatMap { try? decoded.device.value(of: $0[0]) } ?? VirtualDevice()
        device.takeOverScheduledFocus()
        return device
    }

    func put(_ device: VirtualDevice) throws {
        try execute(
            "INSERT OR REPLACE INTO device VALUES (1, ?)",
            [try ContentCoding.text(device)]
        )
    }
}

extension Row {
    /// The bytes of a column that is never null.
    func bytes(_ index: Int) -> [UInt8] { Array(self[index] as Data) }
}
