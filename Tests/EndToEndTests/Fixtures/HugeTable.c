/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Gives a service table that says it is two gigabytes long. */
#define FIXTURE_OWN_ENTRY
#include "fixture.h"

static const void *huge(void *self, bf_string id) {
    static bf_service service;
    service = *(const bf_service *)interface(self, BF_STRING(BF_INTERFACE_SERVICE));
    service.size = 1u << 31;
    (void)id;
    return &service;
}

const bf_extension *bf_extension_main(uint32_t *version) {
    static const bf_extension extension = {
        .magic = BF_EXTENSION_MAGIC, .size = sizeof(bf_extension), .interface = huge};
    *version = BF_VERSION_1_1;
    return &extension;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
}
