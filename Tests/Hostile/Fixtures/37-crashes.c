/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Does one of the things that end a C program. */
#include "hostile.h"

static void smash_heap(void) {
    char *block = malloc(24), *next = malloc(24);
    for (int offset = 0; offset < 256; offset++) ((volatile char *)block)[offset] = 'A';
    free(next);
    free(block);
    free(malloc(1 << 20));
    abort();
}

static __attribute__((noinline)) void smash_stack(volatile char *frame) {
    for (int offset = 0; offset < 1 << 20; offset++) frame[offset] = 'A';
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static unsigned char data[16] = {0xc3};
    volatile int zero = 0;
    char frame[16];
    if (acts(request, "write")) *nowhere = 1;
    if (acts(request, "read")) zero = *nowhere;
    if (acts(request, "jump")) ((void (*)(void))0x41414141)();
    if (acts(request, "data")) ((void (*)(void))(uintptr_t)data)();
    if (acts(request, "free")) free((void *)(uintptr_t)(data + 8));
    if (acts(request, "heap")) smash_heap();
    if (acts(request, "stack")) smash_stack(frame);
    if (acts(request, "abort")) abort();
    if (acts(request, "raise")) raise(SIGBUS);
    if (acts(request, "halt")) __asm__ volatile("hlt");
    if (acts(request, "code")) *(volatile char *)(uintptr_t)did_receive = 0;
    if (acts(request, "trap")) __builtin_trap();
    if (acts(request, "divide")) zero = 7 / zero;
    if (acts(request, "terminate")) raise(SIGTERM);
}
