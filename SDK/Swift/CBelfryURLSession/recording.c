/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers over TLS, which the host's proxy cannot read: when a run is recorded each is written to a
 * file in the container as it came out of libcurl, and when it is replayed they are asked for in the
 * clear, so that the host can give what it has.
 *
 * What is written is the extension's own word: a recording of a liar is of use to nobody. */
#define _GNU_SOURCE
#include "recording.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
    head_limit = 64 * 1024,       /* what is kept of one answer's head, */
    body_limit = 8 * 1024 * 1024, /* and of its body */
};

struct buffer {
    char *bytes;
    size_t count; /* kept */
    size_t total; /* come by */
};

struct recorded_transfer {
    char *url;
    struct buffer head, body;
};

int belfry_is_recorded(void) { return getenv("BELFRY_RECORD") != NULL; }

int belfry_is_replayed(void) { return getenv("BELFRY_REPLAY") != NULL; }

static int is_over_tls(const char *url) { return !strncasecmp(url, "https://", 8); }

struct recorded_transfer *belfry_record_begin(const char *url) {
    if (!is_over_tls(url)) return NULL;
    struct recorded_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    transfer->url = strdup(url);
    if (transfer->url) return transfer;
    free(transfer);
    return NULL;
}

static void keep(struct buffer *buffer, const char *bytes, size_t length, size_t limit) {
    buffer->total += length;
    if (buffer->total > limit) return;
    char *longer = realloc(buffer->bytes, buffer->count + length);
    if (!longer) return;
    memcpy(longer + buffer->count, bytes, length);
    buffer->bytes = longer;
    buffer->count += length;
}

void belfry_record_line(struct recorded_transfer *transfer, const char *line, size_t length) {
    /* Of several heads the last one counts. */
    if (length > 5 && !memcmp(line, "HTTP/", 5)) transfer->head.count = transfer->head.total = 0;
    keep(&transfer->head, line, length, head_limit);
}

void belfry_record_body(struct recorded_transfer *transfer, const char *bytes, size_t length) {
    keep(&transfer->body, bytes, length, body_limit);
}

void belfry_record_end(struct recorded_transfer *transfer, const char *method) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const char *path = getenv("BELFRY_RECORD");
    if (!path || !transfer->head.count) return;
    struct {
        uint32_t method, url, head, body, body_total;
    } counts = {
        (uint32_t)strlen(method),
        (uint32_t)strlen(transfer->url),
        (uint32_t)transfer->head.count,
        (uint32_t)transfer->body.count,
        (uint32_t)(transfer->body.total > UINT32_MAX ? UINT32_MAX : transfer->body.total),
    };
    struct iovec parts[] = {
        {&counts, sizeof counts},
        {(void *)(uintptr_t)method, counts.method},
        {transfer->url, counts.url},
        {transfer->head.bytes, counts.head},
        {transfer->body.bytes, counts.body},
    };
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) return;
    pthread_mutex_lock(&lock);
    /* A part of it is taken for the end of the file. */
    (void)!writev(file, parts, sizeof parts / sizeof *parts);
    pthread_mutex_unlock(&lock);
    close(file);
}

void belfry_record_free(struct recorded_transfer *transfer) {
    if (!transfer) return;
    free(transfer->url);
    free(transfer->head.bytes);
    free(transfer->body.bytes);
    free(transfer);
}

char *belfry_replay_url(const char *url) {
    if (!is_over_tls(url)) return NULL;
    const char *host = url + 8;
    size_t length = strcspn(host, "/?#");
    const char *rest = host + length;
    /* The port says what it stands for; an IPv6 address has colons of its own. */
    const char *bracket = memchr(host, ']', length);
    const char *colon =
        memchr(bracket ? bracket : host, ':', length - (bracket ? (size_t)(bracket - host) : 0));
    char *text = NULL;
    int count = asprintf(&text, "http://%.*s%s%s", (int)length, host, colon ? "" : ":443", rest);
    return count < 0 ? NULL : text;
}
