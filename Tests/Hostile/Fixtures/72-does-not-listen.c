/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Takes its worker's packets away, or stops the thread that reads them. */
#include "wire.h"
#include <dirent.h>

static void *steal(void *unused) {
    static char bytes[256 << 10];
    for (;;) {
        if (recv(HOST_SOCKET, bytes, sizeof bytes, 0) <= 0) break;
    }
    for (;;) pause();
    return unused;
}

static void freeze(int number) {
    for (;;) pause();
}

static void freeze_others(void) {
    signal(SIGUSR1, freeze);
    DIR *threads = opendir("/proc/self/task");
    for (struct dirent *entry; threads && (entry = readdir(threads));) {
        int thread = atoi(entry->d_name);
        if (thread > 0 && thread != gettid()) syscall(SYS_tgkill, getpid(), thread, SIGUSR1);
    }
    closedir(threads);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (acts(request, "steals"))
        for (int thread = 0; thread < 8; thread++) start_thread(steal, NULL);
    if (acts(request, "freezes")) freeze_others();
    if (acts(request, "waits")) {
        freeze_others();
        for (;;) pause();
    }
    completion(titled(request, "changed"));
}
