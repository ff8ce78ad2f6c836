/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* A service extension: it is shown a notification before the user is, and may change it. */
#ifndef BELFRY_SERVICE_H
#define BELFRY_SERVICE_H

#include <belfry/base.h>
#include <belfry/host.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BF_INTERFACE_SERVICE "bf.service/1"

/* Decides one request: with `content`, or with the original when `content` is {0}.
 *
 * Made anew for each request, so it needs no further argument to know which request it answers, and
 * it may be called from any thread, at any time, for as long as the process lives: the first call
 * counts; a second or a late one is counted as a strike and otherwise does nothing. A content that
 * is neither {0} nor one of the request's ends the run; the original is delivered (fallback: abuse).
 * [any-thread] since 1.0 */
typedef void (*bf_completion)(bf_content content);

/* bf_service.flags */
/* did_receive may run for several requests at once. No host does so yet, and the flag changes
 * nothing: a process has one request at a time, and BFExtension.ParallelRuns counts processes. */
#define BF_SERVICE_REENTRANT 1u

/* The table an extension gives for BF_INTERFACE_SERVICE. `self` is always bf_extension.self.
 * The host reads the table once; members marked optional may be null. */
typedef struct bf_service {
    uint32_t size; /* sizeof(bf_service), as the extension was compiled */
    uint32_t flags;

    /* Optional. Called once, before the first request. An error means the extension cannot serve:
     * it is unloaded, and host->explain says why.
     * [main-thread] since 1.0 */
    bf_status (*start)(void *self, const bf_host *host);

    /* Shows the extension a notification. The extension answers by `completion` (or by
     * host->complete), now or later, from any thread; returning is not an answer.
     * [work-thread] since 1.0 */
    void (*did_receive)(void *self, bf_request request, bf_completion completion);

    /* Optional. The wall budget of `request` ends in `grace_ns` nanoseconds and it is not decided:
     * complete it now with the best attempt. Runs while did_receive may still be running.
     * [expiry-thread] since 1.0 */
    void (*will_expire)(void *self, bf_request request, uint64_t grace_ns);

    /* Optional. The footprint has passed 80 % of the memory budget: `used` of `limit` bytes above
     * the idle worker.
     * [expiry-thread] since 1.0 */
    void (*pressure)(void *self, uint64_t used, uint64_t limit);

    /* Optional. The host has no further request for this process. There is no promise that it is
     * called: a process may also simply be killed.
     * [main-thread] since 1.0 */
    void (*stop)(void *self);

    /* Optional. The CPU time of the run has passed 80 % of its budget: `used_ns` of `limit_ns`
     * nanoseconds, of all threads together. Nothing more is said before the end.
     * [expiry-thread] since 1.1 */
    void (*cpu_pressure)(void *self, uint64_t used_ns, uint64_t limit_ns);
} bf_service;

/* An extension that wants the worker's main thread for a run loop gives this table too. */
#define BF_INTERFACE_MAIN_LOOP "bf.mainloop/1"

/* since 1.0 */
typedef struct bf_main_loop {
    uint32_t size;
    uint32_t reserved;

    /* Runs the main loop; called after start has succeeded. Returning ends nothing: requests go on
     * to arrive on the work thread.
     * [main-thread] since 1.0 */
    void (*run)(void *self);
} bf_main_loop;

#ifdef __cplusplus
}
#endif

#endif
