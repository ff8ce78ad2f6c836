/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Asks for where redirects would lead it: inside addresses in every spelling, and files. */
#include "proxy.h"

static void ask(const char *name, const char *url, const char *authority) {
    char text[1024];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", url,
             authority);
    note_number(name, status_of(text));
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    ask("metadata", "http://169.254.169.254/latest/meta-data/", "169.254.169.254");
    ask("private", "http://10.0.0.1/", "10.0.0.1");
    ask("loopback", "http://127.0.0.1/", "127.0.0.1");
    ask("short", "http://127.1/", "127.1");
    ask("hexadecimal", "http://0x7f000001/", "0x7f000001");
    ask("decimal", "http://2130706433/", "2130706433");
    ask("octal", "http://0177.0.0.1/", "0177.0.0.1");
    ask("loopback6", "http://[::1]/", "[::1]");
    ask("mapped", "http://[::ffff:127.0.0.1]/", "[::ffff:127.0.0.1]");
    ask("zero", "http://0.0.0.0/", "0.0.0.0");
    ask("name", "http://localhost/", "localhost");
    ask("file", "file:///etc/passwd", "localhost");
    ask("gopher", "gopher://10.0.0.1/", "10.0.0.1");
    /* Its manifest lists this one, and the name leads to this machine. */
    ask("listed", "http://localhost:9/", "localhost:9");
    completion(reported(request));
}
