/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What every fixture that draws is made of: one content extension around load and did_receive, which
 * a fixture defines. It may define FIXTURE_RESPONSE for a did_receive_response, FIXTURE_MEDIA for
 * media_play and media_pause. */
#ifndef CONTENT_FIXTURE_H
#define CONTENT_FIXTURE_H

#define _GNU_SOURCE
#include <belfry/belfry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const bf_host *host;
static const bf_view_functions *views;
static const bf_presentation *presentation;

static void load(void *self);
static void did_receive(void *self, bf_request notification);

#ifdef FIXTURE_RESPONSE
static void did_receive_response(void *self, bf_response response,
                                 bf_response_completion completion);
#define FIXTURE_ON_RESPONSE did_receive_response
#else
#define FIXTURE_ON_RESPONSE NULL
#endif

#ifdef FIXTURE_MEDIA
static void media_play(void *self);
static void media_pause(void *self);
#endif

static bf_status start(void *self, const bf_host *table) {
    (void)self;
    host = table;
    views = table->interface(table, BF_STRING(BF_INTERFACE_VIEW));
    presentation = table->interface(table, BF_STRING(BF_INTERFACE_PRESENTATION));
    return views && presentation ? BF_OK : BF_ERROR_UNSUPPORTED;
}

static inline bf_string text(const char *text) {
    return (bf_string){(const uint8_t *)text, strlen(text)};
}

/* What must not fail here. */
static inline void must(bf_status status, const char *what) {
    char line[128];
    if (status == BF_OK) return;
    snprintf(line, sizeof line, "%s: %d", what, (int)status);
    host->log(host, BF_LOG_ERROR, text(line));
}

/* Whether the notification's userInfo has a word in it. */
static inline int has(bf_request notification, const char *word) {
    bf_string json = {NULL, 0};
    host->get_text(host, host->request_content(host, notification), BF_KEY_USER_INFO, &json);
    return memmem(json.bytes, json.count, word, strlen(word)) != NULL;
}

/* A view in the root, so far down. */
static inline bf_view placed(bf_view_kind kind, double y, double height) {
    bf_view view = {0};
    must(views->create(host, kind, &view), "create");
    must(views->insert(host, views->root(host), view, UINT32_MAX), "insert");
    must(views->set_frame(host, view, 0, y, 200, height), "set_frame");
    return view;
}

static const void *interface(void *self, bf_string id) {
    static const bf_content_extension content = {
        .size = sizeof(bf_content_extension),
        .start = start,
        .load = load,
        .did_receive = did_receive,
        .did_receive_response = FIXTURE_ON_RESPONSE,
#ifdef FIXTURE_MEDIA
        .media_play = media_play,
        .media_pause = media_pause,
#endif
    };
    (void)self;
    if (id.count == sizeof(BF_INTERFACE_CONTENT) - 1 &&
        memcmp(id.bytes, BF_INTERFACE_CONTENT, id.count) == 0)
        return &content;
    return NULL;
}

const bf_extension *bf_extension_main(uint32_t *version) {
    static const bf_extension extension = {
        .magic = BF_EXTENSION_MAGIC, .size = sizeof(bf_extension), .interface = interface};
    *version = BF_VERSION_1_3;
    return &extension;
}

#endif
