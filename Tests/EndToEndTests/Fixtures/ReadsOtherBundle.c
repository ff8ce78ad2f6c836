/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tries to read the file that the payload names, and then its own Info.plist. */
#include "fixture.h"
#include <fcntl.h>
#include <stdio.h>

static int can_read(const char *path) {
    int file = open(path, O_RDONLY);
    if (file < 0) return 0;
    close(file);
    return 1;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static const char key[] = "\"path\":\"";
    char other[1024] = "", own[1024], title[64], payload[8192];
    const bf_bundle *bundle = host->interface(host, BF_STRING(BF_INTERFACE_BUNDLE));
    bf_string info = {0};
    (void)self;
    host->get_text(host, host->request_content(host, request), BF_KEY_USER_INFO, &info);
    snprintf(payload, sizeof payload, "%.*s", (int)info.count, (const char *)info.bytes);
    char *start = strstr(payload, key);
    if (start) sscanf(start + sizeof key - 1, "%1023[^\"]", other);
    snprintf(own, sizeof own, "%.*s/Info.plist", (int)bundle->path.count,
             (const char *)bundle->path.bytes);
    snprintf(title, sizeof title, "other: %s, own: %s", can_read(other) ? "read" : "refused",
             can_read(own) ? "read" : "refused");
    completion(titled(request, title));
}
