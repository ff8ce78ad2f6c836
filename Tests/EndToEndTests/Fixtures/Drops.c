/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Drops the notification; when it may not, it says so in the title. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_status status = host->drop(host, request, BF_STRING("spam.v2"));
    (void)self;
    if (status == BF_ERROR_DENIED) completion(titled(request, "denied"));
    if (status == BF_OK) completion((bf_content){0});
}
