/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Returns what is no descriptor. */
#define FIXTURE_OWN_ENTRY
#include "fixture.h"

const bf_extension *bf_extension_main(uint32_t *version) {
    static const bf_extension extension = {.size = sizeof(bf_extension), .interface = interface};
    *version = BF_VERSION_1_0;
    return &extension;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
}
