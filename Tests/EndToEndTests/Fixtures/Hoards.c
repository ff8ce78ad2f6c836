/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Makes more files in its own directory than it may keep; where it can no longer, it removes them.
 * The title says which, and what a write was answered. */
#include "fixture.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

static const int count = 8200;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    static char report[64];
    char name[512];
    bf_string id = {(const uint8_t *)BF_INTERFACE_STORAGE, sizeof BF_INTERFACE_STORAGE - 1};
    const bf_storage *storage = host->interface(host, id);
    const bf_folder *own = &storage->folders[0];
    int is_writable = own->flags & BF_FOLDER_WRITABLE, done = 0;
    snprintf(name, sizeof name, "%.*s/probe", (int)own->path.count, (const char *)own->path.bytes);
    int probe = open(name, O_CREAT | O_WRONLY, 0600);
    int error = probe < 0 ? errno : 0;
    if (probe >= 0) close(probe);
    for (int number = 0; number < count; number++) {
        snprintf(name, sizeof name, "%.*s/%d", (int)own->path.count, (const char *)own->path.bytes,
                 number);
        int file = is_writable ? open(name, O_CREAT | O_WRONLY, 0600) : -1;
        done += is_writable ? file >= 0 : unlink(name) == 0;
        if (file >= 0) close(file);
    }
    snprintf(report, sizeof report, "%s %d %s", is_writable ? "made" : "removed", done,
             error == EACCES ? "EACCES"
             : error         ? "failed"
                             : "ok");
    completion(titled(request, report));
}
