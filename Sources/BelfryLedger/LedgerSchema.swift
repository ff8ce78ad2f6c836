// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import GRDB

/// The tables of the ledger, and the way from each released version to the next.
enum LedgerSchema {
    /// What the header of a ledger says that it is (`PRAGMA application_id`): "BlfC".
    static let applicationID = 0x426c_6643

    /// The version that this code writes (`PRAGMA user_version`).
    static let version = steps.count

    /// What makes each version from the one before it; one that was released is never changed.
    private static let steps = [
        version1, version2, version3, version4, version5, version6, version7, version8,
        version9, version10, version11, version12, version13, version14,
    ]

    /// Looks whether a database is a ledger that this code can read.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - path: Its file, for messages.
    ///   - isAny: Whether one of a newer version will do.
    /// - Throws: ``CenterError`` for a database of something else, and one of a newer version.
    static func verify(
        _ database: Database,
        _ path: String,
        ofAnyVersion isAny: Bool = false
    ) throws {
        let kind = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        try verify(kind: kind, version: isAny ? 0 : found, path)
    }

    /// Looks at what the header of a database says.
    static func verify(kind: Int, version found: Int, _ path: String) throws(CenterError) {
        guard kind == applicationID else {
            throw LedgerFault.damaged(path, "it is a database of something else")
        }
        guard found <= version else {
            throw CenterError(
                .newerSchema,
                "\(path) has the schema \(found), and this version knows \(version); install the "
                    + "newer version, or use another ledger (--state names its directory)"
            )
        }
    }

    /// Brings a database up to this version, in one transaction: whatever ends it on the way, the
    /// database is of the version that it had.
    static func migrate(_ queue: DatabaseQueue) throws {
        try queue.inTransaction(.immediate) { database in
            let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            guard found < version else { return .commit }
            for step in steps[found...] { try database.execute(sql: step) }
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            try database.execute(sql: "PRAGMA user_version = \(version)")
            return .commit
        }
    }

    private static let version1 = """
        CREATE TABLE app (
            identifier TEXT PRIMARY KEY,
            document TEXT NOT NULL
        ) STRICT;
        CREATE TABLE category (
            app TEXT PRIMARY KEY REFERENCES app ON DELETE CASCADE,
            version INTEGER NOT NULL,
            document BLOB NOT NULL
        ) STRICT;
        CREATE TABLE device (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            document TEXT NOT NULL
        ) STRICT;
        CREATE TABLE counter (
            name TEXT PRIMARY KEY,
            value INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE request (
            generation INTEGER NOT NULL UNIQUE,
            app TEXT NOT NULL REFERENCES app ON DELETE CASCADE,
            identifier TEXT NOT NULL,
            added INTEGER NOT NULL,
            due INTEGER,
            is_inside INTEGER,
            crossings INTEGER NOT NULL,
            document BLOB NOT NULL,
            PRIMARY KEY (app, identifier)
        ) STRICT;
        CREATE INDEX request_due ON request (due, generation) WHERE due IS NOT NULL;
        CREATE TABLE notification (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL,
            app TEXT NOT NULL REFERENCES app ON DELETE CASCADE,
            identifier TEXT NOT NULL,
            thread TEXT NOT NULL,
            source TEXT NOT NULL,
            state TEXT NOT NULL,
            accepted INTEGER NOT NULL,
            presented INTEGER,
            ended INTEGER,
            held INTEGER,
            payload BLOB NOT NULL,
            original BLOB NOT NULL,
            decided BLOB,
            byte_count INTEGER NOT NULL,
            detail TEXT NOT NULL
        ) STRICT;
        CREATE INDEX notification_state ON notification (state, sequence);
        CREATE INDEX notification_app ON notification (app, state, sequence);
        CREATE INDEX notification_identifier ON notification (app, identifier, state);
        CREATE INDEX notification_held ON notification (held) WHERE held IS NOT NULL;
        CREATE TABLE arrival (
            key TEXT PRIMARY KEY,
            sequence INTEGER NOT NULL,
            date INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX arrival_date ON arrival (date);
        CREATE TABLE size (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            entry_count INTEGER NOT NULL,
            byte_count INTEGER NOT NULL
        ) STRICT;
        INSERT INTO size VALUES (1, 0, 0);
        CREATE TRIGGER notification_added AFTER INSERT ON notification BEGIN
            UPDATE size SET entry_count = entry_count + 1, byte_count = byte_count + NEW.byte_count;
        END;
        CREATE TRIGGER notification_gone AFTER DELETE ON notification BEGIN
            UPDATE size SET entry_count = entry_count - 1, byte_count = byte_count - OLD.byte_count;
        END;
        CREATE TABLE event (
            cursor INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            app TEXT NOT NULL,
            sequence INTEGER,
            note TEXT NOT NULL,
            date INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE sink (
            name TEXT PRIMARY KEY,
            cursor INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE tombstone (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            subject TEXT NOT NULL,
            identifier TEXT NOT NULL,
            sequence INTEGER,
            reason TEXT NOT NULL,
            note TEXT NOT NULL,
            date INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE response (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL REFERENCES app ON DELETE CASCADE,
            document TEXT NOT NULL
        ) STRICT;
        CREATE INDEX response_app ON response (app, number);
        """

