/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Keeps the host reading: empty lines, and log lines as long as a packet can be. */
#include "fixture.h"
#include <pthread.h>
#include <sys/socket.h>

static void *print_lines(void *unused) {
    static char lines[64 * 1024];
    (void)unused;
    memset(lines, '\n', sizeof lines);
    while (write(1, lines, sizeof lines) > 0) continue;
    return NULL;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    enum { length = 180 * 1024 };
    static unsigned char packet[1 + 4 + 4 + length];
    uint32_t count = length;
    pthread_t thread;
    (void)self;
    (void)request;
    (void)completion;
    memset(packet, 'x', sizeof packet);
    packet[0] = 5;
    memset(packet + 1, 0, 4);
    memcpy(packet + 5, &count, sizeof count);
    pthread_create(&thread, NULL, print_lines, NULL);
    while (send(3, packet, sizeof packet, MSG_NOSIGNAL) > 0) continue;
}
