/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Has a session's delegate asked about a server's certificates. */
#ifndef CBELFRY_TRUST_H
#define CBELFRY_TRUST_H

#include <stddef.h>

#include "foundation.h"

/* What becomes of a connection. */
enum belfry_trust {
    belfry_trust_default = -1, /* as was found */
    belfry_trust_refuse = 0,
    belfry_trust_accept = 1,
    belfry_trust_cancel = 2, /* refused, and the task is cancelled */
};

/* Asks the delegate; a function of the SDK's in Swift, which imports no module of C for it, as each
 * extension would need that module to be compiled.
 *
 * The owner is FoundationNetworking's object for the handle; certificates are in DER, the server's
 * own first; the verdict is OpenSSL's, 0 for good ones. */
CBELFRY_HIDDEN int belfry_judge_server(void *owner, const char *host,
                                       const unsigned char *const *certificates,
                                       const size_t *lengths, size_t count, int verdict,
                                       const char *reason);

typedef int belfry_set_option(void *easy, int option, ...);

/* Has the delegate asked when one of FoundationNetworking's handles connects by TLS. */
CBELFRY_HIDDEN void belfry_watch_trust(void *easy, belfry_set_option *set);

/* What the transfer's header callback gets, FoundationNetworking's own object for the handle; NULL
 * where there is none yet. */
CBELFRY_HIDDEN void *belfry_owner(void *easy);

/* Notes that the delegate has cancelled a transfer over its server's certificates. */
CBELFRY_HIDDEN void belfry_note_cancelled(void *easy);

/* Whether it has. */
CBELFRY_HIDDEN int belfry_is_cancelled(void *easy);

/* A value of a transfer's that is a pointer; NULL for none. */
CBELFRY_HIDDEN void *belfry_value(void *easy, int value);

#endif
