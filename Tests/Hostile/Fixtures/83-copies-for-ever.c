/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Copies its content a million times. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content first = titled(request, "changed");
    int copies = 1;
    for (int number = 0; number < 1000000; number++)
        copies += host->content_copy(host, first).id != 0;
    note_number("copies", copies);
    bf_string text = {(const uint8_t *)report, strlen(report)};
    host->set_text(host, first, BF_KEY_BODY, text);
    completion(first);
}
