/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Gives another table each time it is asked, and spoils the ones it has given. */
#define FIXTURE_OWN_ENTRY
#include "fixture.h"

static bf_service services[2];
static bf_extension extension;
static int asked;

static const void *changing(void *self, bf_string id) {
    bf_service *service = &services[asked++ & 1];
    *service = *(const bf_service *)interface(self, BF_STRING(BF_INTERFACE_SERVICE));
    if (asked > 1) service->did_receive = NULL;
    return id.count == sizeof(BF_INTERFACE_SERVICE) - 1 ? service : NULL;
}

const bf_extension *bf_extension_main(uint32_t *version) {
    extension = (bf_extension){
        .magic = BF_EXTENSION_MAGIC, .size = sizeof(bf_extension), .interface = changing};
    *version = BF_VERSION_1_1;
    return &extension;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    memset(services, 0, sizeof services);
    memset(&extension, 0, sizeof extension);
    completion(titled(request, "changed"));
}
