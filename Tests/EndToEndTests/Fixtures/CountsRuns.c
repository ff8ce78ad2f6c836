/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Counts its runs in a file that it keeps, sets its app's badge to the count, and says it in the title.
 * A notification whose payload has "slowly" in it takes a while. */
#define _GNU_SOURCE
#include "fixture.h"
#include <stdio.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    const bf_storage *storage = host->interface(host, BF_STRING(BF_INTERFACE_STORAGE));
    const bf_center *center = host->interface(host, BF_STRING(BF_INTERFACE_CENTER));
    bf_string json = {NULL, 0};
    char path[512], title[64];
    int count = 0;
    (void)self;
    snprintf(path, sizeof path, "%.*s/count", (int)storage->folders[0].path.count,
             (const char *)storage->folders[0].path.bytes);
    FILE *file = fopen(path, "r");
    if (file) {
        if (fscanf(file, "%d", &count) != 1) abort();
        fclose(file);
    }
    file = fopen(path, "w");
    if (!file) abort();
    fprintf(file, "%d\n", ++count);
    fclose(file);
    if (center->set_badge(host, count, NULL, NULL) != BF_OK) abort();
    host->get_text(host, host->request_content(host, request), BF_KEY_USER_INFO, &json);
    if (memmem(json.bytes, json.count, "slowly", 6)) usleep(1500 * 1000);
    snprintf(title, sizeof title, "run %d", count);
    completion(titled(request, title));
}
