/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Reserves a terabyte of addresses, which is no memory. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    void *space =
        mmap(NULL, 1ul << 40, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    note("reserved", space == MAP_FAILED ? -1 : 0);
    completion(reported(request));
}
