/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tells where things are in its process, which is what an attack on a bug of another one needs. */
#include "hostile.h"
#include <sys/auxv.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    int here;
    void *memory = malloc(100 << 10);
    const uint64_t *random = (const uint64_t *)getauxval(AT_RANDOM);
    note_number("library", (long long)(intptr_t)&printf);
    note_number("program", (long long)getauxval(AT_ENTRY));
    note_number("stack", (long long)(intptr_t)&here);
    note_number("heap", (long long)(intptr_t)memory);
    /* The C library makes the stack canary of the first of these bytes. */
    note_number("canary", random ? (long long)random[0] : 0);
    free(memory);
    completion(reported(request));
}
