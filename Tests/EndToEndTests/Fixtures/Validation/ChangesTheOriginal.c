/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Writes into the original, which nobody can change. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    bf_content original = host->request_content(host, request);
    host->set_text(host, original, BF_KEY_TITLE, BF_STRING("changed"));
    completion(titled(request, "changed"));
}
