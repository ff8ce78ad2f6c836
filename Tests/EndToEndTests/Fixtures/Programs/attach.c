/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Attaches to a process as a debugger does, to all its threads, those too that it starts later, and
 * stays with it until it ends: attach PID */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/wait.h>

static int seize(pid_t thread) {
    return ptrace(PTRACE_SEIZE, thread, NULL, PTRACE_O_TRACECLONE) < 0 ? errno : 0;
}

int main(int count, char **arguments) {
    char folder[64];
    const pid_t process = count == 2 ? atoi(arguments[1]) : 0;
    const int error = process > 0 ? seize(process) : EINVAL;
    if (error) return error;
    /* From here on what the first thread starts is attached by itself. */
    snprintf(folder, sizeof folder, "/proc/%d/task", process);
    DIR *threads = opendir(folder);
    for (struct dirent *entry; threads && (entry = readdir(threads));)
        if (atoi(entry->d_name) > 0) seize(atoi(entry->d_name));
    if (threads) closedir(threads);
    int status;
    for (pid_t thread; (thread = waitpid(-1, &status, __WALL)) > 0;) {
        if (thread == process && (WIFEXITED(status) || WIFSIGNALED(status))) return 0;
        /* What is not a signal is the start of a thread. */
        if (WIFSTOPPED(status))
            ptrace(PTRACE_CONT, thread, NULL, (long)(status >> 16 ? 0 : WSTOPSIG(status)));
    }
    return 0;
}
