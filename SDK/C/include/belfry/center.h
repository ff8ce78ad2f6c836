/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* The notification centre of the app that an extension belongs to (UNUserNotificationCenter): what
 * is pending, what is delivered, the categories, the badge.
 *
 * A call asks the host a question. No call names a request: it belongs to the one that the process
 * has at the time, since a process has one request at a time, whichever thread calls. Before there
 * is a request, and once it is decided, every function answers BF_ERROR_STATE. What was asked before
 * is answered all the same. Questions reach the host in the order they are asked, and before a
 * decision that follows them; a call waits until the host has answered the one before it.
 *
 * Additions, removals and the badge have effect at once. Categories have it when the request is
 * delivered or dropped, together with that and before anything is shown; when the host delivers the
 * original instead (fallback), the categories of before stay. A question later in the same request
 * sees them already.
 *
 * Documents are UTF-8 JSON; Documentation/ABI.md has their grammar. */
#ifndef BELFRY_CENTER_H
#define BELFRY_CENTER_H

#include <belfry/base.h>
#include <belfry/host.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A table of the host found by host->interface(host, id); null on a host of before 1.2. */
#define BF_INTERFACE_CENTER "bf.center/1"

/* Takes the answer to a question: once for each that was accepted with BF_OK, in the order they
 * were asked, unless the process ends first. `context` is what was given with the question.
 *
 * With BF_OK, `document` is what was asked for, or "" where nothing was. With an error it is an
 * error document: {"message": …}, and with BF_ERROR_FAILED also {"code": …}, the code that Apple's
 * UNErrorDomain has for it. BF_ERROR_ARGUMENT for a document that cannot be read; BF_ERROR_LIMIT
 * where the centre has no room; BF_ERROR_STATE where the host had decided the request. `document` is borrowed
 * until the reply returns. A reply may ask further questions, but not wait for their answers.
 * [center-thread] since 1.2 */
typedef void (*bf_center_reply)(void *context, bf_status status, bf_string document);

/* The centre's functions. All of them also answer, at once and without a reply to follow:
 * BF_ERROR_STATE outside a request; BF_ERROR_ARGUMENT for text that is not UTF-8;
 * BF_ERROR_LIMIT for a document past 64 KB, past 64 answers that no reply has taken yet, and past
 * 1024 calls or 1 MB of documents in one request. */
typedef struct bf_center {
    uint32_t size;
    uint32_t reserved;

    /* Adds a request, given as a request document; one that is pending by the same identifier is
     * replaced. Without a trigger it is delivered at once. `reply` may be null.
     * The answer is "". Its codes: 1 when the app may not notify, 1400 for a trigger that never
     * fires, 1401 for a content that neither alerts nor sounds nor sets the badge.
     * [any-thread] since 1.2 */
    bf_status (*add)(const bf_host *host, bf_string request, bf_center_reply reply, void *context);

    /* Asks for the pending requests: an array of request documents, oldest first.
     * BF_ERROR_ARGUMENT null `reply`.
     * [any-thread] since 1.2 */
    bf_status (*pending)(const bf_host *host, bf_center_reply reply, void *context);

    /* Asks for the delivered notifications: an array of notification documents, oldest first. The
     * request under way is not among them.
     * BF_ERROR_ARGUMENT null `reply`.
     * [any-thread] since 1.2 */
    bf_status (*delivered)(const bf_host *host, bf_center_reply reply, void *context);

    /* Removes pending requests: those of an array of identifiers, or all when it is "".
     * [any-thread] since 1.2 */
    bf_status (*remove_pending)(const bf_host *host, bf_string identifiers);

    /* Removes delivered notifications: as remove_pending.
     * [any-thread] since 1.2 */
    bf_status (*remove_delivered)(const bf_host *host, bf_string identifiers);

    /* Asks for the categories: an array of category documents.
     * BF_ERROR_ARGUMENT null `reply`.
     * [any-thread] since 1.2 */
    bf_status (*categories)(const bf_host *host, bf_center_reply reply, void *context);

    /* Replaces all categories by an array of category documents. One that is no such array changes
     * nothing, and the report says why.
     * [any-thread] since 1.2 */
    bf_status (*set_categories)(const bf_host *host, bf_string categories);

    /* Sets the badge of the app; 0 removes it. `reply` may be null.
     * The answer is "". Its codes: 1 when the app may not notify, 1600 for a negative count.
     * [any-thread] since 1.2 */
    bf_status (*set_badge)(const bf_host *host, int64_t count, bf_center_reply reply,
                           void *context);

    /* Asks what the user lets the app do: a settings document.
     * BF_ERROR_ARGUMENT null `reply`.
     * [any-thread] since 1.2 */
    bf_status (*settings)(const bf_host *host, bf_center_reply reply, void *context);
} bf_center;

#ifdef __cplusplus
}
#endif

#endif
