/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Chance as a traced extension has it: one stream of ChaCha20 (RFC 8439) from the recording's seed,
 * in the order in which it is asked for, and one of its own for each opening of /dev/urandom. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "trace.h"

enum {
    block_size = 64,
    scratch_size = 256,
    device_size = 64 * 1024 /* what one opening of /dev/urandom has to give */
};

struct stream {
    uint32_t number; /* 0 for the common one */
    uint32_t block;  /* the next */
    uint8_t bytes[block_size];
    size_t used;
};

static uint8_t seed[belfry_trace_seed_size];
static char scratch[scratch_size];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct stream common = {.used = block_size}; /* under the lock */
static atomic_uint opening_count;

void random_begin(const belfry_trace_plan *plan, const char *directory) {
    memcpy(seed, plan->seed, sizeof seed);
    strncpy(scratch, directory, sizeof scratch - 1);
}

static uint32_t rotated(uint32_t value, int count) {
    return value << count | value >> (32 - count);
}

static void quarter_round(uint32_t *state, int a, int b, int c, int d) {
    state[a] += state[b], state[d] = rotated(state[d] ^ state[a], 16);
    state[c] += state[d], state[b] = rotated(state[b] ^ state[c], 12);
    state[a] += state[b], state[d] = rotated(state[d] ^ state[a], 8);
    state[c] += state[d], state[b] = rotated(state[b] ^ state[c], 7);
}

static void next_block(struct stream *stream) {
    uint32_t begin[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    memcpy(begin + 4, seed, sizeof seed);
    begin[12] = stream->block++;
    begin[13] = stream->number;
    uint32_t state[16];
    memcpy(state, begin, sizeof state);
    for (int round = 0; round < 10; round++) {
        for (int column = 0; column < 4; column++)
            quarter_round(state, column, column + 4, column + 8, column + 12);
        quarter_round(state, 0, 5, 10, 15);
        quarter_round(state, 1, 6, 11, 12);
        quarter_round(state, 2, 7, 8, 13);
        quarter_round(state, 3, 4, 9, 14);
    }
    for (int index = 0; index < 16; index++) state[index] += begin[index];
    memcpy(stream->bytes, state, sizeof state);
    stream->used = 0;
}

static void fill(struct stream *stream, void *target, size_t count) {
    for (uint8_t *next = target; count > 0;) {
        if (stream->used == block_size) next_block(stream);
        size_t part = block_size - stream->used;
        if (part > count) part = count;
        memcpy(next, stream->bytes + stream->used, part);
        stream->used += part;
        next += part, count -= part;
    }
}

static void fill_common(void *target, size_t count) {
    pthread_mutex_lock(&lock);
    fill(&common, target, count);
    pthread_mutex_unlock(&lock);
}

/* --- Functions ---------------------------------------------------------------------------- */

static ssize_t traced_getrandom(void *target, size_t count, unsigned int flags) {
    (void)flags;
    fill_common(target, count);
    return (ssize_t)count;
}

static int traced_getentropy(void *target, size_t count) {
    if (count > 256) {
        errno = EIO;
        return -1;
    }
    fill_common(target, count);
    return 0;
}

static uint32_t traced_arc4random(void) {
    uint32_t value;
    fill_common(&value, sizeof value);
    return value;
}

static uint32_t traced_arc4random_uniform(uint32_t bound) {
    if (bound < 2) return 0;
    uint32_t least = -bound % bound; /* below it, some remainders would come more often */
    uint32_t value;
    do value = traced_arc4random();
    while (value < least);
    return value % bound;
}

/* std::random_device::_M_getval(), which asks the processor. */
static unsigned int traced_random_device(void *self) {
    (void)self;
    return traced_arc4random();
}

static long traced_syscall(long number, ...) {
    va_list arguments;
    va_start(arguments, number);
    long values[6];
    for (int index = 0; index < 6; index++) values[index] = va_arg(arguments, long);
    va_end(arguments);
    if (number == SYS_getrandom)
        return traced_getrandom((void *)values[0], (size_t)values[1], (unsigned int)values[2]);
    return syscall(number, values[0], values[1], values[2], values[3], values[4], values[5]);
}

/* --- /dev/urandom ------------------------------------------------------------------------- */

static int is_device(const char *path) {
    return path && (!strcmp(path, "/dev/urandom") || !strcmp(path, "/dev/random"));
}

/* A file without a name that holds a stream; -1 where none can be made. */
static int open_device(void) {
    uint32_t number = atomic_fetch_add(&opening_count, 1) + 1;
    char name[scratch_size + 32];
    snprintf(name, sizeof name, "%s/.belfry-random-%u", scratch, number);
    int file = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return -1;
    unlink(name);
    struct stream stream = {.number = number, .used = block_size};
    uint8_t bytes[4096];
    for (size_t done = 0; done < device_size; done += sizeof bytes) {
        fill(&stream, bytes, sizeof bytes);
        if (write(file, bytes, sizeof bytes) == (ssize_t)sizeof bytes) continue;
        close(file);
        return -1;
    }
    lseek(file, 0, SEEK_SET);
    return file;
}

static int open_file(int directory, const char *path, int flags, mode_t mode) {
    if (is_device(path)) {
        int file = open_device();
        if (file >= 0) return file;
    }
    return openat(directory, path, flags, mode);
}

static int traced_openat(int directory, const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return open_file(directory, path, flags, mode);
}

static int traced_open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return open_file(AT_FDCWD, path, flags, mode);
}

/* What _FORTIFY_SOURCE makes of open and openat without a mode. */
static int traced_open_2(const char *path, int flags) {
    return open_file(AT_FDCWD, path, flags, 0);
}

static int traced_openat_2(int directory, const char *path, int flags) {
    return open_file(directory, path, flags, 0);
}

static FILE *traced_fopen(const char *path, const char *mode) {
    if (is_device(path)) {
        int file = open_device();
        if (file >= 0) return fdopen(file, mode);
    }
    return fopen(path, mode);
}

#define STAND_IN(name, function) \
    { \
        name, { (void *)(function), (void *)(function), (void *)(function) } \
    }

const struct stand_in random_stand_ins[] = {
    STAND_IN("getrandom", traced_getrandom),
    STAND_IN("getentropy", traced_getentropy),
    STAND_IN("arc4random", traced_arc4random),
    STAND_IN("arc4random_buf", fill_common),
    STAND_IN("arc4random_uniform", traced_arc4random_uniform),
    STAND_IN("_ZNSt13random_device9_M_getvalEv", traced_random_device),
    STAND_IN("syscall", traced_syscall),
    STAND_IN("open", traced_open),
    STAND_IN("open64", traced_open),
    STAND_IN("__open_2", traced_open_2),
    STAND_IN("__open64_2", traced_open_2),
    STAND_IN("openat", traced_openat),
    STAND_IN("openat64", traced_openat),
    STAND_IN("__openat_2", traced_openat_2),
    STAND_IN("__openat64_2", traced_openat_2),
    STAND_IN("fopen", traced_fopen),
    STAND_IN("fopen64", traced_fopen),
};
const size_t random_stand_in_count = sizeof random_stand_ins / sizeof *random_stand_ins;
