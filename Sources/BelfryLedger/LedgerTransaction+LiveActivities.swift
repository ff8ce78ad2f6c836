// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import GRDB

/// Live activities.
extension LedgerTransaction {
    func insert(_ activity: LiveActivity) throws -> Int {
        try execute(
            "INSERT INTO live_activity (app, token, due, document) VALUES (?, ?, ?, ?)",
            [
                activity.app, activity.token, activity.due.milliseconds,
                try ContentCoding.text(activity),
            ]
        )
        return Int(database.lastInsertedRowID)
    }

    func liveActivity(token: String) throws -> LiveActivity? {
        try row("SELECT number, document FROM live_activity WHERE token = ?", [token])
            .flatMap(Self.liveActivity)
    }

    func liveActivities(of app: String?) throws -> [LiveActivity] {
        let sql = """
            SELECT number, document FROM live_activity WHERE ?1 IS NULL OR app = ?1
            ORDER BY number
            """
        return try rows(sql, [app]).compactMap(Self.liveActivity)
    }

    func liveActivities(dueBy time: UnixTime, limit: Int) throws -> [LiveActivity] {
        let sql = """
            SELECT number, document FROM live_activity WHERE due <= ? ORDER BY number LIMIT ?
            """
        return try rows(sql, [time.milliseconds, limit]).compactMap { row in
            let activity = Self.liveActivity(row)
            // It would be due for ever.
            if activity == nil { try removeLiveActivity(row[0]) }
            return activity
        }
    }

    func nextActivityDue() throws -> UnixTime? {
        try time("SELECT due FROM live_activity ORDER BY due LIMIT 1")
    }

    func update(_ activity: LiveActivity) throws {
        try execute(
            "UPDATE live_activity SET due = ?, document = ? WHERE number = ?",
            [activity.due.milliseconds, try ContentCoding.text(activity), activity.number]
        )
    }

    func removeLiveActivity(_ number: Int) throws {
        try execute("DELETE FROM live_activity WHERE number = ?", [number])
    }

    /// The activity of a row; nil for one that cannot be read, which stands in no other's way.
    private static func liveActivity(_ row: Row) -> LiveActivity? {
        guard var activity: LiveActivity = try? ContentCoding.value(row[1]) else { return nil }
        activity.number = row[0]
        return activity
    }
}