    /// The runs of extensions with their reports, and the files that notifications own.
    private static let version2 = """
        CREATE TABLE run (
            sequence INTEGER NOT NULL REFERENCES notification ON DELETE CASCADE,
            attempt INTEGER NOT NULL,
            ended INTEGER NOT NULL,
            verdict TEXT NOT NULL,
            reason TEXT NOT NULL,
            note TEXT NOT NULL,
            byte_count INTEGER NOT NULL,
            report BLOB,
            PRIMARY KEY (sequence, attempt)
        ) STRICT;
        CREATE INDEX run_ended ON run (ended, byte_count);
        CREATE TABLE attachment (
            file TEXT NOT NULL,
            sequence INTEGER NOT NULL REFERENCES notification ON DELETE CASCADE,
            PRIMARY KEY (file, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX attachment_sequence ON attachment (sequence);
        """

    /// Which requests an extension added.
    private static let version3 = """
        ALTER TABLE request ADD COLUMN is_from_extension INTEGER NOT NULL DEFAULT 0;
        """

    /// The files that pending requests own.
    private static let version4 = """
        CREATE TABLE request_file (
            file TEXT NOT NULL,
            generation INTEGER NOT NULL REFERENCES request (generation) ON DELETE CASCADE,
            PRIMARY KEY (file, generation)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX request_file_generation ON request_file (generation);
        """

    /// What senders address apps by; it outlives an app, whose senders are told that it is gone.
    private static let version5 = """
        CREATE TABLE device_token (
            token TEXT PRIMARY KEY,
            app TEXT NOT NULL,
            environment TEXT NOT NULL,
            registered INTEGER NOT NULL,
            ended INTEGER,
            end_reason TEXT
        ) STRICT;
        CREATE INDEX device_token_app ON device_token (app);
        """

    /// The devices that senders push to, and what became of each push: its line outlives its
    /// notification and its app.
    private static let version6 = """
        ALTER TABLE device_token ADD COLUMN device TEXT NOT NULL DEFAULT 'main';
        CREATE TABLE push_device (
            name TEXT PRIMARY KEY,
            is_online INTEGER NOT NULL,
            power TEXT NOT NULL
        ) STRICT;
        INSERT INTO push_device VALUES ('main', 1, 'charging');
        CREATE TABLE push (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            unique_id TEXT NOT NULL UNIQUE,
            app TEXT NOT NULL,
            device TEXT NOT NULL,
            push_type TEXT NOT NULL,
            received INTEGER NOT NULL,
            outcome TEXT NOT NULL,
            changed INTEGER NOT NULL,
            document TEXT NOT NULL
        ) STRICT;
        CREATE INDEX push_app ON push (app, number);
        CREATE INDEX push_background ON push (app, device, changed)
        WHERE push_type = 'background' AND outcome = 'delivered';
        """

    /// Live activities, and the tokens that address them.
    private static let version7 = """
        ALTER TABLE device_token ADD COLUMN is_activity INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE live_activity (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL REFERENCES app ON DELETE CASCADE,
            token TEXT NOT NULL UNIQUE,
            due INTEGER NOT NULL,
            document TEXT NOT NULL
        ) STRICT;
        CREATE INDEX live_activity_app ON live_activity (app, number);
        CREATE INDEX live_activity_due ON live_activity (due);
        """

    /// Broadcast channels.
    private static let version8 = """
        CREATE TABLE channel (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier TEXT NOT NULL UNIQUE,
            app TEXT NOT NULL REFERENCES app ON DELETE CASCADE,
            environment TEXT NOT NULL,
            policy INTEGER NOT NULL,
            created INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX channel_app ON channel (app, environment, number);
        """

    /// What notifications say, by its words, and how far that was written; it holds ``SearchText``,
    /// whose words are between spaces.
    private static let version9 = """
        CREATE VIRTUAL TABLE notification_text USING fts5 (
            title, subtitle, body, app, tokenize = 'ascii', columnsize = 0
        );
        CREATE TRIGGER notification_unsearched AFTER DELETE ON notification BEGIN
            DELETE FROM notification_text WHERE rowid = OLD.sequence;
        END;
        CREATE TABLE search (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            sequence INTEGER NOT NULL,
            cursor INTEGER NOT NULL
        ) STRICT;
        INSERT INTO search
        SELECT 1, 0, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'event'), 0);
        """

