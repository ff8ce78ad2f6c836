/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Starts another process, in every way there is. */
#include "hostile.h"
#include <linux/sched.h>
#include <sched.h>
#include <spawn.h>

static int run_child(void *unused) { _exit(0); }

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char *const arguments[] = {(char *)"true", NULL};
    static char stack[65536] __attribute__((aligned(16)));
    pid_t child = 0;
    if (acts(request, "executes")) execve("/bin/true", arguments, arguments + 1);
    if (acts(request, "executes-file"))
        syscall(SYS_execveat, 4, "", arguments, arguments + 1, AT_EMPTY_PATH);
    if (acts(request, "executes-host")) execve("/proc/self/exe", arguments, arguments + 1);
    note("fork", (long)syscall(SYS_fork));
    note("vfork", (long)syscall(SYS_vfork));
    note("library-fork", (long)fork());
    note("clone", clone(run_child, stack + sizeof stack, SIGCHLD, NULL));
    note("clone-space", clone(run_child, stack + sizeof stack, CLONE_VM | SIGCHLD, NULL));
    note("clone-user", clone(run_child, stack + sizeof stack, CLONE_NEWUSER | SIGCHLD, NULL));
    struct clone_args asked_for = {.exit_signal = SIGCHLD};
    note("clone3", syscall(SYS_clone3, &asked_for, sizeof asked_for));
    errno = posix_spawn(&child, "/bin/true", NULL, NULL, arguments, arguments + 1);
    note("spawn", errno ? -1 : 0);
    note_number("system", system("true") == 0);
    completion(reported(request));
}
