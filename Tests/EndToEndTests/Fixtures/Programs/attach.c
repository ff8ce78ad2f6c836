/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Attaches to a process as a debugger does, and stays with it until it ends: attach PID */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

int main(int count, char **arguments) {
    pid_t process = count == 2 ? atoi(arguments[1]) : 0;
    int status;
    if (process <= 0 || ptrace(PTRACE_SEIZE, process, NULL, NULL) < 0) return errno ? errno : 1;
    while (waitpid(process, &status, 0) >= 0)
        if (WIFEXITED(status) || WIFSIGNALED(status)) return 0;
    return 0;
}
