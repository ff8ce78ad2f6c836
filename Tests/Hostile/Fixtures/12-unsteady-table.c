/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Gives another table each time, or changes the one it gave. */
#define FIXTURE_OWN_INTERFACE
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(reported(request));
}

static bf_service *given;

static __attribute__((unused)) void crash(void *self, bf_request request, bf_completion done) {
    *nowhere = 1;
}

static __attribute__((unused)) bf_status spoil(void *self, const bf_host *table) {
    host = table;
#ifdef FLAVOUR_changes
    given->did_receive = crash;
#else
    munmap(given, 4096);
#endif
    return BF_OK;
}

static const void *interface(void *self, bf_string id) {
    static int calls;
    if (id.count != sizeof(BF_INTERFACE_SERVICE) - 1 ||
        memcmp(id.bytes, BF_INTERFACE_SERVICE, id.count) != 0)
        return NULL;
    given = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *given = (bf_service){.size = sizeof *given, .start = start, .did_receive = did_receive};
#if defined FLAVOUR_differs
    if (calls++ > 0) given->did_receive = crash;
#elif defined FLAVOUR_empty
    given->did_receive = NULL;
#else
    given->start = spoil;
#endif
    (void)calls;
    return given;
}
