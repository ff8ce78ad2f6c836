/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* An extension that exceeds one budget as fast as it can: compiled with SLEEPS, SPINS or HOGS, with
 * CROWDS for HOGS on eight threads. What is refused rather than ended is counted, and the count is the
 * title: compiled with STARTS for threads, MAKES for files, FILLS for bytes of files, LOGS for lines.
 * Compiled with ANSWERS it completes with as much text as is taken, with FILMS with as much of
 * attachments and the time as the title. */
#include <belfry/belfry.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
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

/* Sets the longest text for a key that is taken. */
static void set_longest(bf_content content, bf_key key) {
    static char block[1 << 20];
    size_t count = 0;
    memset(block, 'x', sizeof block);
    for (size_t step = sizeof block / 2; step > 0; step /= 2) {
        bf_string text = {(const uint8_t *)block, count + step};
        if (host->set_text(host, content, key, text) == BF_OK) count += step;
    }
    bf_string text = {(const uint8_t *)block, count};
    host->set_text(host, content, key, text);
}

/* Attaches a film: so many megabytes of it are there, the rest is a hole. */
static void attach_film(bf_content content, int number, int written, int megabytes) {
    static const char head[] = {0, 0, 0, 32, 'f', 't', 'y', 'p', 'i', 's', 'o', 'm', 0, 0, 2, 0};
    static char block[1 << 20];
    char path[32];
    snprintf(path, sizeof path, "%d.mp4", number);
    int file = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
    memset(block, number + 1, sizeof block);
    for (int count = 0; count < written; count++) {
        if (write(file, block, sizeof block) < 0) break;
    }
    if (pwrite(file, head, sizeof head, 0) < 0 || ftruncate(file, (off_t)megabytes << 20) < 0)
        return;
    close(file);
    bf_attachment attachment = {.size = sizeof attachment};
    attachment.path = (bf_string){(const uint8_t *)path, strlen(path)};
    host->attach(host, content, &attachment);
}

/* Sets what time it is as the title, in milliseconds. */
static void stamp(bf_content content) {
    char text[32];
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    snprintf(text, sizeof text, "%.3f", (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6);
    bf_string title = {(const uint8_t *)text, strlen(text)};
    host->set_text(host, content, BF_KEY_TITLE, title);
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
    (void)set_longest;
    (void)attach_film;
    (void)stamp;
#if defined STARTS
    long count = start_threads(wait_for_ever, 100000);
    /* Until somebody has counted them. */
    usleep(20000);
    tell(request, completion, count);
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
#elif defined ANSWERS
    bf_content content = host->content_copy(host, host->request_content(host, request));
    set_longest(content, BF_KEY_TITLE);
    set_longest(content, BF_KEY_SUBTITLE);
    set_longest(content, BF_KEY_BODY);
    completion(content);
#elif defined FILMS
    bf_content content = host->content_copy(host, host->request_content(host, request));
    attach_film(content, 0, 30, 49);
    attach_film(content, 1, 30, 49);
    attach_film(content, 2, 0, 30);
    for (int number = 3; number < 16; number++) attach_film(content, number, 0, 1);
    stamp(content);
    completion(content);
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
    static const bf_service service = {
        .size = sizeof(bf_service), .start = start, .did_receive = did_receive};
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
