/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Keeps a database in its own directory, with SQLite's usual locks, where the machine has SQLite. */
#include "hostile.h"
#include <dlfcn.h>

static int (*open_database)(const char *path, void **database);
static int (*execute)(void *database, const char *text, int (*row)(void *, int, char **, char **),
                      void *context, char **message);

/* No code can be loaded later. */
__attribute__((constructor)) static void load(void) {
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW);
    if (!library) return;
    open_database = (int (*)(const char *, void **))dlsym(library, "sqlite3_open");
    execute = (int (*)(void *, const char *, int (*)(void *, int, char **, char **), void *,
                       char **))dlsym(library, "sqlite3_exec");
}

static int take_row(void *name, int count, char **values, char **names) {
    note_text(name, count > 0 && values[0] ? values[0] : "");
    return 0;
}

static void run(void *database, const char *name, const char *text) {
    char *message = NULL;
    char failure[64];
    if (execute(database, text, take_row, (void *)name, &message) == 0) return;
    snprintf(failure, sizeof failure, "%s-failure", name);
    note_text(failure, message ? message : "?");
}

static void keep(const char *path, const char *mode) {
    void *database = NULL, *other = NULL;
    note_number("opened", open_database(path, &database) | open_database(path, &other));
    run(database, "mode", mode);
    run(database, "made", "CREATE TABLE IF NOT EXISTS kept (number INTEGER)");
    for (int number = 0; number < 20; number++)
        run(database, "written", "INSERT INTO kept VALUES (1)");
    /* SQLite refuses a second writer: the locks are there. */
    run(database, "begun", "BEGIN IMMEDIATE");
    run(other, "second", "BEGIN IMMEDIATE");
    run(database, "ended", "COMMIT");
    run(other, "count", "SELECT count(*) FROM kept");
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_string id = {(const uint8_t *)BF_INTERFACE_STORAGE, sizeof BF_INTERFACE_STORAGE - 1};
    const bf_storage *storage = host->interface(host, id);
    char path[640] = "database";
    for (uint32_t index = 0; index < storage->folder_count; index++) {
        const bf_folder *found = &storage->folders[index];
        if (found->kind != BF_FOLDER_DATA) continue;
        snprintf(path, sizeof path, "%.*s/%s", (int)found->path.count,
                 (const char *)found->path.bytes, asked(request, "act"));
    }
    note_text("library", open_database && execute ? "ok" : "absent");
    if (open_database && execute)
        keep(path, acts(request, "wal") ? "PRAGMA journal_mode=WAL" : "PRAGMA journal_mode");
    completion(reported(request));
}
