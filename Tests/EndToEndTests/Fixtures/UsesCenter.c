/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Does with the notification centre what its payload's "does" says. Every answer is logged, as
 * "name status document"; "says" has the statuses that were not BF_OK at once. */
#define _GNU_SOURCE
#include "fixture.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/socket.h>

static const bf_center *center;
static sem_t answered;
static pthread_t replying;

static int has(bf_request request, const char *word) {
    bf_string json = {NULL, 0};
    host->get_text(host, host->request_content(host, request), BF_KEY_USER_INFO, &json);
    return memmem(json.bytes, json.count, word, strlen(word)) != NULL;
}

static bf_string text(const char *words) {
    return (bf_string){(const uint8_t *)words, strlen(words)};
}

static void note(const char *name, bf_status status, bf_string document) {
    char line[512];
    int count = snprintf(line, sizeof line, "%s %d %.*s", name, status, (int)document.count,
                         document.count ? (const char *)document.bytes : "");
    host->log(host, BF_LOG_INFO, (bf_string){(const uint8_t *)line, (uint64_t)count});
}

static void told(void *name, bf_status status, bf_string document) {
    replying = pthread_self();
    note(name, status, document);
    sem_post(&answered);
}

/* Waits for the answer to a question, inside did_receive. */
static void await(const char *name, bf_status status) {
    if (status == BF_OK)
        sem_wait(&answered);
    else
        note(name, status, text("at once"));
}

static void add(const char *document) {
    await("add", center->add(host, text(document), told, "add"));
}

static void read_all(void) {
    await("pending", center->pending(host, told, "pending"));
    await("delivered", center->delivered(host, told, "delivered"));
    await("categories", center->categories(host, told, "categories"));
}

static void change_everything(void) {
    add("{\"identifier\":\"later\",\"content\":{\"title\":\"Later\"},"
        "\"trigger\":{\"kind\":\"timeInterval\",\"seconds\":5}}");
    add("{\"identifier\":\"gone\",\"content\":{\"body\":\"b\"},"
        "\"trigger\":{\"kind\":\"calendar\",\"components\":{\"hour\":9}}}");
    add("{\"identifier\":\"now\",\"content\":{\"title\":\"Now\"}}");
    center->remove_pending(host, BF_STRING("[\"gone\",\"unknown\"]"));
    await("badge", center->set_badge(host, 7, told, "badge"));
    center->set_categories(
        host, BF_STRING("[{\"identifier\":\"invite\",\"actions\":["
                        "{\"identifier\":\"accept\",\"title\":\"Accept\","
                        "\"options\":[\"foreground\"]},{\"identifier\":\"reply\","
                        "\"title\":\"Reply\",\"textInput\":{\"buttonTitle\":\"Send\"}}]}]"));
}

static void make_mistakes(void) {
    add("{\"identifier\":\"a\",\"content\":{\"title\":1}}");
    add("{\"identifier\":\"a\",\"content\":{}}");
    add("{\"identifier\":\"a\",\"content\":{\"title\":\"t\"},"
        "\"trigger\":{\"kind\":\"timeInterval\",\"seconds\":1,\"repeats\":true}}");
    await("badge", center->set_badge(host, -1, told, "badge"));
    center->set_categories(host, BF_STRING("{]}"));
    note("null", center->pending(host, NULL, NULL), text(""));
}

static void *ask_often(void *unused) {
    for (int round = 0; round < 50; round++)
        if (center->pending(host, told, "pending") == BF_OK) sem_wait(&answered);
    return unused;
}

static void ask_from_threads(void) {
    pthread_t threads[4];
    for (int index = 0; index < 4; index++) pthread_create(&threads[index], NULL, ask_often, NULL);
    for (int index = 0; index < 4; index++) pthread_join(threads[index], NULL);
}

static void flood(void) {
    static char document[60 * 1024];
    int refused = 0, added = 0;
    bf_status status;
    char words[64];
    memset(document, ' ', sizeof document);
    for (int round = 0; round < 200; round++) {
        int count = snprintf(document, 200,
                             "{\"identifier\":\"%d\",\"content\":{\"title\":\"t\"},"
                             "\"trigger\":{\"kind\":\"timeInterval\",\"seconds\":5}}",
                             round);
        document[count] = ' ';
        status =
            center->add(host, (bf_string){(const uint8_t *)document, sizeof document}, NULL, NULL);
        if (status == BF_OK) added++;
    }
    while ((status = center->set_badge(host, 1, NULL, NULL)) == BF_OK) refused++;
    snprintf(words, sizeof words, "%d %d", added, refused);
    note("flood", status, text(words));
}

/* Sends questions past the worker: far more than it would let through. */
static void forge(bf_request request) {
    unsigned char frame[18] = {10};
    (void)request;
    for (uint64_t run = 1; run < 16; run++)
        for (int round = 0; round < 2000; round++) {
            memcpy(frame + 1, &run, sizeof run);
            frame[17] = 2;
            if (send(3, frame, sizeof frame, MSG_NOSIGNAL) < 0) return;
        }
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content copy = titled(request, "after");
    (void)self;
    center = host->interface(host, BF_STRING(BF_INTERFACE_CENTER));
    if (!center || center->size < sizeof(bf_center)) abort();
    sem_init(&answered, 0, 0);
    host->set_text(host, copy, BF_KEY_CATEGORY_IDENTIFIER, BF_STRING("invite"));
    if (has(request, "changes")) change_everything();
    if (has(request, "reads")) read_all();
    if (has(request, "settings")) await("settings", center->settings(host, told, "settings"));
    if (has(request, "mistakes")) make_mistakes();
    if (has(request, "crowd")) ask_from_threads();
    if (has(request, "floods")) flood();
    if (has(request, "forges")) forge(request);
    if (has(request, "waits")) note("thread", pthread_equal(replying, pthread_self()), text(""));
    if (has(request, "removes")) {
        center->remove_pending(host, BF_STRING(""));
        center->remove_delivered(host, BF_STRING(""));
    }
    if (has(request, "crashes")) abort();
    completion(copy);
    if (has(request, "late")) {
        /* No other run begins meanwhile: then it would be that one's, and this one's log is closed. */
        bf_status status = center->set_badge(host, 99, told, "late");
        if (status != BF_ERROR_STATE) abort();
    }
}
