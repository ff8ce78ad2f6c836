/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Takes the number that its title is: writes where there is nothing on each third one, and marks the
 * others. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_string title;
    char text[64] = {0};
    (void)self;
    bf_content content = host->request_content(host, request);
    if (host->get_text(host, content, BF_KEY_TITLE, &title) != BF_OK || title.count > 32) abort();
    memcpy(text, title.bytes, (size_t)title.count);
    if (atoi(text) % 3 == 0) *(volatile int *)16 = 1;
    completion(titled(request, strcat(text, ", changed")));
}
