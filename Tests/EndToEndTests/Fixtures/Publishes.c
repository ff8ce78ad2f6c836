/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Publishes twice, then ends as its payload's "ending" says, with a third attempt at hand. */
#define _GNU_SOURCE
#include "fixture.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>

static int has(bf_request request, const char *word) {
    bf_string json = {NULL, 0};
    host->get_text(host, host->request_content(host, request), BF_KEY_USER_INFO, &json);
    return memmem(json.bytes, json.count, word, strlen(word)) != NULL;
}

static void attach_picture(bf_content content) {
    static const unsigned char png[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13,
                                        'I',  'H', 'D', 'R', 0,  0,  0,  1,  0, 0, 0, 1};
    bf_attachment attachment = {.size = sizeof(bf_attachment)};
    int file = open("picture.png", O_CREAT | O_WRONLY, 0600);
    if (file < 0 || write(file, png, sizeof png) != (ssize_t)sizeof png) abort();
    close(file);
    attachment.path = BF_STRING("picture.png");
    if (host->attach(host, content, &attachment) != BF_OK) abort();
}

static void publish(bf_request request, bf_content content, const char *title) {
    bf_string text = {(const uint8_t *)title, strlen(title)};
    host->set_text(host, content, BF_KEY_TITLE, text);
    if (host->checkpoint(host, request, content) != BF_OK) abort();
}

static void use_memory(void) {
    for (;;) {
        char *block = malloc(1 << 20);
        if (!block) pause();
        memset(block, 1, 1 << 20);
    }
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content best = host->content_copy(host, host->request_content(host, request));
    volatile unsigned long count = 0;
    char *const none[] = {NULL};
    (void)self;
    publish(request, best, "first");
    if (has(request, "picture")) attach_picture(best);
    publish(request, best, "second");
    host->set_text(host, best, BF_KEY_TITLE, BF_STRING("third"));
    if (has(request, "empty")) {
        bf_content empty = host->content_copy(host, best);
        host->clear(host, empty, BF_KEY_TITLE);
        host->clear(host, empty, BF_KEY_BODY);
        host->checkpoint(host, request, empty);
    }
    if (has(request, "completed")) completion(best);
    if (has(request, "nothing")) completion((bf_content){0});
    if (has(request, "crash")) raise(SIGSEGV);
    if (has(request, "trap")) __builtin_trap();
    if (has(request, "exited")) _exit(7);
    if (has(request, "violation")) execve("/bin/true", none, none);
    if (has(request, "protocol")) send(3, "\377garbage", 8, MSG_NOSIGNAL);
    if (has(request, "abuse")) completion((bf_content){best.id + 1});
    if (has(request, "output")) {
        host->set_text(host, best, BF_KEY_USER_INFO, BF_STRING("{]}"));
        completion(best);
    }
    if (has(request, "memory")) use_memory();
    if (has(request, "cpu"))
        for (;;) count++;
    if (has(request, "timeout"))
        for (;;) pause();
}
