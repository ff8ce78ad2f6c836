/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Gives URLSession's errors the codes that they have on iOS.
 *
 * FoundationNetworking knows few of libcurl's codes and calls the rest, certificates among them,
 * NSURLErrorUnknown (MultiHandle.swift, urlErrorCode). And what the proxy in the host refuses looks
 * like an answer of the server, which on a phone it would not be: there is no proxy.
 *
 * FoundationNetworking hears of a finished transfer from curl_multi_info_read and, on the same
 * thread, makes an NSError of it at once. The code is found at the one and put in at the other. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "CBelfryURLSession.h"
#include "foundation.h"
#include "trust.h"

/* CURLMsg of curl/multi.h. */
struct message {
    int kind;
    void *easy;
    union {
        void *whatever;
        int result;
    } data;
};

/* struct curl_header of curl/header.h. */
struct header {
    char *name;
    char *value;
    size_t amount;
    size_t index;
    unsigned int origin;
    void *anchor;
};

enum {
    message_done = 1,       /* CURLMSG_DONE */
    from_server = 1,        /* CURLH_HEADER */
    from_proxy = 4,         /* CURLH_CONNECT */
    error_cancelled = -999, /* NSURLErrorCancelled */
    result_ok = 0,          /* CURLE_OK */
    result_no_answer = 56,  /* CURLE_RECV_ERROR */
    error_size = 256,       /* CURL_ERROR_SIZE */
};

/* The code for the NSError that comes next on this thread; 0 for whatever it has. */
static _Thread_local int expected;

struct translation {
    int result;
    int code;
};

/* Codes of libcurl, and NSURLError's. */
static const struct translation results[] = {
    {5, -1003},  {6, -1003}, /* the name of a proxy or server is not found */
    {7, -1004},              /* no connection: CannotConnectToHost */
    {18, -1005}, {52, -1005}, {55, -1005}, {56, -1005}, /* it broke: NetworkConnectionLost */
    {28, -1001},                                        /* TimedOut */
    {35, -1200}, {53, -1200}, {54, -1200}, {58, -1200}, /* SecureConnectionFailed */
    {59, -1200}, {66, -1200}, {77, -1200}, {80, -1200}, {82, -1200},
    {83, -1200}, {90, -1200}, {91, -1200}, {47, -1007}, /* HTTPTooManyRedirects */
    {60, -1202},                                        /* ServerCertificateUntrusted */
    {61, -1015},                                        /* CannotDecodeRawData */
    {1, -1002},                                         /* UnsupportedURL */
    {3, -1000},                                         /* BadURL */
};

/* Errors of the proxy (RFC 9209), and NSURLError's. */
static const struct {
    const char *word;
    int code;
} refusals[] = {
    {"dns_error", -1003},
    {"dns_timeout", -1001},
    {"destination_unavailable", -1004},
    {"connection_terminated", -1005},
    {"connection_read_timeout", -1001},
    {"http_protocol_error", -1011},
    {"tls_protocol_error", -1200},
    {"http_request_denied", -1009},
    {"destination_ip_prohibited", -1009},
    {"connection_limit_reached", -1009},
};

static int code_for(int result) {
    for (size_t index = 0; index < sizeof results / sizeof *results; index++)
        if (results[index].result == result) return results[index].code;
    return 0;
}

/* What the host's proxy says of a transfer, in a field that it takes out of all servers' answers;
 * NULL where it let it pass. */
static const char *refusal(void *easy) {
    typedef int find_header(void *, const char *, size_t, unsigned int, int, struct header **);
    static _Atomic(find_header *) next;
    find_header *find = atomic_load(&next);
    if (!find) {
        find = (find_header *)dlsym(RTLD_NEXT, "curl_easy_header");
        if (!find) return NULL; /* libcurl before 7.84 */
        atomic_store(&next, find);
    }
    struct header *field;
    if (find(easy, "Proxy-Status", 0, from_server | from_proxy, -1, &field)) return NULL;
    return strncmp(field->value, "belfry;", 7) ? NULL : field->value;
}

static void expect_refusal(const char *status, char *buffer) {
    const char *word = strstr(status, "error=");
    if (!word) return;
    word += 6;
    size_t length = strcspn(word, ";");
    for (size_t index = 0; index < sizeof refusals / sizeof *refusals; index++) {
        const char *known = refusals[index].word;
        if (strlen(known) == length && !memcmp(known, word, length))
            expected = refusals[index].code;
    }
    const char *words = strstr(status, "details=\"");
    if (!words || !buffer) return;
    words += 9;
    snprintf(buffer, error_size, "%.*s", (int)strcspn(words, "\""), words);
}

static void expect_error(struct message *message) {
    belfry_transfer_done(message->easy, message->data.result);
    const char *status = refusal(message->easy);
    if (!status) {
        expected = code_for(message->data.result);
        if (expected && belfry_is_cancelled(message->easy)) expected = error_cancelled;
        return;
    }
    expect_refusal(status, belfry_error_buffer(message->easy));
    if (message->data.result == result_ok) message->data.result = result_no_answer;
}

struct message *curl_multi_info_read(void *multi, int *left) {
    typedef struct message *read_message(void *, int *);
    static _Atomic(read_message *) next;
    read_message *read = atomic_load(&next);
    if (!read) {
        read = (read_message *)dlsym(RTLD_NEXT, "curl_multi_info_read");
        if (!read) return NULL;
        atomic_store(&next, read);
    }
    struct message *message = read(multi, left);
    expected = 0;
    if (message && message->kind == message_done &&
        belfry_is_foundation(__builtin_return_address(0)))
        expect_error(message);
    return message;
}

/* NSError.init(domain:code:userInfo:) */
#define NS_ERROR_INIT "$s10Foundation7NSErrorC6domain4code8userInfoACSS_SiSDySSypGSgtcfc"

typedef void *initialise_error(uint64_t domain, void *domain_object, intptr_t code, void *user_info,
                               __attribute__((swift_context)) void *self)
    __attribute__((swiftcall));

void *belfry_initialise_error(uint64_t domain, void *domain_object, intptr_t code, void *user_info,
                              __attribute__((swift_context)) void *self)
    __attribute__((swiftcall, weak)) __asm__(NS_ERROR_INIT);

/* Foundation's own, where it is linked in (--wrap of ld); absent where it is a library. */
void *linked_initialise_error(uint64_t domain, void *domain_object, intptr_t code, void *user_info,
                              __attribute__((swift_context)) void *self)
    __attribute__((swiftcall, weak)) __asm__("__real_" NS_ERROR_INIT);

__attribute__((swiftcall, weak)) void *
belfry_initialise_error(uint64_t domain, void *domain_object, intptr_t code, void *user_info,
                        __attribute__((swift_context)) void *self) {
    static _Atomic(initialise_error *) next;
    initialise_error *initialise = atomic_load(&next);
    if (!initialise) {
        initialise = linked_initialise_error ? linked_initialise_error
                                             : (initialise_error *)dlsym(RTLD_NEXT, NS_ERROR_INIT);
        atomic_store(&next, initialise);
    }
    if (expected && belfry_is_foundation(__builtin_return_address(0))) {
        code = expected;
        expected = 0;
    }
    return initialise(domain, domain_object, code, user_info, self);
}
