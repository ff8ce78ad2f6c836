/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Closes its descriptors, the one to the host among them, or puts others in their place. */
#include "wire.h"

static void *read_for_ever(void *unused) {
    char byte;
    for (;;) recv(HOST_SOCKET, &byte, 1, MSG_PEEK);
    return unused;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    int ends[2];
    if (acts(request, "all")) {
        for (int descriptor = 0; descriptor < 64; descriptor++) close(descriptor);
    } else if (acts(request, "range")) {
        if (syscall(SYS_close_range, 0u, ~0u, 0u) < 0)
            for (int descriptor = 0; descriptor < 1024; descriptor++) close(descriptor);
    } else if (acts(request, "socket-only")) {
        close(HOST_SOCKET);
    } else if (acts(request, "pipe-instead")) {
        if (pipe2(ends, 0) == 0) dup2(ends[1], HOST_SOCKET);
    } else if (acts(request, "keeps-a-copy")) {
        if (dup(HOST_SOCKET) >= 0) close(HOST_SOCKET);
    } else if (acts(request, "no-answer")) {
        close(HOST_SOCKET);
        for (;;) pause();
    } else if (acts(request, "while-read")) {
        start_thread(read_for_ever, NULL);
        sleep_ms(5);
        close(HOST_SOCKET);
    } else if (acts(request, "half")) {
        shutdown(HOST_SOCKET, SHUT_WR);
    } else if (acts(request, "output-too")) {
        dup2(HOST_SOCKET, 1);
        dup2(HOST_SOCKET, 2);
        for (int line = 0; line < 100; line++)
            if (write(1, "no packet", 9) < 0) break;
    }
    completion(titled(request, "changed"));
    for (;;) pause();
}
