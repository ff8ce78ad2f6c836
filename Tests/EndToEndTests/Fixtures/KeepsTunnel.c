/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Opens a tunnel to the port that the payload names, sends through it and leaves it open; the next
 * run sends through what is left of it. With "wait" in the payload it waits for an answer instead. */
#include "fixture.h"
#include "proxy.h"

static int tunnel = -1;

static int opened(int port) {
    char connect_request[256];
    snprintf(connect_request, sizeof connect_request,
             "CONNECT 127.0.0.1:%d HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", port, port);
    tunnel = proxy_connection();
    return tunnel < 0 ? 0 : status_of(tunnel, connect_request);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static const char key[] = "\"port\":";
    char payload[4096], title[128], byte;
    bf_string info = {0};
    (void)self;
    host->get_text(host, host->request_content(host, request), BF_KEY_USER_INFO, &info);
    snprintf(payload, sizeof payload, "%.*s", (int)info.count, (const char *)info.bytes);
    const char *port = strstr(payload, key);
    if (tunnel < 0) {
        int status = opened(port ? atoi(port + sizeof key - 1) : 0);
        ssize_t sent = send(tunnel, "one", 3, MSG_NOSIGNAL);
        if (strstr(payload, "wait")) (void)!recv(tunnel, &byte, 1, 0);
        snprintf(title, sizeof title, "opened %d, sent %zd", status, sent);
    } else {
        ssize_t received = recv(tunnel, &byte, 1, MSG_DONTWAIT);
        int error = received < 0 ? errno : 0;
        ssize_t sent = send(tunnel, "two", 3, MSG_NOSIGNAL);
        int isLost = (received == 0 || error == ECONNRESET) && sent < 0;
        snprintf(title, sizeof title, "%s", isLost ? "lost" : "kept");
    }
    completion(titled(request, title));
}
