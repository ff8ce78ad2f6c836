/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Wants memory that is both written and run. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(reported(request));
}

#ifdef FLAVOUR_relocations
extern void bf_extension_main_address(void);
__asm__(".text\n.globl kept_address\n.hidden kept_address\nkept_address: .quad malloc\n");
extern void *kept_address;
__attribute__((used)) static void **const used_address = &kept_address;
#endif
