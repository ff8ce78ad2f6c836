/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Asks a session's delegate about a server's certificates, as iOS does.
 *
 * libcurl has OpenSSL judge them while it connects; here its judgement is heard first, then that of
 * the delegate, which counts. FoundationNetworking calls libcurl on a queue of its own, which waits
 * for the delegate meanwhile; delegates are called on another one.
 *
 * OpenSSL's functions are those that libcurl uses. Where libcurl uses another library nothing here
 * is called, and the certificates are judged as ever. */
#define _GNU_SOURCE
#include "trust.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "CBelfryURLSession.h"

enum {
    option_context_data = 10109,     /* CURLOPT_SSL_CTX_DATA */
    option_context_function = 20108, /* CURLOPT_SSL_CTX_FUNCTION */
    value_url = 0x100001,            /* CURLINFO_EFFECTIVE_URL */
    is_good = 0,                     /* X509_V_OK */
    is_refused = 50,                 /* X509_V_ERR_APPLICATION_VERIFICATION */
    is_of_another = 62,              /* X509_V_ERR_HOSTNAME_MISMATCH */
    most_certificates = 16,
};

/* openssl/ssl.h and openssl/x509.h, whose ABI has been the same since 1.1. */
struct openssl {
    void (*SSL_CTX_set_cert_verify_callback)(void *, int (*)(void *, void *), void *);
    int (*X509_verify_cert)(void *);
    int (*X509_STORE_CTX_get_error)(const void *);
    void (*X509_STORE_CTX_set_error)(void *, int);
    void *(*X509_STORE_CTX_get0_chain)(const void *);
    void *(*X509_STORE_CTX_get0_cert)(const void *);
    int (*OPENSSL_sk_num)(const void *);
    void *(*OPENSSL_sk_value)(const void *, int);
    int (*i2d_X509)(const void *, unsigned char **);
    int (*X509_check_host)(void *, const char *, size_t, unsigned int, char **);
    int (*X509_check_ip_asc)(void *, const char *, unsigned int);
    const char *(*X509_verify_cert_error_string)(long);
};

static struct openssl openssl;
static int has_openssl;
static pthread_once_t search = PTHREAD_ONCE_INIT;

/* A function of OpenSSL's: the one that is linked in, or that of a library. */
#define FIND(name) \
    do { \
        extern char linked_##name __asm__(#name) __attribute__((weak)); \
        void *found = &linked_##name ? (void *)&linked_##name : dlsym(RTLD_DEFAULT, #name); \
        memcpy(&openssl.name, &found, sizeof found); \
        if (!found) has_openssl = 0; \
    } while (0)

static void find_openssl(void) {
    has_openssl = 1;
    FIND(SSL_CTX_set_cert_verify_callback);
    FIND(X509_verify_cert);
    FIND(X509_STORE_CTX_get_error);
    FIND(X509_STORE_CTX_set_error);
    FIND(X509_STORE_CTX_get0_chain);
    FIND(X509_STORE_CTX_get0_cert);
    FIND(OPENSSL_sk_num);
    FIND(OPENSSL_sk_value);
    FIND(i2d_X509);
    FIND(X509_check_host);
    FIND(X509_check_ip_asc);
    FIND(X509_verify_cert_error_string);
}

/* The host of a URL, to be freed; NULL for none. */
static char *host_of(void *easy) {
    const char *url = belfry_value(easy, value_url);
    const char *host = url ? strstr(url, "://") : NULL;
    if (!host) return NULL;
    host += 3;
    size_t length = strcspn(host, "/?#");
    const char *user = memrchr(host, '@', length);
    if (user) {
        length -= (size_t)(user + 1 - host);
        host = user + 1;
    }
    if (*host == '[') return strndup(host + 1, strcspn(host + 1, "]"));
    const char *colon = memchr(host, ':', length);
    return strndup(host, colon ? (size_t)(colon - host) : length);
}

/* The certificates as they were sent, the server's own first; how many there are. */
static int encode(void *chain, unsigned char **all, size_t *lengths) {
    int count = openssl.OPENSSL_sk_num(chain);
    if (count > most_certificates) count = most_certificates;
    int encoded = 0;
    for (int index = 0; index < count; index++) {
        unsigned char *bytes = NULL;
        int length = openssl.i2d_X509(openssl.OPENSSL_sk_value(chain, index), &bytes);
        if (length <= 0) break;
        /* OpenSSL takes its memory from malloc, as this program sets no other allocator. */
        lengths[encoded] = (size_t)length;
        all[encoded++] = bytes;
    }
    return encoded;
}

static int judge(void *store, void *easy) {
    int was_good = openssl.X509_verify_cert(store) == 1;
    int found = openssl.X509_STORE_CTX_get_error(store);
    char *host = host_of(easy);
    void *own = openssl.X509_STORE_CTX_get0_cert(store);
    int verdict = was_good ? is_good : found ? found : is_refused;
    if (verdict == is_good && host && own && openssl.X509_check_host(own, host, 0, 0, NULL) != 1 &&
        openssl.X509_check_ip_asc(own, host, 0) != 1)
        verdict = is_of_another;
    unsigned char *all[most_certificates];
    size_t lengths[most_certificates];
    void *chain = openssl.X509_STORE_CTX_get0_chain(store);
    int count = chain ? encode(chain, all, lengths) : 0;
    const char *reason = openssl.X509_verify_cert_error_string(verdict);
    void *owner = belfry_owner(easy);
    int answer = belfry_trust_default;
    if (owner && count)
        answer = belfry_judge_server(owner, host ? host : "", (const unsigned char *const *)all,
                                     lengths, (size_t)count, verdict, reason);
    for (int index = 0; index < count; index++) free(all[index]);
    free(host);
    if (answer == belfry_trust_default) return was_good;
    if (answer == belfry_trust_cancel) belfry_note_cancelled(easy);
    openssl.X509_STORE_CTX_set_error(store, answer == belfry_trust_accept ? is_good : is_refused);
    return answer == belfry_trust_accept;
}

static int watch_context(void *easy, void *context, void *user) {
    (void)user;
    pthread_once(&search, find_openssl);
    if (has_openssl) openssl.SSL_CTX_set_cert_verify_callback(context, judge, easy);
    return 0; /* CURLE_OK */
}

void belfry_watch_trust(void *easy, belfry_set_option *set) {
    set(easy, option_context_function, watch_context);
}
