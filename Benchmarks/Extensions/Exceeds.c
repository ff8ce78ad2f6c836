/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* An extension that exceeds one budget as fast as it can: compiled with SLEEPS, SPINS or HOGS, with
 * CROWDS for HOGS on eight threads. What is refused rather than ended is counted, and the count is the
 * title: compiled with STARTS for threads, MAKES for files, FILLS for bytes of files, LOGS for lines. */
#include <belfry/belfry.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const bf_host *host;

static void *take_memory(void *unused) {
    enum { block = 1 << 20 };
    for (;;) {
        char *memory = mmap(NULL, block, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
        /* Refused: wait for the host to see it. */
        if (memory == MAP_FAILED) pause();
    }
    return unused;
}

static void *wait_for_ever(void *unused) {
    for (;;) pause();
    return unused;
}

/* Starts threads until one is refused; how many there are with those that were there. */
static long start_threads(void *(*body)(void *), long most) {
    pthread_attr_t attributes;
    pthread_t thread;
    long count = 0;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 16384);
    while (count < most && pthread_create(&thread, &attributes, body, NULL) == 0) count++;
    pthread_attr_destroy(&attributes);
    return count;
}

/* Makes files of a size until one is refused; how many, and how many bytes there are in them. */
static long make_files(long size, long *written) {
    static char block[1 << 16];
    const char *folder = getenv("TMPDIR");
    long count = 0;
    *written = 0;
    for (;;) {
        char path[256];
        snprintf(path, sizeof path, "%s/%ld", folder ? folder : "/tmp", count);
        int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
        if (file < 0) return count;
        long left = size;
        while (left > 0) {
            ssize_t step = write(file, block, sizeof block);
            if (step <= 0) break;
            left -= step;
            *written += step;
        }
        close(file);
        count++;
        if (left > 0) return count;
    }
}

/* Completes with a number as the title. */
static inline void tell(bf_request request, bf_completion completion, long number) {
    char text[32];
    bf_content content = host->content_copy(host, host->request_content(host, request));
    snprintf(text, sizeof text, "%ld", number);
    bf_string title = {(const uint8_t *)text, strlen(text)};
    host->set_text(host, content, BF_KEY_TITLE, title);
    completion(content);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    long written = 0;
    (void)self;
    (void)request;
    (void)completion;
    (void)written;
    (void)take_memory;
    (void)wait_for_ever;
    (void)start_threads;
    (void)make_files;
#if defined STARTS
    tell(request, completion, start_threads(wait_for_ever, 100000));
#elif defined MAKES
    tell(request, completion, make_files(0, &written));
#elif defined FILLS
    make_files(16 << 20, &written);
    tell(request, completion, written);
#elif defined LOGS
    static char line[4096];
    memset(line, 'x', sizeof line);
    bf_string text = {(const uint8_t *)line, sizeof line};
    for (int number = 0; number < 1000; number++) host->log(host, BF_LOG_INFO, text);
    tell(request, completion, 0);
#elif defined SLEEPS
    for (;;) pause();
#elif defined SPINS
    for (volatile unsigned counter = 0;;) counter++;
#elif defined CROWDS
    start_threads(take_memory, 7);
    take_memory(NULL);
#elif defined HOGS
    take_memory(NULL);
#else
#error "define what it exceeds"
#endif
}

static bf_status start(void *self, const bf_host *table) {
    (void)self;
    host = table;
    return BF_OK;
}

static const void *interface(void *self, bf_string id) {
    static const bf_service service = {.size = sizeof(bf_service), .start = start, .did_receive = did_receive};
    (void)self;
    return id.count == sizeof(BF_INTERFACE_SERVICE) - 1 &&
                   memcmp(id.bytes, BF_INTERFACE_SERVICE, id.count) == 0
               ? &service
               : NULL;
}

const bf_extension *bf_extension_main(uint32_t *version) {
    static const bf_extension extension = {
        .magic = BF_EXTENSION_MAGIC, .size = sizeof(bf_extension), .interface = interface};
    *version = BF_VERSION_1_0;
    return &extension;
}
