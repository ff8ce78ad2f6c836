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
#include "recording.h"
#include "trust.h"

enum {
    option_body_data = 10001,       /* CURLOPT_WRITEDATA */
    option_url = 10002,             /* CURLOPT_URL */
    option_error_buffer = 10010,    /* CURLOPT_ERRORBUFFER */
    option_header_data = 10029,     /* CURLOPT_HEADERDATA */
    option_authorities = 10065,     /* CURLOPT_CAINFO */
    option_encodings = 10102,       /* CURLOPT_ACCEPT_ENCODING */
    option_own_data = 10103,        /* CURLOPT_PRIVATE */
    option_body_function = 20011,   /* CURLOPT_WRITEFUNCTION */
    option_header_function = 20079, /* CURLOPT_HEADERFUNCTION */
    value_own_data = 0x100015,      /* CURLINFO_PRIVATE */
    value_method = 0x10003a         /* CURLINFO_EFFECTIVE_METHOD */
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
    void *body_user;    /* what its callback for the body gets */
    struct recorded_transfer *recorded; /* what a recording keeps of it; null where there is none */
    int is_cancelled; /* whether the delegate has cancelled it over the server's certificates */
};

/* FoundationNetworking's, which are the same for all its handles. */
static _Atomic(take_line *) foundation_take_line;
static _Atomic(take_line *) foundation_take_body;

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
    if (transfer->recorded) belfry_record_line(transfer->recorded, line, length);
    return atomic_load(&foundation_take_line)(line, size, count, transfer->user);
}

/* Keeps what comes of a body; only where a run is recorded. */
static size_t take_body(char *bytes, size_t size, size_t count, void *user) {
    struct transfer *transfer = user;
    if (transfer->recorded) belfry_record_body(transfer->recorded, bytes, size * count);
    return atomic_load(&foundation_take_body)(bytes, size, count, transfer->body_user);
}

static set_option *libcurl_set(void) {
    static _Atomic(set_option *) next;
    set_option *set = atomic_load(&next);
    if (set) return set;
    set = (set_option *)dlsym(RTLD_NEXT, "curl_easy_setopt");
    atomic_store(&next, set);
    return set;
}

void *belfry_value(void *easy, int value) {
    static _Atomic(get_value *) next;
    get_value *get = atomic_load(&next);
    if (!get) {
        get = (get_value *)dlsym(RTLD_NEXT, "curl_easy_getinfo");
        if (!get) return NULL;
        atomic_store(&next, get);
    }
    void *found = NULL;
    return get(easy, value, &found) ? NULL : found;
}

static struct transfer *transfer_of(void *easy) { return belfry_value(easy, value_own_data); }

char *belfry_error_buffer(void *easy) {
    struct transfer *transfer = transfer_of(easy);
    return transfer ? transfer->error_buffer : NULL;
}

void *belfry_owner(void *easy) {
    struct transfer *transfer = transfer_of(easy);
    return transfer ? transfer->user : NULL;
}

void belfry_note_cancelled(void *easy) {
    struct transfer *transfer = transfer_of(easy);
    if (transfer) transfer->is_cancelled = 1;
}

int belfry_is_cancelled(void *easy) {
    struct transfer *transfer = transfer_of(easy);
    return transfer && transfer->is_cancelled;
}

void belfry_transfer_done(void *easy, int result) {
    struct transfer *transfer = transfer_of(easy);
    const char *method = belfry_value(easy, value_method);
    if (!transfer || !transfer->recorded) return;
    if (result == 0 && method) belfry_record_end(transfer->recorded, method);
    belfry_record_free(transfer->recorded);
    transfer->recorded = NULL;
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
    belfry_watch_trust(easy, set);
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
    if (transfer) belfry_record_free(transfer->recorded);
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
    if (!belfry_is_recorded()) return value;
    if (option == option_url && value) {
        belfry_record_free(transfer->recorded);
        transfer->recorded = belfry_record_begin(value);
    }
    if (option == option_body_data) {
        transfer->body_user = value;
        return transfer;
    }
    if (option == option_body_function && value) {
        atomic_store(&foundation_take_body, (take_line *)value);
        return (void *)take_body;
    }
    return value;
}

/* Sets an option of one of FoundationNetworking's handles in a run that is recorded or replayed. */
static int set_traced(set_option *set, void *easy, int option, void *value) {
    /* What comes unpacked cannot be given again as it came. */
    if (option == option_encodings) return 0;
    char *url =
        option == option_url && value && belfry_is_replayed() ? belfry_replay_url(value) : NULL;
    int result = set(easy, option, url ? url : amend(easy, option, value));
    free(url);
    return result;
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
    int is_traced = option == option_url || option == option_encodings ||
                    option == option_body_data || option == option_body_function;
    if (is_traced && (belfry_is_recorded() || belfry_is_replayed()) && easy &&
        belfry_is_foundation(__builtin_return_address(0)))
        return set_traced(set, easy, option, value);
    if (is_amended && easy && belfry_is_foundation(__builtin_return_address(0)))
        value = amend(easy, option, value);
    return set(easy, option, value);
}
