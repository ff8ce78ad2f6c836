/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Asks the proxy for what never comes. */
#include "proxy.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char text[2048];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", asked(request, "url"),
             asked(request, "authority"));
    int connection = connect_to_proxy();
    note("connect", connection);
    send(connection, text, strlen(text), MSG_NOSIGNAL);
    while (recv(connection, text, sizeof text, 0) > 0) {
    }
    if (acts(request, "completes")) completion(reported(request));
    for (;;) pause();
}
