/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Stops when it is told that its CPU time runs out, for which there is a time left. */
#define FIXTURE_CPU_PRESSURE
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    completion(titled(request, "changed"));
}

static void cpu_pressure(void *self, uint64_t used_ns, uint64_t limit_ns) {
    (void)self;
    (void)used_ns;
    (void)limit_ns;
    abort();
}
