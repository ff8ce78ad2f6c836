/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Has room for a short title only. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    bf_content copy = titled(request, "changed");
    bf_string title;
    host->get_text(host, host->request_content(host, request), BF_KEY_TITLE, &title);
    if (title.count > 1000) abort();
    completion(copy);
}
