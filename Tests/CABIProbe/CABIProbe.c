/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#include "CABIProbe.h"

/* Holds this build, with its compiler and its flags, to the recorded layout. */
#include "../../SDK/C/abi/layout_assert.h"

int cabi_probe_has_did_receive(const bf_service *table) { return BF_HAS(table, did_receive); }

int cabi_probe_has_stop(const bf_service *table) { return BF_HAS(table, stop); }

static bf_status start(void *self, const bf_host *host) {
    (void)self;
    (void)host;
    return BF_OK;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
}

static void stop(void *self) { (void)self; }

bf_service cabi_probe_service(uint32_t size) {
    return (bf_service){.size = size, .start = start, .did_receive = did_receive, .stop = stop};
}

bf_string cabi_probe_string(void) { return BF_STRING("a\0\xC3\xA9"); }

uint32_t cabi_probe_version(uint32_t major, uint32_t minor) { return BF_VERSION(major, minor); }

uint32_t cabi_probe_version_major(uint32_t version) { return BF_VERSION_MAJOR(version); }

uint32_t cabi_probe_version_minor(uint32_t version) { return BF_VERSION_MINOR(version); }
