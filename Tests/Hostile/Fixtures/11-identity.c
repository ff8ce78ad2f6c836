/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Says that it is another extension than its Info.plist says. */
#define FIXTURE_OWN_ENTRY
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(reported(request));
}

const bf_extension *bf_extension_main(uint32_t *version) {
    static bf_extension extension = {
        .magic = BF_EXTENSION_MAGIC, .size = sizeof(bf_extension), .interface = interface};
#ifdef FLAVOUR_identifier
    extension.identifier = BF_STRING("com.example.somebody-else");
#elif defined FLAVOUR_version
    extension.version = BF_STRING("99.0");
#endif
    *version = BF_VERSION_1_0;
    return &extension;
}
