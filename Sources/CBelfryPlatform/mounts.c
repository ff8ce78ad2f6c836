/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#define _GNU_SOURCE
#include "CBelfryPlatform.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int belfry_fsopen(const char *type) { return fsopen(type, FSOPEN_CLOEXEC); }

int belfry_fsconfig_set(int context, const char *key, const char *value) {
    return fsconfig(context, FSCONFIG_SET_STRING, key, value, 0);
}

int belfry_fsconfig_create(int context) {
    return fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL, 0);
}

int belfry_fsmount(int context, uint64_t attributes) {
    return fsmount(context, FSMOUNT_CLOEXEC, (unsigned)attributes);
}

int belfry_move_mount(int mount_, const char *target) {
    return move_mount(mount_, "", AT_FDCWD, target, MOVE_MOUNT_F_EMPTY_PATH);
}

int belfry_detach(const char *target) { return umount2(target, MNT_DETACH | UMOUNT_NOFOLLOW); }

const int belfry_pr_set_keepcaps = PR_SET_KEEPCAPS;
