/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Blocks and handles every signal it can, and goes on. */
#include "hostile.h"

static void ignore(int number) {}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    sigset_t all;
    sigfillset(&all);
    for (int number = 1; number < 65; number++) {
        struct sigaction action = {.sa_handler = number % 2 ? ignore : SIG_IGN};
        sigaction(number, &action, NULL);
    }
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    if (acts(request, "spins")) spin(NULL);
    for (;;) pause();
}
