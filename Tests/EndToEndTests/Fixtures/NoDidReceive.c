/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Gives a service table without did_receive. */
#define FIXTURE_OWN_ENTRY
#include "fixture.h"

static const void *empty(void *self, bf_string id) {
    static const bf_service service = {.size = sizeof(bf_service), .start = start};
    (void)self;
    (void)id;
    return &service;
}

const bf_extension *bf_extension_main(uint32_t *version) {
    static const bf_extension extension = {
        .magic = BF_EXTENSION_MAGIC, .size = sizeof(bf_extension), .interface = empty};
    (void)interface;
    (void)did_receive;
    *version = BF_VERSION_1_1;
    return &extension;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
}
