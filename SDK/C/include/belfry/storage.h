/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What outlives a process of an extension: directories that the host keeps from run to run.
 *
 * They are on the disk, nothing in them can be executed, and links, devices and sockets cannot be
 * made there. Other processes of the same bundle, and in a group those of other bundles, write to
 * them at the same time: write a file under another name and rename it, and lock with flock(2) a
 * regular file that is open for writing; directories cannot be locked. What a group holds is the word
 * of every bundle in it. */
#ifndef BELFRY_STORAGE_H
#define BELFRY_STORAGE_H

#include <belfry/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A table of the host found by host->interface(host, id); null on a host of before 1.2. */
#define BF_INTERFACE_STORAGE "bf.storage/1"

/* What a directory is for. The set is open: leave a kind that you do not know alone. */
#define BF_FOLDER_DATA 0u /* the extension's own; one, or none where the host has no place for it */
#define BF_FOLDER_GROUP 1u    /* of an app group of the bundle's Entitlements.plist */
#define BF_FOLDER_KEYCHAIN 2u /* of a keychain access group of it */

/* A directory may be written to. One without the flag is over the host's limit: files can be read
 * and removed, and the next process can write again. Or the device was not unlocked since its start:
 * nothing in it can be opened, made or removed (EACCES). */
#define BF_FOLDER_WRITABLE 1u

/* One directory. since 1.2 */
typedef struct bf_folder {
    uint32_t kind;        /* BF_FOLDER_DATA and so on */
    uint32_t flags;       /* BF_FOLDER_WRITABLE */
    bf_string identifier; /* the bundle's identifier, or the group's */
    bf_string path;       /* absolute */
} bf_folder;

/* The extension's directories. Everything here lives as long as the process. since 1.2 */
typedef struct bf_storage {
    uint32_t size;
    uint32_t folder_count;
    const bf_folder *folders;
} bf_storage;

#ifdef __cplusplus
}
#endif

#endif
