/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* How many rows a second SQLite commits with nothing around it: the limit that `make bench-center`
 * holds the centre against. Durable as the ledger is: a write-ahead log, synchronous=FULL.
 *
 *   bare-sqlite FILE ROWS GROUP BYTES */

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

int main(int count, char **arguments) {
    if (count != 5) {
        fprintf(stderr, "usage: bare-sqlite FILE ROWS GROUP BYTES\n");
        return 64;
    }
    long rows = atol(arguments[2]), group = atol(arguments[3]), bytes = atol(arguments[4]);
    char *row = malloc((size_t)bytes);
    if (row == NULL || rows <= 0 || group <= 0) return 64;
    memset(row, 'x', (size_t)bytes);
    sqlite3 *database;
    require(sqlite3_open(arguments[1], &database) == SQLITE_OK, database, "open");
    const char *schema = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                         "CREATE TABLE row (number INTEGER PRIMARY KEY, key TEXT, body BLOB) STRICT";
    require(sqlite3_exec(database, schema, NULL, NULL, NULL) == SQLITE_OK, database, "schema");
    sqlite3_stmt *insert;
    require(sqlite3_prepare_v2(database, "INSERT INTO row VALUES (?, 'push/app/device/id', ?)", -1,
                               &insert, NULL) == SQLITE_OK,
            database, "prepare");
    double began = now();
    for (long number = 0; number < rows; number++) {
        if (number % group == 0)
            require(sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK,
                    database, "begin");
        sqlite3_bind_int64(insert, 1, number + 1);
        sqlite3_bind_blob(insert, 2, row, (int)bytes, SQLITE_STATIC);
        require(sqlite3_step(insert) == SQLITE_DONE, database, "insert");
        sqlite3_reset(insert);
        if (number % group == group - 1 || number == rows - 1)
            require(sqlite3_exec(database, "COMMIT", NULL, NULL, NULL) == SQLITE_OK, database,
                    "commit");
    }
    printf("rows_per_second %.0f\n", (double)rows / (now() - began));
    return 0;
}
