/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* The way in: the one symbol an extension exports, and the descriptor it returns. */
#ifndef BELFRY_EXTENSION_H
#define BELFRY_EXTENSION_H

#include <belfry/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* First member of a descriptor: "BFE1" in memory on a little-endian machine. */
#define BF_EXTENSION_MAGIC 0x31454642u

/* What an extension is. Owned by the extension, unchanged for the life of the process; the host
 * reads it once. */
typedef struct bf_extension {
    uint32_t magic; /* BF_EXTENSION_MAGIC */
    uint32_t size;  /* sizeof(bf_extension), as the extension was compiled */
    /* Must equal the manifest's CFBundleIdentifier and CFBundleShortVersionString; empty where the
     * manifest alone is to say. */
    bf_string identifier;
    bf_string version;
    void *self; /* given back to every function of the extension's tables */

    /* Finds one of the extension's tables by its versioned id, such as BF_INTERFACE_SERVICE.
     * Returns null for an id the extension does not have. Must be pure: the same answer each time.
     * [main-thread] since 1.0 */
    const void *(*interface)(void *self, bf_string id);
} bf_extension;

/* The one symbol an extension exports (ABI-1).
 *
 * In: *version is the newest ABI the host speaks. Out: *version is the ABI chosen, of the same
 * major and no newer. Null means that the extension refuses this host. Must not start threads,
 * do input or output, or print; start is the place for that.
 * [main-thread] since 1.0 */
BF_EXPORT const bf_extension *bf_extension_main(uint32_t *version);

#ifdef __cplusplus
}
#endif

#endif
