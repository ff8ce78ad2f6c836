/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Speaks another ABI. */
#define FIXTURE_OWN_ENTRY
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(reported(request));
}

const bf_extension *bf_extension_main(uint32_t *version) {
    static const bf_extension extension = {
        .magic = BF_EXTENSION_MAGIC, .size = sizeof(bf_extension), .interface = interface};
#if defined FLAVOUR_newer
    *version += 1;
#elif defined FLAVOUR_zero
    *version = 0;
#elif defined FLAVOUR_major
    *version = BF_VERSION(2, 0);
#elif defined FLAVOUR_refuses
    return NULL;
#endif
    return &extension;
}
