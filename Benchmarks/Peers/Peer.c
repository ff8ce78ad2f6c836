/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Runs a peer again and again, looks at every answer, and prints one duration in nanoseconds per
 * line, as belfry-limits does. Ends with a sentence and status 1 on a failure. */
#define _GNU_SOURCE
#include "Peer.h"
#include "Stamp.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

_Noreturn void fail(const char *what, const char *why) {
    fprintf(stderr, "%s: %s: %s\n", peer.name, what, why);
    exit(1);
}

uint8_t *bytes_of_file(const char *path, size_t *count) {
    FILE *file = fopen(path, "re");
    if (file == NULL) fail(path, strerror(errno));
    if (fseek(file, 0, SEEK_END) != 0) fail(path, strerror(errno));
    long end = ftell(file);
    if (end <= 0) fail(path, "it is empty or no file");
    rewind(file);
    *count = (size_t)end;
    uint8_t *bytes = malloc(*count);
    if (bytes == NULL) fail("malloc", strerror(errno));
    if (fread(bytes, 1, *count, file) != *count) fail(path, "it could not be read");
    fclose(file);
    return bytes;
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static unsigned long number(const char *text) {
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (errno != 0 || end == text || *end != 0) fail(text, "not a number");
    return value;
}

/* The answer that is right, found without what the peers find it with: none may agree with a
 * mistake of its own. */
static uint8_t *right_answer(const uint8_t *push, size_t count, size_t *answer_count) {
    const uint8_t *title = memmem(push, count, "\"title\":\"", 9);
    if (title == NULL) fail("the push", "it has no title");
    title += 9;
    const uint8_t *end = memchr(title, '"', count - (size_t)(title - push));
    if (end == NULL) fail("the push", "its title has no end");
    if (end[-1] == '\\') fail("the push", "a title with quotes is not expected here");
    char *answer;
    int length = asprintf(&answer, "%.*s \xC2\xB7 stamped%.*s", (int)(end - push),
                          (const char *)push, (int)(push + count - end), (const char *)end);
    if (length < 0) fail("asprintf", strerror(errno));
    *answer_count = (size_t)length;
    return (uint8_t *)answer;
}

int main(int argument_count, char **arguments) {
    if (argument_count < 4) {
        fprintf(stderr, "usage: %s MODE COUNT PUSH %s\n", peer.name, peer.usage);
        return 64;
    }
    const unsigned long repetitions = number(arguments[2]);
    size_t count, right_count;
    const uint8_t *push = bytes_of_file(arguments[3], &count);
    if (count > longest_push) fail(arguments[3], "it is longer than a push can be");
    const uint8_t *right = right_answer(push, count, &right_count);
    peer.prepare(arguments[1], arguments + 4);
    /* The first runs find caches cold; where there are few, each is a process of its own. */
    const unsigned long warm_up = repetitions < 20 ? 0 : 20;
    for (unsigned long turn = 0; turn < warm_up + repetitions; turn++) {
        uint8_t answer[longest_answer];
        uint64_t begin = now();
        size_t answer_count = peer.run(push, count, answer);
        uint64_t end = now();
        if (answer_count != right_count || memcmp(answer, right, right_count) != 0)
            fail("its answer", "it is not the push with a stamped title");
        if (peer.tidy != NULL) peer.tidy();
        if (turn >= warm_up) printf("%" PRIu64 "\n", end - begin);
    }
    return 0;
}
