/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Lets FoundationNetworking's transfers see their servers and not the proxy between, and trust whom
 * the bundle trusts. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "CBelfryURLSession.h"
#include "foundation.h"

enum {
    option_error_buffer = 10010,    /* CURLOPT_ERRORBUFFER */
    option_header_data = 10029,     /* CURLOPT_HEADERDATA */
    option_authorities = 10065,     /* CURLOPT_CAINFO */
    option_own_data = 10103,        /* CURLOPT_PRIVATE */
    option_header_function = 20079, /* CURLOPT_HEADERFUNCTION */
    value_own_data = 0x100015       /* CURLINFO_PRIVATE */
};

typedef void *make_handle(void);
typedef void free_handle(void *easy);
typedef int set_option(void *easy, int option, ...);
typedef int get_value(void *easy, int value, ...);
typedef size_t take_line(char *line, size_t size, size_t count, void *user);

/* What is known of one of FoundationNetworking's handles, as long as that lives. */
struct transfer {
    void *user;         /* what its callback for the head gets */
    char *error_buffer; /* where it has the words of its error */
    int is_in_tunnel;   /* whether the proxy's word that there is a tunnel is being read */
};

/* FoundationNetworking's, which is the same for all its handles. */
static _Atomic(take_line *) foundation_take_line;

/* Keeps the proxy's own words from being taken for the server's: that it has made a tunnel, which
 * would be a response before the response, and that it refuses, which ends the transfer. */
static size_t take_server_line(char *line, size_t size, size_t count, void *user) {
    static const char tunnel[] = "HTTP/1.1 200 Connection Established\r\n";
    static const char refusal[] = "proxy-status: belfry;";
    struct transfer *transfer = user;
    size_t length = size * count;
    if (length == sizeof tunnel - 1 && !memcmp(line, tunnel, length)) transfer->is_in_tunnel = 1;
    if (transfer->is_in_tunnel) {
        if (length == 2 && !memcmp(line, "\r\n", 2)) transfer->is_in_tunnel = 0;
        return length;
    }
    if (length > sizeof refusal - 1 && !strncasecmp(line, refusal, sizeof refusal - 1)) return 0;
    return atomic_load(&foundation_take_line)(line, size, count, transfer->user);
}

static set_option *libcurl_set(void) {
    static _Atomic(set_option *) next;
    set_option *set = atomic_load(&next);
    if (set) return set;
    set = (set_option *)dlsym(RTLD_NEXT, "curl_easy_setopt");
    atomic_store(&next, set);
    return set;
}

static struct transfer *transfer_of(void *easy) {
    static _Atomic(get_value *) next;
    get_value *get = atomic_load(&next);
    if (!get) {
        get = (get_value *)dlsym(RTLD_NEXT, "curl_easy_getinfo");
        if (!get) return NULL;
        atomic_store(&next, get);
    }
    void *own = NULL;
    return get(easy, value_own_data, &own) ? NULL : own;
}

char *belfry_error_buffer(void *easy) {
    struct transfer *transfer = transfer_of(easy);
    return transfer ? transfer->error_buffer : NULL;
}

void *curl_easy_init(void) {
    static _Atomic(make_handle *) next;
    make_handle *make = atomic_load(&next);
    if (!make) {
        make = (make_handle *)dlsym(RTLD_NEXT, "curl_easy_init");
        if (!make) return NULL;
        atomic_store(&next, make);
    }
    void *easy = make();
    set_option *set = libcurl_set();
    if (!easy || !set || !belfry_is_foundation(__builtin_return_address(0))) return easy;
    set(easy, option_own_data, calloc(1, sizeof(struct transfer)));
    /* The host names a file with the bundle's authorities and the system's, which OpenSSL reads and
     * libcurl does not. */
    const char *authorities = getenv("SSL_CERT_FILE");
    if (authorities) set(easy, option_authorities, authorities);
    return easy;
}

void curl_easy_cleanup(void *easy) {
    static _Atomic(free_handle *) next;
    free_handle *cleanup = atomic_load(&next);
    if (!cleanup) {
        cleanup = (free_handle *)dlsym(RTLD_NEXT, "curl_easy_cleanup");
        if (!cleanup) return;
        atomic_store(&next, cleanup);
    }
    int is_ours = easy && belfry_is_foundation(__builtin_return_address(0));
    struct transfer *transfer = is_ours ? transfer_of(easy) : NULL;
    cleanup(easy);
    free(transfer);
}

/* Sets an option of one of FoundationNetworking's handles; what is to be set instead. */
static void *amend(void *easy, int option, void *value) {
    struct transfer *transfer = transfer_of(easy);
    if (!transfer) return value;
    if (option == option_error_buffer) transfer->error_buffer = value;
    if (option == option_header_data) {
        transfer->user = value;
        return transfer;
    }
    if (option == option_header_function && value) {
        atomic_store(&foundation_take_line, (take_line *)value);
        return (void *)take_server_line;
    }
    return value;
}

int curl_easy_setopt(void *easy, int option, ...) {
    set_option *set = libcurl_set();
    if (!set) return 48; /* CURLE_UNKNOWN_OPTION */
    /* Every option's value is a pointer or an integer of its size, which are passed alike. */
    va_list arguments;
    va_start(arguments, option);
    void *value = va_arg(arguments, void *);
    va_end(arguments);
    int is_amended = option == option_error_buffer || option == option_header_data ||
                     option == option_header_function;
    if (is_amended && easy && belfry_is_foundation(__builtin_return_address(0)))
        value = amend(easy, option, value);
    return set(easy, option, value);
}
