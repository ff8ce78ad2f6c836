/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Says TEXT wherever a report has what an extension says: in the texts of the notification, in the log,
 * on standard output. It asks two hosts of the network, one of which no manifest lists. */
#include "fixture.h"
#include "proxy.h"

#ifndef TEXT
#define TEXT "revealed"
#endif

static void ask(const char *name) {
    char fetch[256];
    int fd = proxy_connection();
    if (fd < 0) return;
    snprintf(fetch, sizeof fetch, "GET http://%s/ HTTP/1.1\r\nHost: %s\r\n\r\n", name, name);
    status_of(fd, fetch);
    close(fd);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content content = titled(request, TEXT);
    (void)self;
    host->set_text(host, content, BF_KEY_SUBTITLE, BF_STRING(TEXT));
    host->set_text(host, content, BF_KEY_BODY, BF_STRING(""));
    host->log(host, BF_LOG_WARNING, BF_STRING(TEXT));
    printf("%s\n", TEXT);
    fflush(stdout);
    ask("unlisted.example");
    ask("<b>.example");
    completion(content);
}
