/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What a peer in C says of itself; Peer.c is the program around it. */
#ifndef PEER_H
#define PEER_H

#include <stddef.h>
#include <stdint.h>

struct peer {
    const char *name;

    /* What it wants behind the push on its command line. */
    const char *usage;

    /* Makes ready what is not measured. `mode` says what is: how long something is kept. */
    void (*prepare)(const char *mode, char *const *arguments);

    /* Hands over a push and takes its answer, of which there is room for the longest; gives the
     * answer's length. This is what is measured. */
    size_t (*run)(const uint8_t *push, size_t count, uint8_t *answer);

    /* Ends what a run has left; not measured. May be null. */
    void (*tidy)(void);
};

/* The one peer of this program. */
extern const struct peer peer;

/* Ends the program with a sentence and status 1. */
_Noreturn void fail(const char *what, const char *why);

/* The bytes of a file, which live as long as the program. */
uint8_t *bytes_of_file(const char *path, size_t *count);

#endif
