/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Keeps URLSession from spinning while it waits.
 *
 * libcurl says which readiness of a socket it waits for, and says so anew when that changes: first
 * that the socket can be written to, for the connection, then that it can be read from. In
 * swift-corelibs-foundation 6.3 the second (MultiHandle.swift, createSources) adds a dispatch source
 * to the first, which stays. As a connected socket can always be written to, it fires for ever: a
 * task that waits three seconds for its answer takes three seconds of CPU time, and an extension
 * that waits ten is over its budget, as it is on no other system.
 *
 * So what is no longer waited for is taken back first: the callback is told that the socket is to be
 * forgotten, and then what libcurl says. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>

#include "CBelfryURLSession.h"
#include "foundation.h"

/* curl_socket_callback of curl/multi.h, whose ABI has been the same since 7.15. */
typedef int socket_callback(void *easy, int socket, int what, void *user, void *assigned);

enum {
    option_socket_function = 20001, /* CURLMOPT_SOCKETFUNCTION */
    poll_in = 1,                    /* CURL_POLL_IN */
    poll_out = 2,                   /* CURL_POLL_OUT */
    poll_remove = 4                 /* CURL_POLL_REMOVE */
};

typedef int set_option(void *multi, int option, ...);

/* FoundationNetworking's, which is the same for all its multi handles. */
static _Atomic(socket_callback *) foundation_callback;

static int forget_first(void *easy, int socket, int what, void *user, void *assigned) {
    socket_callback *callback = atomic_load(&foundation_callback);
    if (assigned && (what == poll_in || what == poll_out)) {
        callback(easy, socket, poll_remove, user, assigned);
        assigned = NULL; /* released by that, and assigned anew by what follows */
    }
    return callback(easy, socket, what, user, assigned);
}

int curl_multi_setopt(void *multi, int option, ...) {
    static _Atomic(set_option *) next;
    set_option *set = atomic_load(&next);
    if (!set) {
        set = (set_option *)dlsym(RTLD_NEXT, "curl_multi_setopt");
        if (!set) return 6; /* CURLM_UNKNOWN_OPTION */
        atomic_store(&next, set);
    }
    /* Every option's value is a pointer or a long, which are passed alike. */
    va_list arguments;
    va_start(arguments, option);
    void *value = va_arg(arguments, void *);
    va_end(arguments);
    if (option == option_socket_function && value && belfry_is_foundation(value)) {
        atomic_store(&foundation_callback, (socket_callback *)value);
        value = (void *)forget_first;
    }
    return set(multi, option, value);
}
