// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import GRDB

/// Pending requests.
extension LedgerTransaction {
    private static let columns = """
        generation, app, added, due, is_inside, crossings, document, is_from_extension, identifier
        """

    private static func request(_ row: Row) -> PendingRequest {
        var request = NotificationRequest(identifier: row[8], content: NotificationContent())
        var damage: String?
        do {
            request = try ContentCoding.request(row.bytes(6))
        } catch {
            damage = "\(error)"
        }
        var pending = PendingRequest(
            app: row[1],
            request: request,
            generation: row[0],
            added: UnixTime(milliseconds: row[2]),
            due: (row[3] as Int64?).map(UnixTime.init(milliseconds:)),
            isInside: row[4],
            crossings: row[5],
            isFromExtension: row[7]
        )
        pending.damage = damage
        return pending
    }

    func requests(of app: String?) throws -> [PendingRequest] {
        let condition = app == nil ? "" : "WHERE app = ?"
        let arguments: LedgerArguments = app.map { [$0] } ?? []
        let sql = "SELECT \(Self.columns) FROM request \(condition) ORDER BY generation"
        return try rows(sql, arguments).map(Self.request)
    }

    func request(_ identifier: String, of app: String) throws -> PendingRequest? {
        let sql = "SELECT \(Self.columns) FROM request WHERE app = ? AND identifier = ?"
        return try row(sql, [app, identifier]).map(Self.request)
    }

    func requestCount(of app: String) throws -> Int {
        try number("SELECT count(*) FROM request WHERE app = ?", [app]) ?? 0
    }

    func requests(dueBy time: UnixTime, limit: Int) throws -> [PendingRequest] {
        let sql = """
            SELECT \(Self.columns) FROM request WHERE due <= ? ORDER BY due, generation LIMIT ?
            """
        return try rows(sql, [time.milliseconds, limit]).map(Self.request)
    }

    func nextDue() throws -> UnixTime? {
        try time("SELECT due FROM request WHERE due IS NOT NULL ORDER BY due LIMIT 1")
    }

    func put(_ request: PendingRequest) throws {
        try execute(
            """
            INSERT INTO request
            (generation, app, identifier, added, due, is_inside, crossings, document,
            is_from_extension)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, identifier) DO UPDATE SET generation = excluded.generation,
            added = excluded.added, due = excluded.due, is_inside = excluded.is_inside,
            crossings = excluded.crossings, document = excluded.document,
            is_from_extension = excluded.is_from_extension
            """,
            [
                request.generation, request.app, request.request.identifier,
                request.added.milliseconds, request.due?.milliseconds, request.isInside,
                request.crossings, ContentCoding.encode(request.request).blob,
                request.isFromExtension,
            ]
        )
    }

    func removeRequest(_ identifier: String, of app: String) throws {
        try execute("DELETE FROM request WHERE app = ? AND identifier = ?", [app, identifier])
    }

    func nextGeneration() throws -> Int {
        try execute(
            """
            INSERT INTO counter VALUES ('generation', 1)
            ON CONFLICT (name) DO UPDATE SET value = value + 1
            """
        )
        return try number("SELECT value FROM counter WHERE name = 'generation'") ?? 0
    }
}
