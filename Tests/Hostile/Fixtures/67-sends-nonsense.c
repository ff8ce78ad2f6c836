/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Writes to the host what is no packet, half a packet, or far too many of them. */
#include "wire.h"

static packet one;

static void *flood(void *unused) {
    for (;;) send(HOST_SOCKET, one.bytes, one.count, MSG_NOSIGNAL);
    return unused;
}

static void log_packet(void) {
    one.count = 0;
    put8(&one, 5);
    put32(&one, 1);
    put_text(&one, "line", 4);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    const char *act = asked(request, "act");
    uint32_t state = 12345;
    if (strcmp(act, "random") == 0) {
        for (int number = 0; number < 64; number++) {
            one.count = 1 + number * 7;
            for (size_t index = 0; index < one.count; index++)
                one.bytes[index] = (unsigned char)((state = state * 1664525 + 1013904223) >> 24);
            if (number == 0) one.bytes[0] = 0xff;
            send_packet(&one);
        }
    } else if (strcmp(act, "empty") == 0) {
        one.count = 0;
        send_packet(&one);
    } else if (strcmp(act, "half") == 0) {
        begin_completion(&one, 1);
        put32(&one, 1);
        send_packet(&one);
    } else if (strcmp(act, "counts") == 0) {
        begin_completion(&one, 1);
        put32(&one, 0xffffffff);
        send_packet(&one);
    } else if (strcmp(act, "length") == 0) {
        one.count = 0;
        put8(&one, 5);
        put32(&one, 1);
        put32(&one, 0xffffffff);
        put64(&one, 0);
        send_packet(&one);
    } else if (strcmp(act, "tail") == 0) {
        log_packet();
        put8(&one, 0);
        send_packet(&one);
    } else if (strcmp(act, "long") == 0) {
        memset(one.bytes, 5, sizeof one.bytes);
        int size = 1 << 20;
        setsockopt(HOST_SOCKET, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
        one.count = 193 << 10;
        if (send_packet(&one) < 0) abort();
    } else if (strcmp(act, "kind") == 0) {
        one.count = 0;
        put8(&one, 0);
        send_packet(&one);
    } else if (strcmp(act, "loaded-again") == 0) {
        one.count = 0;
        put8(&one, 1);
        put32(&one, 1 << 16);
        for (int number = 0; number < 3; number++) put64(&one, ~0ull);
        send_packet(&one);
    } else if (strcmp(act, "load-failed") == 0) {
        one.count = 0;
        put8(&one, 2);
        put8(&one, 1);
        put_text(&one, "the host did it", 15);
        send_packet(&one);
    } else if (strcmp(act, "strikes") == 0) {
        for (uint64_t number = 0; number < 1000000; number++) {
            one.count = 0;
            put8(&one, 4);
            put64(&one, number);
            put8(&one, 1 + number % 3);
            send_packet(&one);
        }
    } else if (strcmp(act, "lines") == 0) {
        log_packet();
        for (int number = 0; number < 1000000; number++) send_packet(&one);
    } else if (strcmp(act, "flood") == 0) {
        log_packet();
        for (int thread = 0; thread < 4; thread++) start_thread(flood, NULL);
    } else if (strcmp(act, "idle-flood") == 0) {
        log_packet();
        completion(titled(request, "changed"));
        flood(NULL);
    }
    for (;;) pause();
}
