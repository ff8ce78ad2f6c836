/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Opens connections to the proxy by the thousand: says nothing on them, says half a request, or says
 * one a byte at a time. */
#include "proxy.h"

enum { most = 64, rounds = 60 };

/* As many connections as there are descriptors for, without waiting for any; how many. */
static int open_all(int *connections, const char *start) {
    const char *proxy = getenv("http_proxy"), *port = proxy ? strrchr(proxy, ':') : NULL;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)atoi(port ? port + 1 : "0"))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int count = 0;
    while (count < most) {
        int connection = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
        if (connection < 0) break;
        connect(connection, (struct sockaddr *)&address, sizeof address);
        connections[count++] = connection;
    }
    sleep_ms(5);
    for (int index = 0; index < count; index++)
        send(connections[index], start, strlen(start), MSG_NOSIGNAL);
    return count;
}

static int open_again_and_again(const char *start) {
    int opened = 0, connections[most];
    for (int round = 0; round < rounds; round++) {
        int count = open_all(connections, start);
        opened += count;
        for (int index = 0; index < count; index++) close(connections[index]);
    }
    return opened;
}

static void send_byte_by_byte(void) {
    int connections[most], count = open_all(connections, "GET http://");
    for (;;) {
        for (int index = 0; index < count; index++) send(connections[index], "a", 1, MSG_NOSIGNAL);
        sleep_ms(5);
    }
}

/* Asks a server that answers, over and over. */
static int ask(bf_request request) {
    char text[2048];
    int answered = 0;
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", asked(request, "url"),
             asked(request, "authority"));
    for (int number = 0; number < 100; number++) {
        answered += status_of(text) == 200;
        sleep_ms(5);
    }
    return answered;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (acts(request, "asks")) note_number("answered", ask(request));
    if (acts(request, "silent")) note_number("thousands", open_again_and_again("") >= 1000);
    if (acts(request, "half"))
        note_number("thousands",
                    open_again_and_again("GET http://a.example/ HTTP/1.1\r\n") >= 1000);
    if (acts(request, "bytes")) send_byte_by_byte();
    completion(reported(request));
}
