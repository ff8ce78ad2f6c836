/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Has the kernel keep bytes for it in sockets: in many, with large buffers, of all kinds that it
 * can make. */
#include "proxy.h"
#include <netinet/tcp.h>

#define MOST_MEGABYTES 1024

static char block[64 << 10];

/* Writes to a socket until it takes no more; how many bytes it took. */
static long long fill(int connection) {
    long long sum = 0;
    for (;;) {
        ssize_t count = send(connection, block, sizeof block, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count <= 0) return sum;
        sum += count;
    }
}

static long long size_of(int connection, int option) {
    int size = 0;
    socklen_t length = sizeof size;
    getsockopt(connection, SOL_SOCKET, option, &size, &length);
    return size;
}

/* Asks for the largest buffer there is, in both ways. */
static long enlarge(int connection, int option, int forced) {
    int size = 64 << 20;
    long result = setsockopt(connection, SOL_SOCKET, option, &size, sizeof size);
    setsockopt(connection, SOL_SOCKET, forced, &size, sizeof size);
    return result;
}

static void enlarge_both(int connection) {
    enlarge(connection, SO_SNDBUF, SO_SNDBUFFORCE);
    enlarge(connection, SO_RCVBUF, SO_RCVBUFFORCE);
}

/* Whether asking is answered as if it were granted, and is not. */
static void note_wish(const char *name, int connection, int option, int forced) {
    long long before = size_of(connection, option);
    long result = enlarge(connection, option, forced);
    note_text(name, result == 0 && size_of(connection, option) == before ? "in-vain" : "granted");
}

/* Has the proxy read from a connection, so that its buffers grow as far as they do. */
static void warm(int connection) {
    for (int count = 0; count < 256; count++) {
        send(connection, block, sizeof block, MSG_DONTWAIT | MSG_NOSIGNAL);
        sched_yield();
    }
}

static void fill_connections(void) {
    /* A request whose head does not end: the proxy reads on for as long as it may. */
    static const char head[] = "GET http://example.invalid/ HTTP/1.1\r\nx: ";
    long long sum = 0;
    int sockets[64], count = 0;
    while (count < 32) {
        int connection = connect_to_proxy();
        if (connection < 0) break;
        sockets[count++] = connection;
        enlarge_both(connection);
        send(connection, head, sizeof head - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    }
    for (int index = 0; index < count; index++) warm(sockets[index]);
    note_number("connections", count);
    while (count < 62 && socketpair(AF_UNIX, SOCK_STREAM, 0, sockets + count) == 0) {
        enlarge_both(sockets[count]);
        enlarge_both(sockets[count + 1]);
        count += 2;
    }
    for (int index = 0; index < count && sum < (long long)MOST_MEGABYTES << 20; index++)
        sum += fill(sockets[index]);
    note_number("kilobytes", sum >> 10);
}

static void note_pairs(void) {
    int ends[2];
    note("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    note("pair-of-packets", socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends));
    note("pair-of-datagrams", socketpair(AF_UNIX, SOCK_DGRAM, 0, ends));
    note("unix", socket(AF_UNIX, SOCK_STREAM, 0));
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    memset(block, 'x', sizeof block);
    note_pairs();
    int connection = connect_to_proxy();
    note("connected", connection);
    note_wish("send-size", connection, SO_SNDBUF, SO_SNDBUFFORCE);
    note_wish("receive-size", connection, SO_RCVBUF, SO_RCVBUFFORCE);
    close(connection);
    fill_connections();
    completion(reported(request));
}