    /// When what has ended did so, which pushes wait for a time and which for their device, and the
    /// categories that messages bring, which were among the app's own.
    ///
    /// A row that cannot be read stays as it is.
    private static let version10 = """
        CREATE INDEX notification_ended ON notification (ended, sequence) WHERE ended IS NOT NULL;
        ALTER TABLE notification ADD COLUMN due INTEGER;
        UPDATE notification SET due = CASE json_type(detail, '$.due')
            WHEN 'integer' THEN json_extract(detail, '$.due') END
        WHERE state = 'stored' AND json_valid(detail);
        CREATE INDEX notification_stored ON notification (app, sequence)
        WHERE state = 'stored' AND due IS NULL;
        CREATE INDEX notification_delayed ON notification (app, state, due, byte_count)
        WHERE state = 'stored' AND due IS NOT NULL;
        ALTER TABLE category ADD COLUMN brought BLOB NOT NULL DEFAULT x'5b5d';
        UPDATE category SET
            brought = CAST((
                SELECT json_group_array(json(value)) FROM (
                    SELECT value, CASE type WHEN 'object' THEN json_extract(value, '$.identifier')
                    END AS name FROM json_each(CAST(document AS TEXT)) ORDER BY key
                ) WHERE name GLOB 'ntfy.*'
            ) AS BLOB),
            document = CAST((
                SELECT json_group_array(json(value)) FROM (
                    SELECT value, CASE type WHEN 'object' THEN json_extract(value, '$.identifier')
                    END AS name FROM json_each(CAST(document AS TEXT)) ORDER BY key
                ) WHERE name NOT GLOB 'ntfy.*'
            ) AS BLOB)
        WHERE json_valid(CAST(document AS TEXT)) AND instr(CAST(document AS TEXT), '"ntfy.') > 0;
        """

    /// What happened to a notification; and of each run its app, and what it took of its time, which
    /// stay when its report has to go.
    private static let version11 = """
        CREATE INDEX event_sequence ON event (sequence) WHERE sequence IS NOT NULL;
        ALTER TABLE run ADD COLUMN app TEXT NOT NULL DEFAULT '';
        ALTER TABLE run ADD COLUMN wall INTEGER;
        ALTER TABLE run ADD COLUMN wall_limit INTEGER;
        UPDATE run SET app =
            coalesce((SELECT app FROM notification WHERE sequence = run.sequence), '');
        UPDATE run SET
            wall = CASE WHEN json_valid(CAST(report AS TEXT)) THEN CAST(round(1000 *
                json_extract(CAST(report AS TEXT), '$.timing.wallMilliseconds')) AS INTEGER) END,
            wall_limit = CASE WHEN json_valid(CAST(report AS TEXT)) THEN CAST(round(1000 *
                json_extract(CAST(report AS TEXT), '$.budget.wallMilliseconds')) AS INTEGER) END
        WHERE report IS NOT NULL;
        DROP INDEX run_ended;
        CREATE INDEX run_reported ON run (ended, byte_count) WHERE byte_count > 0;
        CREATE INDEX run_ended ON run (ended, app, verdict, reason, wall, wall_limit);
        """

    /// The log may have changes of the Focus, which earlier versions do not know; no table is another one.
    private static let version12 = ""

    /// The log may have changes of the device and of apps, which earlier versions do not know; no table is
    /// another one.
    private static let version14 = ""

    /// How much each app has; and of each notification also the bytes of what was decided, which earlier
    /// versions did not count.
    private static let version13 = """
        DROP TRIGGER notification_added;
        DROP TRIGGER notification_gone;
        DROP TABLE size;
        UPDATE notification SET
            byte_count = length(payload) + length(original) + length(decided)
        WHERE decided IS NOT NULL;
        CREATE TABLE app_size (
            app TEXT PRIMARY KEY REFERENCES app ON DELETE CASCADE,
            entry_count INTEGER NOT NULL,
            byte_count INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO app_size
        SELECT app, count(*), sum(byte_count) FROM notification GROUP BY app;
        CREATE TRIGGER notification_added AFTER INSERT ON notification BEGIN
            INSERT INTO app_size VALUES (NEW.app, 1, NEW.byte_count)
            ON CONFLICT (app) DO UPDATE SET
                entry_count = entry_count + 1, byte_count = byte_count + NEW.byte_count;
        END;
        CREATE TRIGGER notification_resized AFTER UPDATE OF byte_count ON notification
        WHEN NEW.byte_count <> OLD.byte_count BEGIN
            UPDATE app_size SET byte_count = byte_count + NEW.byte_count - OLD.byte_count
            WHERE app = NEW.app;
        END;
        CREATE TRIGGER notification_gone AFTER DELETE ON notification BEGIN
            UPDATE app_size SET
                entry_count = entry_count - 1, byte_count = byte_count - OLD.byte_count
            WHERE app = OLD.app;
        END;
        """
}
