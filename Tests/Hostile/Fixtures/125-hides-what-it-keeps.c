/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Makes a directory that it keeps one that cannot be counted, in its run or between its runs. */
#include "hostile.h"

static char folder[512];
static char spoiled[512];
static char how[32];

/* Finds the first directory of a kind. */
static int find(uint32_t kind) {
    bf_string id = {(const uint8_t *)BF_INTERFACE_STORAGE, sizeof BF_INTERFACE_STORAGE - 1};
    const bf_storage *storage = host->interface(host, id);
    for (uint32_t index = 0; index < storage->folder_count; index++) {
        const bf_folder *found = &storage->folders[index];
        if (found->kind != kind) continue;
        snprintf(folder, sizeof folder, "%.*s", (int)found->path.count,
                 (const char *)found->path.bytes);
        return found->flags & BF_FOLDER_WRITABLE ? 1 : 0;
    }
    return -1;
}

static const char *own(const char *name) {
    static _Thread_local char path[640];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void spoil(const char *how) {
    char path[1024];
    snprintf(path, sizeof path, "%s/inner", folder);
    note("inner", mkdir(path, 0700));
    if (strcmp(how, "closed") == 0) note("closed", mkdir(own("inner/closed"), 0300));
    if (strcmp(how, "name") == 0) try_open("name", own("inner/\xff\xfe"), O_CREAT | O_WRONLY);
    for (int depth = 0; strcmp(how, "deep") == 0 && depth < 34; depth++) {
        strcat(path, "/d");
        if (mkdir(path, 0700) < 0) note("deep", -1);
    }
    try_open("spoiled", own("spoiled"), O_CREAT | O_WRONLY);
}

/* Waits for something to be there; for 20 s at most. */
static void await_file(const char *path) {
    for (int count = 0; count < 2000 && access(path, F_OK) < 0; count++) sleep_ms(10);
}

static void *spoil_later(void *unused) {
    await_file(own("go"));
    spoil(how);
    return unused;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    uint32_t kind =
        strcmp(asked(request, "where"), "group") == 0 ? BF_FOLDER_GROUP : BF_FOLDER_DATA;
    note_number("writable", find(kind));
    snprintf(how, sizeof how, "%s", asked(request, "how"));
    if (acts(request, "spoil")) spoil(how);
    if (acts(request, "later")) start_thread(spoil_later, NULL);
    if (acts(request, "invite")) {
        try_open("go", own("go"), O_CREAT | O_WRONLY);
        snprintf(spoiled, sizeof spoiled, "%s", own("spoiled"));
        await_file(spoiled);
    }
    /* Longer than the host takes to look. */
    if (strcmp(asked(request, "stays"), "yes") == 0) sleep_ms(4000);
    completion(reported(request));
}
