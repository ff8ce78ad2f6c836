/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* A terminal that was changed is given back by whoever comes first: the end of the screen, the
 * second signal, or the handler of a signal that ends the process. All here is async-signal-safe:
 * tcsetattr(3), write(2), sigaction(2), raise(3), and atomics. */

#define _GNU_SOURCE
#include "CBelfryPlatform.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT};
enum { signal_count = sizeof signals / sizeof *signals };
enum { is_free, is_taken, is_kept };

static atomic_int state = is_free;
static int terminal = -1;
static struct termios before;
static char end_text[128];
static size_t end_count;
static struct sigaction others[signal_count];
static atomic_bool has_handlers;

void belfry_terminal_give_back(void) {
    int expected = is_kept;
    if (!atomic_compare_exchange_strong(&state, &expected, is_free)) return;
    int error = errno;
    for (size_t done = 0; done < end_count;) {
        ssize_t count = write(terminal, end_text + done, end_count - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        done += (size_t)count;
    }
    tcsetattr(terminal, TCSAFLUSH, &before);
    errno = error;
}

/* Gives the terminal back, and then the signal to whoever had it before: it waits until the
 * handler returns. */
static void die(int signal) {
    belfry_terminal_give_back();
    for (int index = 0; index < signal_count; index++) {
        if (signals[index] == signal) sigaction(signal, &others[index], NULL);
    }
    raise(signal);
}

static void set_handlers(void) {
    if (atomic_exchange(&has_handlers, true)) return;
    for (int index = 0; index < signal_count; index++) {
        struct sigaction action = {.sa_handler = die, .sa_flags = SA_ONSTACK};
        sigemptyset(&action.sa_mask);
        /* One that is ignored ends nothing. */
        if (sigaction(signals[index], NULL, &others[index]) != 0) continue;
        if (others[index].sa_handler != SIG_IGN) sigaction(signals[index], &action, NULL);
    }
}

int belfry_terminal_keep(int descriptor, const char *end) {
    int expected = is_free;
    size_t count = strlen(end);
    if (count > sizeof end_text || !atomic_compare_exchange_strong(&state, &expected, is_taken)) {
        errno = EBUSY;
        return -1;
    }
    if (tcgetattr(descriptor, &before) != 0) {
        atomic_store(&state, is_free);
        return -1;
    }
    memcpy(end_text, end, count);
    end_count = count;
    terminal = descriptor;
    set_handlers();
    atomic_store(&state, is_kept);
    return 0;
}

void belfry_terminal_let_go(int descriptor) {
    int expected = is_kept;
    if (terminal == descriptor) atomic_compare_exchange_strong(&state, &expected, is_free);
}
