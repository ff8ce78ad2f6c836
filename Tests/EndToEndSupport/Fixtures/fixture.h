/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What every fixture is made of: one service extension around one did_receive. A fixture includes
 * this file and defines did_receive; it may define FIXTURE_WILL_EXPIRE, FIXTURE_START or other
 * members of the table with the macros below before it does. With FIXTURE_MAIN_LOOP it defines run,
 * to which the main thread is given. FIXTURE_OWN_ENTRY and
 * FIXTURE_OWN_INTERFACE leave those functions to it. */
#ifndef FIXTURE_H
#define FIXTURE_H

#include <belfry/belfry.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const bf_host *host;
static void did_receive(void *self, bf_request request, bf_completion completion);

static bf_status start(void *self, const bf_host *table) {
    (void)self;
    host = table;
#ifdef FIXTURE_START
    return FIXTURE_START();
#else
    return BF_OK;
#endif
}

#ifdef FIXTURE_WILL_EXPIRE
static void will_expire(void *self, bf_request request, uint64_t grace_ns);
#define FIXTURE_EXPIRY will_expire
#else
#define FIXTURE_EXPIRY NULL
#endif

#ifdef FIXTURE_PRESSURE
static void pressure(void *self, uint64_t used, uint64_t limit);
#define FIXTURE_ON_PRESSURE pressure
#else
#define FIXTURE_ON_PRESSURE NULL
#endif

#ifdef FIXTURE_CPU_PRESSURE
static void cpu_pressure(void *self, uint64_t used_ns, uint64_t limit_ns);
#endif

#ifdef FIXTURE_STOP
static void stop(void *self);
#define FIXTURE_ON_STOP stop
#else
#define FIXTURE_ON_STOP NULL
#endif

/* A copy of the request's content with this title. */
static inline bf_content titled(bf_request request, const char *title) {
    bf_content copy = host->content_copy(host, host->request_content(host, request));
    bf_string text = {(const uint8_t *)title, strlen(title)};
    host->set_text(host, copy, BF_KEY_TITLE, text);
    return copy;
}

#ifdef FIXTURE_MAIN_LOOP
static void run(void *self);
#endif

#ifndef FIXTURE_OWN_INTERFACE
static const void *interface(void *self, bf_string id) {
    static const bf_service service = {
        .size = sizeof(bf_service),
        .start = start,
        .did_receive = did_receive,
        .will_expire = FIXTURE_EXPIRY,
        .pressure = FIXTURE_ON_PRESSURE,
        .stop = FIXTURE_ON_STOP,
#ifdef FIXTURE_CPU_PRESSURE
        .cpu_pressure = cpu_pressure,
#endif
    };
    (void)self;
    if (id.count == sizeof(BF_INTERFACE_SERVICE) - 1 &&
        memcmp(id.bytes, BF_INTERFACE_SERVICE, id.count) == 0)
        return &service;
#ifdef FIXTURE_MAIN_LOOP
    if (id.count == sizeof(BF_INTERFACE_MAIN_LOOP) - 1 &&
        memcmp(id.bytes, BF_INTERFACE_MAIN_LOOP, id.count) == 0) {
        static const bf_main_loop loop = {sizeof loop, 0, run};
        return &loop;
    }
#endif
    return NULL;
}
#else
static const void *interface(void *self, bf_string id);
#endif

#ifndef FIXTURE_OWN_ENTRY
const bf_extension *bf_extension_main(uint32_t *version) {
    static const bf_extension extension = {
        .magic = BF_EXTENSION_MAGIC, .size = sizeof(bf_extension), .interface = interface};
    *version = BF_VERSION_1_0;
    return &extension;
}
#endif

#endif
