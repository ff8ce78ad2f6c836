// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryCenter
internal import GRDB

/// Reads the statistics of runs from a ledger, beside the process's own connection: neither the centre
/// nor a writer waits for it.
///
/// SQLite does the sums, over an index that has all that they need: no report is read.
package struct RunStatisticsReader: Sendable {
    private let path: String

    /// - Parameter path: The ledger's file, which this process has open.
    package init(path: String) {
        self.path = path
    }

    /// Reads how the runs of some spans ended, on the caller's thread.
    ///
    /// - Parameter spans: The spans, each beginning where the one before ends.
    /// - Returns: The statistics of one moment.
    /// - Throws: ``CenterError`` where the ledger cannot be read.
    package func read(_ spans: [Range<UnixTime>]) throws -> RunStatistics {
        do {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.read { try Self.statistics(of: spans, in: $0) }
        } catch let error as DatabaseError {
            throw LedgerFault(error, path).error
        }
    }

    private static func statistics(
        of spans: [Range<UnixTime>],
        in database: Database
    ) throws -> RunStatistics {
        let bounds = spans.map { "[\($0.lowerBound.milliseconds),\($0.upperBound.milliseconds)]" }
        let slots = "[\(bounds.joined(separator: ","))]"
        var apps: [String: RunStatistics.App] = [:]
        func add(_ row: Row, _ body: (inout RunStatistics.Tally) -> Void) {
            let app: String = row["app"]
            var known = apps[app] ?? RunStatistics.App(app: app, count: spans.count)
            if let slot: Int = row["slot"] { body(&known.spans[slot]) } else { body(&known.all) }
            apps[app] = known
        }
        for row in try Row.fetchAll(database, sql: endingsQuery, arguments: [slots]) {
            let verdict = RecordedVerdict(word: row["verdict"], reason: row["reason"])
            add(row) { $0.endings.append(RunStatistics.Ending(verdict, row["count"])) }
        }
        for row in try Row.fetchAll(database, sql: wallQuery, arguments: [slots]) {
            add(row) { tally in
                tally.wall = RunStatistics.Wall(
                    count: row["count"],
                    p50: row["p50"],
                    p95: row["p95"],
                    p99: row["p99"],
                    maximum: row["maximum"],
                    limit: row["wall_limit"]
                )
            }
        }
        return RunStatistics(spans: spans, apps: apps.values.sorted { $0.app < $1.app })
    }

    /// The runs of each slot; the planner goes through the slots, and for each through its part of the
    /// index.
    private static let runs = """
        WITH slot AS MATERIALIZED (
            SELECT key AS slot, json_extract(value, '$[0]') AS start,
                json_extract(value, '$[1]') AS stop FROM json_each(?)
        ), run_of AS (
            SELECT slot.slot, run.app, run.verdict, run.reason, run.wall, run.wall_limit
            FROM slot CROSS JOIN run WHERE run.ended >= slot.start AND run.ended < slot.stop
        )
        """

    /// How many runs ended in which way, of each slot and, with the slot NULL, of all.
    static let endingsQuery = """
        \(runs), ending AS MATERIALIZED (
            SELECT app, slot, verdict, reason, count(*) AS count FROM run_of
            GROUP BY app, slot, verdict, reason
        )
        SELECT app, slot, verdict, reason, count FROM ending
        UNION ALL
        SELECT app, NULL, verdict, reason, sum(count) FROM ending GROUP BY app, verdict, reason
        ORDER BY count DESC, verdict, reason
        """

    /// The percentiles of each slot and of all.
    static let wallQuery = """
        \(runs), timed AS MATERIALIZED (
            SELECT app, slot, wall, wall_limit FROM run_of WHERE wall IS NOT NULL
        ), ranked AS (
            SELECT app, slot, wall, wall_limit,
                row_number() OVER (PARTITION BY app, slot ORDER BY wall) AS rank,
                count(*) OVER (PARTITION BY app, slot) AS count
            FROM (
                SELECT app, slot, wall, wall_limit FROM timed
                UNION ALL SELECT app, NULL, wall, wall_limit FROM timed
            )
        )
        SELECT app, slot, max(count) AS count, max(wall) AS maximum,
            coalesce(max(wall_limit), 0) AS wall_limit,
            max(CASE WHEN rank = (count * 50 + 99) / 100 THEN wall END) AS p50,
            max(CASE WHEN rank = (count * 95 + 99) / 100 THEN wall END) AS p95,
            max(CASE WHEN rank = (count * 99 + 99) / 100 THEN wall END) AS p99
        FROM ranked GROUP BY app, slot
        """
}

extension RunStatistics.App {
    fileprivate init(app: String, count: Int) {
        self.init(
            app: app,
            spans: Array(repeating: RunStatistics.Tally(), count: count)
        )
    }
}
