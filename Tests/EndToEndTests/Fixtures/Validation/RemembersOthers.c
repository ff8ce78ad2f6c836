/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Shows the title of the last request that had another title. */
#include "fixture.h"

static char last[4096], before[4096];

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    bf_content copy = host->content_copy(host, host->request_content(host, request));
    bf_string title;
    char now[4096] = "";
    if (host->get_text(host, copy, BF_KEY_TITLE, &title) == BF_OK && title.count < sizeof now)
        memcpy(now, title.bytes, title.count);
    if (strcmp(now, last) != 0) {
        memcpy(before, last, sizeof before);
        memcpy(last, now, sizeof last);
    }
    bf_string shown = {(const uint8_t *)before, strlen(before)};
    host->set_text(host, copy, BF_KEY_SUBTITLE, shown);
    completion(copy);
}
