// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import GRDB

/// Device tokens, which outlive their apps.
extension LedgerTransaction {
    private static let columns =
        "token, app, environment, registered, ended, end_reason, device, is_activity"

    func deviceToken(_ token: String) throws -> DeviceToken? {
        let sql = "SELECT \(Self.columns) FROM device_token WHERE token = ?"
        return try row(sql, [token]).map(Self.deviceToken)
    }

    func deviceTokens(of app: String?) throws -> [DeviceToken] {
        let sql = """
            SELECT \(Self.columns) FROM device_token WHERE ?1 IS NULL OR app = ?1
            ORDER BY rowid
            """
        return try rows(sql, [app]).map(Self.deviceToken)
    }

    func put(_ token: DeviceToken) throws {
        try execute(
            """
            INSERT INTO device_token (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (token) DO UPDATE SET ended = excluded.ended,
            end_reason = excluded.end_reason
            """,
            [
                token.token, token.app, token.environment.rawValue, token.registered.milliseconds,
                token.ended?.milliseconds, token.end?.rawValue, token.device,
                token.isActivity,
            ]
        )
    }

    func removeDeviceToken(_ token: String) throws {
        try execute("DELETE FROM device_token WHERE token = ?", [token])
    }

    private static func deviceToken(_ row: Row) throws -> DeviceToken {
        guard let environment = PushEnvironment(rawValue: row[2]) else {
            throw CenterError(.damaged, "a stored device token has no known environment")
        }
        return DeviceToken(
            token: row[0],
            app: row[1],
            device: row[6],
            environment: environment,
            registered: UnixTime(milliseconds: row[3]),
            isActivity: row[7],
            ended: (row[4] as Int64?).map(UnixTime.init(milliseconds:)),
            end: (row[5] as String?).flatMap(DeviceToken.End.init(rawValue:))
        )
    }
}
