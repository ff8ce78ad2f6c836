/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* How a fixture speaks to the proxy that its environment names. */
#ifndef PROXY_H
#define PROXY_H

#include "hostile.h"
#include <arpa/inet.h>
#include <netinet/in.h>

/* A connection to the proxy; negative where there is none. */
static inline int connect_to_proxy(void) {
    const char *proxy = getenv("http_proxy"), *port = proxy ? strrchr(proxy, ':') : NULL;
    if (!port) return -1;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)atoi(port + 1))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connection < 0) return -1;
    if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0) return connection;
    close(connection);
    return -1;
}

/* The status that the proxy answers a request with; 0 where it closes without one. */
static inline int status_of(const char *request) {
    char answer[4096];
    size_t used = 0;
    int status = 0, connection = connect_to_proxy();
    if (connection < 0) return -1;
    send(connection, request, strlen(request), MSG_NOSIGNAL);
    for (;;) {
        ssize_t count = recv(connection, answer + used, sizeof answer - 1 - used, 0);
        if (count <= 0) break;
        used += (size_t)count;
        answer[used] = 0;
        if (sscanf(answer, "HTTP/%*s %d", &status) == 1 || used == sizeof answer - 1) break;
    }
    close(connection);
    return status;
}

#endif
