// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import GRDB

/// Devices that senders push to, and the delivery log.
extension LedgerTransaction {
    func pushDevice(_ name: String) throws -> PushDevice? {
        let sql = "SELECT name, is_online, power FROM push_device WHERE name = ?"
        return try row(sql, [name]).map(Self.pushDevice)
    }

    func pushDevices() throws -> [PushDevice] {
        try rows("SELECT name, is_online, power FROM push_device ORDER BY rowid")
            .map(Self.pushDevice)
    }

    func put(_ device: PushDevice) throws {
        try execute(
            """
            INSERT INTO push_device VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET is_online = excluded.is_online, power = excluded.power
            """,
            [device.name, device.isOnline, device.power.rawValue]
        )
    }

    func removePushDevice(_ name: String) throws {
        try execute("DELETE FROM push_device WHERE name = ?", [name])
    }

    private static func pushDevice(_ row: Row) throws -> PushDevice {
        guard let power = PushDevice.Power(rawValue: row[2]) else {
            throw CenterError(.damaged, "a stored device has an unknown power")
        }
        return PushDevice(row[0], isOnline: row[1], power: power)
    }

    // MARK: Delivery log

    func insert(_ record: PushRecord) throws {
        try execute(
            """
            INSERT INTO push
            (unique_id, app, device, push_type, received, outcome, changed, document)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                record.uniqueIdentifier, record.app, record.device, record.pushType.rawValue,
                record.received.milliseconds, record.outcome.rawValue,
                record.changed.milliseconds, ContentCoding.text(of: record),
            ]
        )
    }

    func pushRecord(_ uniqueIdentifier: String) throws -> PushRecord? {
        let sql = "SELECT number, document FROM push WHERE unique_id = ?"
        return try row(sql, [uniqueIdentifier]).flatMap(Self.pushRecord)
    }

    func update(_ record: PushRecord) throws {
        try execute(
            "UPDATE push SET outcome = ?, changed = ?, document = ? WHERE number = ?",
            [
                record.outcome.rawValue, record.changed.milliseconds,
                ContentCoding.text(of: record), record.number,
            ]
        )
    }

    func newestPushRecords(
        of app: String?,
        before number: Int?,
        limit: Int
    ) throws -> [PushRecord] {
        let condition = app == nil ? "" : "AND app = ?"
        let sql = """
            SELECT number, document FROM push WHERE number < ? \(condition)
            ORDER BY number DESC LIMIT ?
            """
        var arguments: LedgerArguments = [number ?? Int.max]
        if let app { arguments += [app] }
        arguments += [limit]
        return try rows(sql, arguments).compactMap(Self.pushRecord)
    }

    func backgroundDeliveries(
        of app: String,
        to device: String,
        after start: UnixTime,
        through end: UnixTime,
        limit: Int
    ) throws -> [UnixTime] {
        let sql = """
            SELECT changed FROM push
            WHERE push_type = 'background' AND outcome = 'delivered'
            AND app = ? AND device = ? AND changed > ? AND changed <= ?
            ORDER BY changed DESC LIMIT ?
            """
        return try rows(sql, [app, device, start.milliseconds, end.milliseconds, limit])
            .map { UnixTime(milliseconds: $0[0]) }
    }

    func trimPushRecords(before time: UnixTime, beyond count: Int) throws {
        try execute(
            """
            DELETE FROM push WHERE outcome <> 'stored' AND (received < ? OR number <=
            (SELECT seq FROM sqlite_sequence WHERE name = 'push') - ?)
            """,
            [time.milliseconds, count]
        )
    }

    /// The line of a row; nil for one that cannot be read, which stands in no other's way.
    private static func pushRecord(_ row: Row) -> PushRecord? {
        guard var record: PushRecord = try? ContentCoding.value(row[1]) else { return nil }
        record.number = row[0]
        return record
    }
}
