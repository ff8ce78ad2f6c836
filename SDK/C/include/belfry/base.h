/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Words that every other header uses: versions, statuses, strings, handles.
 *
 * Rules of this ABI, cited by tests as ABI-n:
 *   ABI-1  An extension exports one symbol, the function bf_extension_main (belfry/extension.h),
 *          or none, where a library that it needs exports that function for it, as the Swift SDK's
 *          does.
 *   ABI-2  A table starts with its own size in bytes. Tables grow only at their end; nothing moves,
 *          nothing changes meaning. BF_HAS asks whether a table reaches as far as a member.
 *   ABI-3  All integers have a fixed width; all are of the machine's own byte order.
 *   ABI-4  A string is a pointer and a byte count, UTF-8, with no terminating zero promised.
 *          A string given to a call is borrowed until that call returns; a string that a call
 *          gives back is borrowed for as long as the call's comment says.
 *   ABI-5  Nobody frees what the other side allocated, and no allocator crosses the boundary.
 *   ABI-6  A handle is a number with a kind and a generation, never a pointer. A stale, foreign or
 *          invented handle is answered with BF_ERROR_HANDLE and harms nobody.
 *   ABI-7  No exception, no longjmp and no thread cancellation may cross a table function.
 *   ABI-8  Every function's comment ends with the threads it may be called on and the minor version
 *          it came with: [any-thread] since 1.0.
 *   ABI-9  Major versions do not mix. Within a major version, minors only add.
 *
 * Threads:
 *   main-thread    the worker's first thread: start, stop, run.
 *   work-thread    did_receive; one call at a time, and one request at a time.
 *   ui-thread      load, did_receive and all else of bf_content_extension, and handlers of views; one
 *                  call at a time. It is no service extension's, and the work-thread no content
 *                  extension's.
 *   expiry-thread  will_expire, pressure and cpu_pressure; concurrent with did_receive.
 *   center-thread  replies of bf_center; concurrent with did_receive and will_expire.
 *   any-thread     everything the host offers, and the completion. */
#ifndef BELFRY_BASE_H
#define BELFRY_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the macros below convert, without a warning in C++ either. */
#ifdef __cplusplus
#define BF_CAST(type, value) (static_cast<type>(value))
#else
#define BF_CAST(type, value) ((type)(value))
#endif

/* An ABI version as one number: the major in the upper half, the minor in the lower. */
#define BF_VERSION(major, minor) ((BF_CAST(uint32_t, major) << 16) | BF_CAST(uint32_t, minor))
#define BF_VERSION_MAJOR(version) (BF_CAST(uint32_t, version) >> 16)
#define BF_VERSION_MINOR(version) (BF_CAST(uint32_t, version) & 0xffffu)

/* The versions there are, and the one these headers describe. */
#define BF_VERSION_1_0 BF_VERSION(1, 0)
#define BF_VERSION_1_1 BF_VERSION(1, 1)
#define BF_VERSION_1_2 BF_VERSION(1, 2)
#define BF_VERSION_1_3 BF_VERSION(1, 3)
#define BF_VERSION_CURRENT BF_VERSION_1_3

/* Marks the one symbol an extension exports. */
#if defined(__GNUC__) || defined(__clang__)
#define BF_EXPORT __attribute__((visibility("default"), used))
#else
#define BF_EXPORT
#endif

/* Whether `table` reaches as far as `member` and has it set (ABI-2). */
#define BF_HAS(table, member) \
    ((table)->size >= BF_CAST(size_t, BF_ADDRESS(&(table)->member + 1) - BF_ADDRESS(table)) && \
     (table)->member)
#define BF_ADDRESS(pointer) BF_CAST(const char *, BF_CAST(const void *, pointer))

/* What a call answers: 0 for success, a negative number for an error. The set is open: treat an
 * unknown negative number as an error like any other. */
typedef int32_t bf_status;

#define BF_OK 0                   /* done */
#define BF_ERROR_ARGUMENT (-1)    /* a null pointer, a count past 4 GB, text that is not UTF-8 */
#define BF_ERROR_HANDLE (-2)      /* a handle that is stale, foreign or of another kind */
#define BF_ERROR_STATE (-3)       /* not now: immutable content, before start, after stop */
#define BF_ERROR_LIMIT (-4)       /* over a size or a count the host sets */
#define BF_ERROR_DENIED (-5)      /* the manifest does not allow it */
#define BF_ERROR_UNSUPPORTED (-6) /* an unknown key or interface: an older host */
#define BF_ERROR_EXPIRED (-7)     /* the request is decided; the call came too late */
#define BF_ERROR_NOT_FOUND (-8)   /* no value, no such thing */
#define BF_ERROR_FAILED (-9)      /* it was tried and failed; the log says why */

/* UTF-8 bytes with a count (ABI-4). `bytes` may be null only when `count` is 0. */
typedef struct bf_string {
    const uint8_t *bytes;
    uint64_t count;
} bf_string;

/* A bf_string of a C string literal. */
#ifdef __cplusplus
#define BF_STRING(literal) \
    (bf_string{reinterpret_cast<const uint8_t *>(literal), sizeof(literal) - 1})
#else
#define BF_STRING(literal) ((bf_string){(const uint8_t *)(literal), sizeof(literal) - 1})
#endif

/* One request: a notification that the extension is asked about. Valid until it is decided. */
typedef struct bf_request {
    uint64_t id;
} bf_request;

/* One notification content, immutable (the original) or mutable (a copy). {0} means "none". */
typedef struct bf_content {
    uint64_t id;
} bf_content;

/* How loud a log line is. */
typedef uint32_t bf_log_level;
#define BF_LOG_DEBUG 0u
#define BF_LOG_INFO 1u
#define BF_LOG_WARNING 2u
#define BF_LOG_ERROR 3u

#ifdef __cplusplus
}
#endif

#endif
