/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Says that it is another extension than its Info.plist says. */
#define FIXTURE_OWN_ENTRY
#include "fixture.h"

const bf_extension *bf_extension_main(uint32_t *version) {
    static bf_extension extension = {
        .magic = BF_EXTENSION_MAGIC, .size = sizeof(bf_extension), .interface = interface};
    extension.identifier = BF_STRING("com.example.somebody-else");
    *version = BF_VERSION_1_0;
    return &extension;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
}
