/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What the host offers an extension. */
#ifndef BELFRY_HOST_H
#define BELFRY_HOST_H

#include <belfry/base.h>
#include <belfry/content.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The host's functions, given to start. The table lives as long as the process. Calls about
 * requests and contents are valid once start has succeeded; until then they answer BF_ERROR_STATE.
 * Calls on one handle are serialised by the host, so any number of threads may use it at once.
 *
 * Every function takes the table itself as its first argument; `host` below is always that. */
typedef struct bf_host bf_host;
struct bf_host {
    uint32_t size;    /* of this table, as this host has it (ABI-2) */
    uint32_t version; /* the ABI version chosen by bf_extension_main */

    /* Finds a further table of the host by its versioned id, such as BF_INTERFACE_BUNDLE.
     * Returns null for an id this host does not know. The table lives as long as the process.
     * [any-thread] since 1.0 */
    const void *(*interface)(const bf_host *host, bf_string id);

    /* Writes a line to the run's log. Text that is not UTF-8 is repaired, control bytes are made
     * visible, and beyond the log's rate and size limits lines are counted and dropped.
     * [any-thread] since 1.0 */
    void (*log)(const bf_host *host, bf_log_level level, bf_string message);

    /* Says why the call that is about to fail does so, in one sentence for the report; used before
     * returning an error from start.
     * [main-thread] since 1.0 */
    void (*explain)(const bf_host *host, bf_string message);

    /* Nanoseconds of CLOCK_MONOTONIC, the clock that budgets are measured on.
     * [any-thread] since 1.0 */
    uint64_t (*now)(const bf_host *host);

    /* --- Requests ------------------------------------------------------------------------- */

    /* The request's identifier (UNNotificationRequest.identifier).
     * Gives a string borrowed until the request is decided and did_receive has returned.
     * BF_ERROR_ARGUMENT null `out`; BF_ERROR_HANDLE.
     * [any-thread] since 1.0 */
    bf_status (*request_identifier)(const bf_host *host, bf_request request, bf_string *out);

    /* When the request's wall budget ends, on the clock of `now`. 0 for a handle that is not
     * a live request.
     * [any-thread] since 1.0 */
    uint64_t (*request_deadline)(const bf_host *host, bf_request request);

    /* Whether the request is decided, so that no completion can matter any more: for loops.
     * 1 for yes and for a handle that is not a live request, else 0.
     * [any-thread] since 1.0 */
    uint32_t (*request_is_decided)(const bf_host *host, bf_request request);

    /* The content the notification came with: immutable, owned by the request. {0} for a handle
     * that is not a live request.
     * [any-thread] since 1.0 */
    bf_content (*request_content)(const bf_host *host, bf_request request);

    /* Decides the request, as the completion given to did_receive does: with `content`, or with
     * the original when `content` is {0}. The first decision counts.
     * BF_ERROR_HANDLE for a bad request, and for a content that is neither {0} nor one of this
     * request's: that one ends the run, and the original is delivered (fallback: abuse).
     * BF_ERROR_EXPIRED when it was decided before, which is counted as a strike.
     * [any-thread] since 1.0 */
    bf_status (*complete)(const bf_host *host, bf_request request, bf_content content);

    /* --- Content -------------------------------------------------------------------------- */

    /* Makes a mutable copy of `content`, owned by the same request and gone with it.
     * {0} for a bad handle, or past 64 copies in one request.
     * [any-thread] since 1.0 */
    bf_content (*content_copy)(const bf_host *host, bf_content content);

    /* Drops a mutable copy before its request ends.
     * BF_ERROR_HANDLE; BF_ERROR_STATE for an original.
     * [any-thread] since 1.0 */
    bf_status (*content_release)(const bf_host *host, bf_content content);

    /* Reads a text field; an unset one reads as "".
     * Gives a string borrowed until the field is next set or the request is decided, whichever is
     * first. BF_ERROR_ARGUMENT null `out`; BF_ERROR_HANDLE; BF_ERROR_UNSUPPORTED for a key that is
     * not a text key of this host.
     * [any-thread] since 1.0 */
    bf_status (*get_text)(const bf_host *host, bf_content content, bf_key key, bf_string *out);

    /* Reads an integer field.
     * As get_text, and BF_ERROR_NOT_FOUND when the field is unset.
     * [any-thread] since 1.0 */
    bf_status (*get_integer)(const bf_host *host, bf_content content, bf_key key, int64_t *out);

