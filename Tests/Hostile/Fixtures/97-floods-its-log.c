/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Writes as much into its log and its output as it can. */
#include "hostile.h"

static char block[1 << 16];

static void did_receive(void *self, bf_request request, bf_completion completion) {
    memset(block, 'x', sizeof block);
    for (size_t index = 63; index < sizeof block; index += 64) block[index] = '\n';
    if (acts(request, "output")) {
        for (int number = 0; number < 128; number++)
            if (write(1, block, sizeof block) < 0) break;
    } else if (acts(request, "one-line")) {
        memset(block, 'x', sizeof block);
        for (int number = 0; number < 128; number++)
            if (write(2, block, sizeof block) < 0) break;
    } else if (acts(request, "for-ever")) {
        for (;;)
            if (write(1, block, sizeof block) < 0) break;
    } else {
        for (int number = 0; number < 4000; number++)
            host->log(host, BF_LOG_ERROR, (bf_string){(const uint8_t *)block, 4096});
    }
    completion(titled(request, "changed"));
}
