/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Keeps a string that it was lent, and gives it back one request later. */
#include "fixture.h"

static bf_string kept;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    if (kept.count > 0) host->log(host, BF_LOG_INFO, kept);
    host->request_identifier(host, request, &kept);
    completion(titled(request, "changed"));
}
