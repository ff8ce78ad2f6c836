/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Asks a listed server through the proxy in every way that has a second request reach it, or another
 * server: what is written here behind SMUGGLED must not arrive. And looks for other ports. */
#include "proxy.h"

#define SMUGGLED "GET /smuggled HTTP/1.1\r\nHost: other.example\r\n\r\n"

static char origin[128], authority[128];

/* Sends a head with the server's name in it, and what follows it, and notes the answer's status. */
static void ask(const char *name, const char *fields, const char *rest) {
    char text[2048];
    snprintf(text, sizeof text, "POST %s HTTP/1.1\r\nHost: %s\r\n%s\r\n%s", origin, authority,
             fields, rest);
    note_number(name, status_of(text));
}

/* The same with a first line of its own. */
static void begin(const char *name, const char *line) {
    char text[2048];
    snprintf(text, sizeof text, "%s\r\nHost: %s\r\n\r\n", line, authority);
    note_number(name, status_of(text));
}

/* How many ports of this machine let it in; its own proxy's is one. */
static void look_for_ports(void) {
    int open = 0;
    struct sockaddr_in address = {.sin_family = AF_INET};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (int port = 1; port < 65536; port++) {
        int connection = socket(AF_INET, SOCK_STREAM, 0);
        address.sin_port = htons((uint16_t)port);
        int result = connect(connection, (struct sockaddr *)&address, sizeof address);
        open += result == 0 || (errno != EACCES && errno != EPERM);
        close(connection);
    }
    note_number("ports", open);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char line[512];
    snprintf(origin, sizeof origin, "%s", asked(request, "url"));
    snprintf(authority, sizeof authority, "%s", asked(request, "authority"));
    ask("plain", "Content-Length: 2\r\n", "ok" SMUGGLED);
    ask("none", "", SMUGGLED);
    ask("zero", "Content-Length: 0\r\n", SMUGGLED);
    ask("chunked", "Transfer-Encoding: chunked\r\n", "0\r\n\r\n" SMUGGLED);
    ask("both", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n" SMUGGLED);
    ask("lengths", "Content-Length: 0\r\nContent-Length: 40\r\n", SMUGGLED);
    ask("list", "Content-Length: 0, 40\r\n", SMUGGLED);
    ask("plus", "Content-Length: +0\r\n", SMUGGLED);
    ask("codings", "Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n" SMUGGLED);
    ask("identity", "Transfer-Encoding: identity\r\nContent-Length: 0\r\n", SMUGGLED);
    ask("blank", "Transfer-Encoding : chunked\r\n", "0\r\n\r\n" SMUGGLED);
    ask("tab", "Transfer-Encoding:\tchunked\r\nContent-Length: 4\r\n", "0\r\n\r\n" SMUGGLED);
    ask("folded", "X: a\r\n Transfer-Encoding: chunked\r\n", "0\r\n\r\n" SMUGGLED);
    ask("stolen", "Connection: content-length\r\nContent-Length: 49\r\n", SMUGGLED);
    ask("line-feed", "X: a\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n" SMUGGLED);
    ask("return", "X: a\rHost: other.example\r\n", "");
    ask("chunk-feed", "Transfer-Encoding: chunked\r\n", "1\nx\r\n0\r\n\r\n" SMUGGLED);
    ask("chunk-sign", "Transfer-Encoding: chunked\r\n", "-1\r\n" SMUGGLED);
    ask("upgrade", "Connection: upgrade\r\nUpgrade: h2c\r\n", SMUGGLED);
    begin("old", "GET http://127.0.0.1/");
    snprintf(line, sizeof line, "GET %s HTTP/0.9", origin);
    begin("older", line);
    snprintf(line, sizeof line, "GET %s HTTP/2.0", origin);
    begin("newer", line);
    snprintf(line, sizeof line, "get http://other.example@%s/ HTTP/1.1", authority);
    begin("user", line);
    snprintf(line, sizeof line, "GET %s\thttp://other.example/ HTTP/1.1", origin);
    begin("tabbed", line);
    snprintf(line, sizeof line, "CONNECT %s HTTP/1.1", authority);
    begin("tunnel", line);
    look_for_ports();
    completion(reported(request));
}
