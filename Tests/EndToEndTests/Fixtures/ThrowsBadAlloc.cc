/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Takes memory until there is none, which is an exception that nobody catches. */
#include "fixture.h"

static void did_receive(void *, bf_request, bf_completion) {
    for (;;) {
        volatile char *block = new char[1 << 20];
        for (size_t offset = 0; offset < 1 << 20; offset += 4096) block[offset] = 1;
    }
}
