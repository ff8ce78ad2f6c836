/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Has no usable entry. */
#define FIXTURE_OWN_ENTRY
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(reported(request));
}

__attribute__((used)) static const void *(*const unused)(void *, bf_string) = interface;

#ifdef FLAVOUR_data
__attribute__((visibility("default"))) const long long bf_extension_data = 0xc3c3c3c3c3c3c3c3;
__asm__(".globl bf_extension_main\n.set bf_extension_main, bf_extension_data\n"
        ".type bf_extension_main, @object");
#endif

#ifdef FLAVOUR_mistyped
/* Says that it is a function, where no code is. */
__asm__(".data\n.globl bf_extension_main\n.type bf_extension_main, @function\n"
        "bf_extension_main: .quad 0xc3c3c3c3c3c3c3c3\n.size bf_extension_main, 8\n.text");
#endif

#ifdef FLAVOUR_absolute
__asm__(".globl bf_extension_main\n.type bf_extension_main, @function\n"
        ".set bf_extension_main, 0x41414141");
#endif
