/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Attaches files that are too large, too many, sparse, or still growing. */
#include "wire.h"

static packet one;
static const unsigned char png[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13,
                                    'I',  'H', 'D', 'R', 0,  0,  0,  1,  0, 0, 0, 1};
static int growing;

static void *grow(void *unused) {
    static char block[4096];
    for (int number = 0;; number++) {
        if (number % 64 == 63 && ftruncate(growing, 2 << 20) < 0) break;
        if (pwrite(growing, block, sizeof block, (2 << 20) + number % 64 * 4096) < 0) break;
    }
    return unused;
}

static int attach(bf_content content, const char *path) {
    bf_attachment attachment = {.size = sizeof attachment};
    attachment.path = (bf_string){(const uint8_t *)path, strlen(path)};
    return host->attach(host, content, &attachment);
}

static int make(const char *path, off_t size) {
    int file = open(path, O_CREAT | O_RDWR | O_TRUNC, 0600);
    if (file < 0 || write(file, png, sizeof png) != sizeof png) abort();
    if (size && ftruncate(file, size) < 0) note("size", -1);
    return file;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content content = titled(request, "changed");
    if (acts(request, "sparse")) {
        make("sparse.png", 40 << 20);
        attach(content, "sparse.png");
    } else if (acts(request, "growing")) {
        growing = make("growing.png", 2 << 20);
        start_thread(grow, NULL);
        attach(content, "growing.png");
    } else if (acts(request, "many")) {
        int taken = 0;
        char name[32];
        for (int number = 0; number < 1000; number++) {
            snprintf(name, sizeof name, "%d.png", number);
            if (number < 20) close(make(name, 0));
            taken += attach(content, name) == BF_OK;
        }
        note_number("taken", taken);
        bf_string text = {(const uint8_t *)report, strlen(report)};
        host->set_text(host, content, BF_KEY_BODY, text);
    } else if (acts(request, "forged")) {
        for (uint64_t run = 0; run < MOST_RUNS; run++) {
            begin_completion(&one, run);
            for (int list = 0; list < 4; list++) put32(&one, 0);
            put8(&one, 1);
            put32(&one, 1000);
            for (int number = 0; number < 1000; number++) {
                put_text(&one, "", 0);
                put_text(&one, "x.png", 5);
                put_text(&one, "", 0);
                put32(&one, 0);
                for (int real = 0; real < 5; real++) put_real(&one, 0);
            }
            send_packet(&one);
        }
        for (;;) pause();
    } else if (acts(request, "huge")) {
        signal(SIGXFSZ, SIG_IGN);
        make("huge.png", 4ll << 30);
        attach(content, "huge.png");
    }
    completion(content);
}
