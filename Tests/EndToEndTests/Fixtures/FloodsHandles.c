/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Uses handles that are none, again and again, and would complete in the end. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_string text;
    (void)self;
    for (uint64_t number = 0; number < 100; number++)
        host->get_text(host, (bf_content){request.id + number}, BF_KEY_TITLE, &text);
    completion(titled(request, "changed"));
}
