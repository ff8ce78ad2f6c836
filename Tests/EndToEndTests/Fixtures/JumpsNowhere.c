/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Calls what is no function. */
#include "fixture.h"

__attribute__((noinline)) static void call_nowhere(void) {
    void (*volatile nowhere)(void) = (void (*)(void))0x414141414000;
    nowhere();
    __asm__ volatile("" ::: "memory");
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    call_nowhere();
    completion(titled(request, "changed"));
}