    /* Reads a real field.
     * As get_integer.
     * [any-thread] since 1.0 */
    bf_status (*get_real)(const bf_host *host, bf_content content, bf_key key, double *out);

    /* Sets a text field of a mutable copy; the host copies `value`.
     * BF_ERROR_ARGUMENT for text that is not UTF-8 or, for BF_KEY_USER_INFO and BF_KEY_COMMUNICATION, not a JSON
     * object;
     * BF_ERROR_HANDLE; BF_ERROR_STATE for an original; BF_ERROR_LIMIT past 64 KB of content;
     * BF_ERROR_UNSUPPORTED for an unknown key.
     * [any-thread] since 1.0 */
    bf_status (*set_text)(const bf_host *host, bf_content content, bf_key key, bf_string value);

    /* Sets an integer field of a mutable copy.
     * BF_ERROR_ARGUMENT for a value out of the key's range; otherwise as set_text.
     * [any-thread] since 1.0 */
    bf_status (*set_integer)(const bf_host *host, bf_content content, bf_key key, int64_t value);

    /* Sets a real field of a mutable copy.
     * BF_ERROR_ARGUMENT for NaN or a value out of the key's range; otherwise as set_text.
     * [any-thread] since 1.0 */
    bf_status (*set_real)(const bf_host *host, bf_content content, bf_key key, double value);

    /* Unsets a field of a mutable copy.
     * BF_ERROR_HANDLE; BF_ERROR_STATE for an original; BF_ERROR_UNSUPPORTED.
     * [any-thread] since 1.0 */
    bf_status (*clear)(const bf_host *host, bf_content content, bf_key key);

    /* --- Attachments ---------------------------------------------------------------------- */

    /* Adds an attachment to a mutable copy; the host copies what `attachment` points to. The file
     * itself is looked at when the request is completed with this content (bf_attachment).
     * BF_ERROR_ARGUMENT null, a size smaller than of 1.0, an empty path, text that is not UTF-8;
     * BF_ERROR_HANDLE; BF_ERROR_STATE for an original; BF_ERROR_LIMIT past 16 attachments, or past
     * 6 KB of one attachment's texts.
     * [any-thread] since 1.0 */
    bf_status (*attach)(const bf_host *host, bf_content content, const bf_attachment *attachment);

    /* Removes all attachments from a mutable copy.
     * BF_ERROR_HANDLE; BF_ERROR_STATE for an original.
     * [any-thread] since 1.0 */
    bf_status (*detach_all)(const bf_host *host, bf_content content);

    /* --- Since 1.1: ask with BF_HAS ------------------------------------------------------- */

    /* Publishes the best so far of a request that is not decided yet. The host takes what `content`
     * is now; the one published last is delivered, instead of the original, should the run end
     * without a decision: by its time, its CPU time or its memory, by a crash or an exit. It is not
     * after a breach of the rules, such as a forbidden system call. A decision goes before it.
     * Files that it attaches are looked at then, so leave them alone.
     * BF_ERROR_HANDLE for a bad request, and for a content that is not one of its copies;
     * BF_ERROR_STATE for the original; BF_ERROR_EXPIRED when the request is decided;
     * BF_ERROR_LIMIT past 64 in one request.
     * [any-thread] since 1.1 */
    bf_status (*checkpoint)(const bf_host *host, bf_request request, bf_content content);

    /* Decides the request as dropped: nothing is delivered, and the report says why. `reason` is a
     * code of the extension's own, 1 to 64 bytes of A-Z a-z 0-9 . _ - for whoever reads the report.
     * BF_ERROR_DENIED unless the manifest has BFExtension.Filtering, which is counted as a strike;
     * BF_ERROR_ARGUMENT for a reason of another form; BF_ERROR_HANDLE; BF_ERROR_EXPIRED as complete.
     * [any-thread] since 1.1 */
    bf_status (*drop)(const bf_host *host, bf_request request, bf_string reason);
};

/* Where the extension lives: a table of the host found by host->interface(host, id). */
#define BF_INTERFACE_BUNDLE "bf.bundle/1"

/* The extension's bundle and container. Strings live as long as the process. since 1.0 */
typedef struct bf_bundle {
    uint32_t size;
    uint32_t reserved;
    bf_string identifier;      /* CFBundleIdentifier */
    bf_string path;            /* the .appex directory, readable */
    bf_string principal_class; /* NSExtensionPrincipalClass, build variables resolved; may be "" */
    bf_string container;       /* a directory that is the extension's own, writable */
} bf_bundle;

#ifdef __cplusplus
}
#endif

#endif
