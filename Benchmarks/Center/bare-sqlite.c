/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* How many rows a second SQLite commits with nothing around it: the limit that `make bench-center`
 * holds the centre against. Durable as the ledger is: a write-ahead log, synchronous=FULL.
 *
 *   bare-sqlite FILE ROWS GROUP BYTES            one table, and no index
 *   bare-sqlite FILE ROWS GROUP BYTES arrivals   what an arrival writes, into a ledger that is there */

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void require(int is_true, sqlite3 *database, const char *what) {
    if (is_true) return;
    fprintf(stderr, "bare-sqlite: %s: %s\n", what, sqlite3_errmsg(database));
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* The statements of one row: parameter 1 is its number, 2 its key, 3 its bytes. */
static const char *plain[] = {"INSERT INTO row VALUES (?1, 'push/app/device/id', ?3)", NULL};

static const char *arrival[] = {
    "INSERT INTO notification (key, app, identifier, thread, source, state, accepted, payload,"
    " original, byte_count, detail) VALUES (?2, 'com.example.app', ?2, '', 'push', 'accepted',"
    " 1774008000000 + ?1, ?3, ?3, 2 * length(?3), '{\"attempts\":0,\"interruptions\":0}')",
    "INSERT INTO arrival VALUES (?2, ?1, 1774008000000 + ?1)",
    "INSERT INTO event (kind, app, sequence, note, date)"
    " VALUES ('accepted', 'com.example.app', ?1, '', 1774008000000 + ?1)",
    NULL,
};

static const char *schema =
    "CREATE TABLE row (number INTEGER PRIMARY KEY, key TEXT, body BLOB) STRICT";

int main(int count, char **arguments) {
    int is_ledger = count == 6 && strcmp(arguments[5], "arrivals") == 0;
    if (count != 5 && !is_ledger) {
        fprintf(stderr, "usage: bare-sqlite FILE ROWS GROUP BYTES [arrivals]\n");
        return 64;
    }
    long rows = atol(arguments[2]), group = atol(arguments[3]), bytes = atol(arguments[4]);
    if (rows <= 0 || group <= 0 || bytes <= 0) return 64;
    /* An arrival has its payload, and the content that was read from it. */
    int length = (int)(is_ledger ? bytes / 2 : bytes);
    char *body = malloc((size_t)bytes);
    if (body == NULL) return 64;
    memset(body, 'x', (size_t)bytes);
    sqlite3 *database;
    require(sqlite3_open(arguments[1], &database) == SQLITE_OK, database, "open");
    require(sqlite3_exec(database,
                         "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
                         NULL, NULL, NULL) == SQLITE_OK,
            database, "pragmas");
    if (!is_ledger)
        require(sqlite3_exec(database, schema, NULL, NULL, NULL) == SQLITE_OK, database, "schema");
    const char **texts = is_ledger ? arrival : plain;
    sqlite3_stmt *statements[4] = {NULL};
    for (int index = 0; texts[index] != NULL; index++)
        require(sqlite3_prepare_v2(database, texts[index], -1, &statements[index], NULL) ==
                    SQLITE_OK,
                database, "prepare");
    double began = now();
    for (long number = 0; number < rows; number++) {
        if (number % group == 0)
            require(sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK,
                    database, "begin");
        char key[64];
        snprintf(key, sizeof key, "push/com.example.app/device/push %ld", number);
        for (int index = 0; statements[index] != NULL; index++) {
            sqlite3_bind_int64(statements[index], 1, number + 1);
            /* A statement without a parameter of this number says so, which is no fault here. */
            sqlite3_bind_text(statements[index], 2, key, -1, SQLITE_STATIC);
            sqlite3_bind_blob(statements[index], 3, body, length, SQLITE_STATIC);
            require(sqlite3_step(statements[index]) == SQLITE_DONE, database, "insert");
            sqlite3_reset(statements[index]);
        }
        if (number % group == group - 1 || number == rows - 1)
            require(sqlite3_exec(database, "COMMIT", NULL, NULL, NULL) == SQLITE_OK, database,
                    "commit");
    }
    printf("rows_per_second %.0f\n", (double)rows / (now() - began));
    return 0;
}
