/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What the cures of FoundationNetworking share. */
#ifndef CBELFRY_FOUNDATION_H
#define CBELFRY_FOUNDATION_H

/* A test of an extension may have these cures twice, in its own program and in the SDK's library:
 * neither may call into the other, which would take its twin for FoundationNetworking. */
#define CBELFRY_HIDDEN __attribute__((visibility("hidden")))

/* Whether code is FoundationNetworking's: from its library, or from the one that has these cures and
 * FoundationNetworking in it, which is what a self-contained extension is. */
CBELFRY_HIDDEN int belfry_is_foundation(const void *code);

/* Where one of FoundationNetworking's transfers has the words of its error; NULL for none. */
CBELFRY_HIDDEN char *belfry_error_buffer(void *easy);

/* Hands over what a recorded run keeps of a transfer that has ended. */
CBELFRY_HIDDEN void belfry_transfer_done(void *easy, int result);

#endif
