/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Asks for a million copies, and says in the title how many it got. */
#include "fixture.h"
#include <stdio.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content original = host->request_content(host, request), last = {0};
    int count = 0;
    char title[32];
    (void)self;
    for (int round = 0; round < 1000000; round++) {
        bf_content copy = host->content_copy(host, original);
        if (copy.id) last = copy, count++;
    }
    snprintf(title, sizeof title, "%d", count);
    host->set_text(host, last, BF_KEY_TITLE, (bf_string){(const uint8_t *)title, strlen(title)});
    completion(last);
}
