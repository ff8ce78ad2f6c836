/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Gives a count without bytes. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    host->log(host, BF_LOG_INFO, (bf_string){NULL, 3});
    completion(titled(request, "changed"));
}
