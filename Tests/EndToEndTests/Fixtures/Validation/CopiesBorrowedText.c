/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Reads a string that it was lent one request too late, into memory of its own. */
#include "fixture.h"

static bf_string kept;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    uint8_t copy[64];
    (void)self;
    if (kept.count > 0 && kept.count < sizeof copy) {
        memcpy(copy, kept.bytes, kept.count);
        host->log(host, BF_LOG_INFO, (bf_string){copy, kept.count});
    }
    host->request_identifier(host, request, &kept);
    completion(titled(request, "changed"));
}
