// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import GRDB

/// Broadcast channels.
extension LedgerTransaction {
    private static let channelColumns = "identifier, app, environment, policy, created"

    func insert(_ channel: BroadcastChannel) throws {
        try execute(
            "INSERT INTO channel (\(Self.channelColumns)) VALUES (?, ?, ?, ?, ?)",
            [
                channel.identifier, channel.app, channel.environment.rawValue,
                channel.policy.rawValue, channel.created.milliseconds,
            ]
        )
    }

    func channel(_ identifier: String) throws -> BroadcastChannel? {
        let sql = "SELECT \(Self.channelColumns) FROM channel WHERE identifier = ?"
        return try row(sql, [identifier]).map(Self.channel)
    }

    func channels(of app: String, in environment: PushEnvironment) throws -> [BroadcastChannel] {
        let sql = """
            SELECT \(Self.channelColumns) FROM channel WHERE app = ? AND environment = ?
            ORDER BY number
            """
        return try rows(sql, [app, environment.rawValue]).map(Self.channel)
    }

    func channelCount(in environment: PushEnvironment) throws -> Int {
        let sql = "SELECT count(*) FROM channel WHERE environment = ?"
        return try row(sql, [environment.rawValue])?[0] ?? 0
    }

    func removeChannel(_ identifier: String) throws {
        try execute("DELETE FROM channel WHERE identifier = ?", [identifier])
    }

    private static func channel(_ row: Row) throws -> BroadcastChannel {
        guard let environment = PushEnvironment(rawValue: row[2]),
            let policy = BroadcastChannel.Policy(rawValue: row[3])
        else { throw CenterError(.damaged, "a stored channel has no known environment or policy") }
        return BroadcastChannel(
            identifier: row[0],
            app: row[1],
            environment: environment,
            policy: policy,
            created: UnixTime(milliseconds: row[4])
        )
    }
}
