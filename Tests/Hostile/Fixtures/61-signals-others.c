/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Signals every process but its own. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    siginfo_t info = {.si_code = SI_QUEUE};
    union sigval value = {0};
    if (acts(request, "descriptor")) syscall(SYS_pidfd_send_signal, 3, SIGKILL, NULL, 0);
    note("all", kill(-1, SIGKILL));
    note("parent", kill(getppid(), SIGKILL));
    note("group", kill(0, SIGKILL));
    note("first", kill(1, SIGKILL));
    note("thread", syscall(SYS_tgkill, getppid(), getppid(), SIGKILL));
    note("any-thread", syscall(SYS_tkill, getppid(), SIGKILL));
    note("queue", sigqueue(getppid(), SIGKILL, value));
    note("queue-raw", syscall(SYS_rt_sigqueueinfo, getppid(), SIGKILL, &info));
    note("owner", fcntl(3, F_SETOWN, getppid()));
    note("signal", fcntl(3, 10, SIGKILL));
    completion(reported(request));
}
