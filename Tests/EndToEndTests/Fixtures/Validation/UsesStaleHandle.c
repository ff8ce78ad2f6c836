/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Writes into the copy of an earlier request, which is gone by then. */
#include "fixture.h"

static bf_content kept;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    if (kept.id != 0) host->set_text(host, kept, BF_KEY_TITLE, BF_STRING("late"));
    kept = titled(request, "changed");
    completion(kept);
}
