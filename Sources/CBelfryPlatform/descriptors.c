/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#define _GNU_SOURCE
#include "CBelfryPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

int belfry_open(const char *path, int flags, unsigned mode) { return open(path, flags, mode); }

int belfry_open_path(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

const int belfry_o_path = O_PATH;

const uint64_t belfry_resolve_beneath = RESOLVE_BENEATH;
const uint64_t belfry_resolve_no_links = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;

const uint32_t belfry_o_direct = O_DIRECT;

int belfry_openat2(int directory, const char *path, uint64_t flags, uint64_t mode,
                   uint64_t resolve) {
    struct open_how how = {.flags = flags, .mode = mode, .resolve = resolve};
    int descriptor = -1;
    /* EAGAIN where something was renamed or mounted meanwhile, anywhere, and ".." is in the path. Who
     * renames without end gets it in the end. */
    for (int attempt = 0; attempt < 64; attempt++) {
        descriptor = (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
        if (descriptor >= 0 || errno != EAGAIN) break;
    }
    return descriptor;
}

int belfry_rename_to_free(int directory, const char *name, const char *new_name) {
    return renameat2(directory, name, directory, new_name, RENAME_NOREPLACE);
}

int64_t belfry_birth_time(int directory, const char *name) {
    struct statx facts;
    if (statx(directory, name, AT_SYMLINK_NOFOLLOW, STATX_BTIME, &facts) < 0) return -1;
    if (!(facts.stx_mask & STATX_BTIME)) return -1;
    return facts.stx_btime.tv_sec * 1000000000 + facts.stx_btime.tv_nsec;
}

int64_t belfry_file_system_type(const char *path) {
    struct statfs status;
    /* f_type is signed on some machines; the numbers have 32 bits. */
    return statfs(path, &status) ? -1 : (int64_t)(uint32_t)status.f_type;
}

int belfry_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }

int belfry_close_from(unsigned first) { return (int)syscall(SYS_close_range, first, ~0U, 0); }

int belfry_memfd(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

ssize_t belfry_send_packet(int socket, const void *bytes, size_t count, const int *descriptors,
                           size_t descriptor_count, int flags) {
    if (descriptor_count > belfry_packet_descriptor_limit) {
        errno = EINVAL;
        return -1;
    }
    union {
        char bytes[CMSG_SPACE(sizeof(int) * belfry_packet_descriptor_limit)];
        struct cmsghdr align;
    } control;
    struct iovec vector = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
    if (descriptor_count > 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptor_count);
        memset(control.bytes, 0, message.msg_controllen);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * descriptor_count);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * descriptor_count);
    }
    return sendmsg(socket, &message, flags | MSG_NOSIGNAL);
}

ssize_t belfry_receive_packet(int socket, void *bytes, size_t capacity, int *descriptors,
                              size_t *descriptor_count, int *truncated, int flags) {
    union {
        char bytes[CMSG_SPACE(sizeof(int) * belfry_packet_descriptor_limit)];
        struct cmsghdr align;
    } control;
    struct iovec vector = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message = {.msg_iov = &vector,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    *descriptor_count = 0;
    *truncated = 0;
    ssize_t received = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
    if (received < 0) return received;
    *truncated = (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header;
         header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        const int *passed = (const int *)(const void *)CMSG_DATA(header);
        for (size_t index = 0; index < count; index++) {
            if (*descriptor_count < belfry_packet_descriptor_limit) {
                descriptors[(*descriptor_count)++] = passed[index];
            } else {
                close(passed[index]);
                *truncated = 1;
            }
        }
    }
    return received;
}

void belfry_line_buffer_output(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

void belfry_flush_output(void) { fflush(stdout); }

const char *belfry_errno_name(int error) { return strerrorname_np(error); }

const char *belfry_errno_sentence(int error) { return strerrordesc_np(error); }

const char *belfry_signal_name(int signal) { return sigabbrev_np(signal); }

int belfry_sealed_copy(const char *name, const void *bytes, size_t byte_count) {
    int memory = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0) return -1;
    size_t done = 0;
    while (done < byte_count) {
        ssize_t count = pwrite(memory, (const char *)bytes + done, byte_count - done, (off_t)done);
        if (count < 0 && errno != EINTR) break;
        if (count > 0) done += (size_t)count;
    }
    int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;
    if (done == byte_count && fcntl(memory, F_ADD_SEALS, seals) == 0) return memory;
    int error = errno;
    close(memory);
    errno = error;
    return -1;
}
