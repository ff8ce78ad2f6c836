/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Is large in one way or another. */
#include "hostile.h"

#if defined FLAVOUR_exports
__asm__(".text\n.macro export number\n.globl exported_symbol_\\number\n"
        "exported_symbol_\\number:\n.endm\n.altmacro\n.set counter, 0\n.rept 20000\n"
        "export %counter\n.set counter, counter + 1\n.endr\nret\n.noaltmacro");
#elif defined FLAVOUR_zeroes
static char zeroes[500 << 20];
__attribute__((used)) static char *volatile kept = zeroes;
#elif defined FLAVOUR_touched
static char zeroes[48 << 20];
__attribute__((constructor)) static void touch(void) { memset(zeroes, 1, sizeof zeroes); }
#endif

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(reported(request));
}
