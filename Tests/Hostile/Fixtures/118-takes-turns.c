/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Holds the lock of a file in its group until another worker waits for it, and ends without a word; or
 * waits for it. */
#include "hostile.h"
#include <sys/file.h>

static char folder[512];

static int open_in_group(const char *name, int flags) {
    char path[640];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return open(path, flags | O_CLOEXEC, 0600);
}

static void find_group(void) {
    bf_string id = {(const uint8_t *)BF_INTERFACE_STORAGE, sizeof BF_INTERFACE_STORAGE - 1};
    const bf_storage *storage = host->interface(host, id);
    for (uint32_t index = 0; index < storage->folder_count; index++) {
        const bf_folder *found = &storage->folders[index];
        if (found->kind != BF_FOLDER_GROUP) continue;
        snprintf(folder, sizeof folder, "%.*s", (int)found->path.count,
                 (const char *)found->path.bytes);
    }
}

static void wait_for(const char *name) {
    int file = -1;
    while ((file = open_in_group(name, O_RDONLY)) < 0) sleep_ms(5);
    close(file);
}

/* Says that the first thread waits, when it probably does. */
static void *tell(void *unused) {
    sleep_ms(100);
    close(open_in_group("waiting", O_CREAT | O_RDWR));
    return unused;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    find_group();
    int file = open_in_group("turn", O_CREAT | O_RDWR);
    if (acts(request, "holds")) {
        flock(file, LOCK_EX);
        close(open_in_group("held", O_CREAT | O_RDWR));
        wait_for("waiting");
        abort();
    }
    wait_for("held");
    note("busy", flock(file, LOCK_EX | LOCK_NB));
    start_thread(tell, NULL);
    note("had", flock(file, LOCK_EX));
    completion(reported(request));
}
