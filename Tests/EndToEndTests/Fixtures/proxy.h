/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Talks to the proxy by hand, as an extension does that wants to see what it can get away with. */
#ifndef PROXY_H
#define PROXY_H

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A connection to the proxy, or -1. */
static inline int proxy_connection(void) {
    const char *address = getenv("http_proxy");
    const char *colon = address ? strrchr(address, ':') : NULL;
    struct sockaddr_in proxy = {.sin_family = AF_INET};
    if (!colon) return -1;
    proxy.sin_port = htons((uint16_t)atoi(colon + 1));
    proxy.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0) return -1;
    if (connect(fd, (struct sockaddr *)&proxy, sizeof proxy) == 0) return fd;
    close(fd);
    return -1;
}

/* Sends a request and reads the status of what comes back; 0 where nothing does. */
static inline int status_of(int fd, const char *request) {
    char answer[4096];
    int status = 0;
    if (send(fd, request, strlen(request), MSG_NOSIGNAL) < 0) return 0;
    ssize_t count = recv(fd, answer, sizeof answer - 1, 0);
    if (count <= 0) return 0;
    answer[count] = 0;
    sscanf(answer, "HTTP/1.1 %d", &status);
    return status;
}

#endif
