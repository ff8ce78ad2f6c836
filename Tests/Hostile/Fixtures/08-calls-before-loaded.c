/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Makes a forbidden system call before the loader is through. */
#include "hostile.h"

static void call(void) {
#if defined FLAVOUR_executes
    __asm__ volatile("syscall" ::"a"(SYS_execve), "D"(0), "S"(0), "d"(0) : "rcx", "r11", "memory");
#else
    __asm__ volatile("syscall" ::"a"(SYS_ptrace), "D"(0), "S"(0), "d"(0) : "rcx", "r11", "memory");
#endif
}

#ifdef FLAVOUR_initialises
void first_function(void) { call(); }
#else
static int real(void) { return 1; }
static int (*resolve(void))(void) {
    call();
    return real;
}
int chosen(void) __attribute__((ifunc("resolve")));
int (*volatile kept)(void) = chosen;
#endif

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(reported(request));
}
