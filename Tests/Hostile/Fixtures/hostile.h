/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What the hostile fixtures share besides fixture.h: what the payload asks them to do, and a report of
 * what came of it, line by line in the body of the content they complete with. DRAWS says that it is
 * a content extension's, around content_fixture.h. */
#ifndef HOSTILE_H
#define HOSTILE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#ifdef DRAWS
#include "content_fixture.h"
#else
#include "fixture.h"
#endif
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

static char report[16384];

/* Adds a line to the report. */
static inline void note_text(const char *name, const char *text) {
    size_t used = strlen(report);
    snprintf(report + used, sizeof report - used, "%s=%s\n", name, text);
}

static inline void note_number(const char *name, long long number) {
    char text[32];
    snprintf(text, sizeof text, "%lld", number);
    note_text(name, text);
}

/* Adds what became of a call: the name of its error, or ok. */
static inline void note(const char *name, long result) {
    note_text(name, result < 0 ? strerrorname_np(errno) : "ok");
}

/* The payload's text under a key of its own, such as "act"; good for the next three calls. */
static inline const char *asked(bf_request request, const char *key) {
    static char payload[8192], words[4][1024], pattern[64];
    static int calls;
    char *word = words[calls++ % 4];
    bf_string info = {0};
    word[0] = 0;
    host->get_text(host, host->request_content(host, request), BF_KEY_USER_INFO, &info);
    snprintf(payload, sizeof payload, "%.*s", (int)info.count, (const char *)info.bytes);
    snprintf(pattern, sizeof pattern, "\"%s\":\"", key);
    char *start = strstr(payload, pattern);
    if (start) sscanf(start + strlen(pattern), "%1023[^\"]", word);
    return word;
}

/* Whether this is what the payload asks for. */
static inline int acts(bf_request request, const char *act) {
    return strcmp(asked(request, "act"), act) == 0;
}

#ifndef DRAWS
/* The request's content with the title "changed" and the report as its body. */
static inline bf_content reported(bf_request request) {
    bf_content content = titled(request, "changed");
    bf_string text = {(const uint8_t *)report, strlen(report)};
    host->set_text(host, content, BF_KEY_BODY, text);
    return content;
}
#endif

static inline void try_open(const char *name, const char *path, int flags) {
    int file = open(path, flags, 0600);
    note(name, file);
    if (file >= 0) close(file);
}

/* Sleeps without using the processor. */
static inline void sleep_ms(long milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    while (nanosleep(&time, &time) < 0 && errno == EINTR) {
    }
}

static inline void start_thread(void *(*body)(void *), void *argument) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 10);
    if (pthread_create(&thread, &attributes, body, argument) == 0) pthread_detach(thread);
    pthread_attr_destroy(&attributes);
}

/* Uses the processor for ever. */
static inline void *spin(void *unused) {
    for (volatile unsigned long count = 0;; count++) {
    }
    return unused;
}

static volatile int *const nowhere = (volatile int *)16;

#endif
