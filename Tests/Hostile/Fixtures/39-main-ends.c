/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Ends the main thread, which is its own when it has a main loop. */
#define FIXTURE_OWN_INTERFACE
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(reported(request));
}

static void run(void *self) { pthread_exit(NULL); }

static __attribute__((unused)) bf_status end_at_start(void *self, const bf_host *table) {
    host = table;
    syscall(SYS_exit, 0);
    return BF_OK;
}

static const void *interface(void *self, bf_string id) {
    static bf_service service = {
        .size = sizeof service, .start = start, .did_receive = did_receive};
    static const bf_main_loop loop = {sizeof loop, 0, run};
#ifdef FLAVOUR_start
    service.start = end_at_start;
#endif
    if (id.count == sizeof(BF_INTERFACE_SERVICE) - 1 &&
        memcmp(id.bytes, BF_INTERFACE_SERVICE, id.count) == 0)
        return &service;
    if (id.count == sizeof(BF_INTERFACE_MAIN_LOOP) - 1 &&
        memcmp(id.bytes, BF_INTERFACE_MAIN_LOOP, id.count) == 0)
        return &loop;
    return NULL;
}
