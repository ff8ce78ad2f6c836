/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Leaks a megabyte per request. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char *leak = malloc(1 << 20);
    if (leak) memset(leak, 1, 1 << 20);
    completion(titled(request, "changed"));
}
