/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Is large, and slow to load: its file is changed meanwhile. */
#include "hostile.h"

#define TITLE "first"
#ifdef FLAVOUR_other
#undef TITLE
#define TITLE "other"
#endif

/* Code far behind, in a page that nothing has touched when the file is changed. */
__asm__(".text\n.balign 4096\n.space 1048576, 0x90\n.globl far_code\n.hidden far_code\n"
        ".type far_code, @function\nfar_code: mov $7, %eax\nret\n.balign 4096\n");
extern int far_code(void);

static void did_receive(void *self, bf_request request, bf_completion completion) {
    sleep_ms(150);
    completion(far_code() == 7 ? titled(request, TITLE) : (bf_content){0});
}
