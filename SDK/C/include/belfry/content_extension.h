/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* A content extension: it draws a notification that the user has expanded, and handles the actions
 * taken on it (UNNotificationContentExtension).
 *
 * Its process lives as long as the notification is open. All its callbacks but will_expire's kin come
 * on one thread, the UI thread, one at a time: each has the wall and CPU budget of a run, and one that
 * does not return in time ends the session; the user then sees the notification as without it. */
#ifndef BELFRY_CONTENT_EXTENSION_H
#define BELFRY_CONTENT_EXTENSION_H

#include <belfry/base.h>
#include <belfry/host.h>
#include <belfry/view.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BF_INTERFACE_CONTENT "bf.content/1"

/* What the user answered a notification with. Valid until its completion was called and
 * did_receive_response has returned. */
typedef struct bf_response {
    uint64_t id;
} bf_response;

/* What becomes of the notification after a response (UNNotificationContentExtensionResponseOption). */
typedef uint32_t bf_response_option;
#define BF_RESPONSE_DO_NOT_DISMISS 0u      /* it stays; the app hears nothing */
#define BF_RESPONSE_DISMISS 1u             /* it is closed; the app hears nothing */
#define BF_RESPONSE_DISMISS_AND_FORWARD 2u /* it is closed, and the app gets the response too */

/* Says what becomes of the notification. Made anew for each response; it may be called from any
 * thread, at any time, for as long as the process lives: the first call counts, a second one is a
 * strike. An unknown option counts as BF_RESPONSE_DO_NOT_DISMISS and is a strike. One that is
 * not called within the wall budget of its response ends the session.
 * [any-thread] since 1.3 */
typedef void (*bf_response_completion)(bf_response_option option);

/* The table an extension gives for BF_INTERFACE_CONTENT. `self` is always bf_extension.self. The host
 * reads the table once; members marked optional may be null. A notification is a bf_request here,
 * which cannot be decided. */
typedef struct bf_content_extension {
    uint32_t size;  /* sizeof(bf_content_extension), as the extension was compiled */
    uint32_t flags; /* 0 */

    /* Optional. As that of bf_service.
     * [main-thread] since 1.3 */
    bf_status (*start)(void *self, const bf_host *host);

    /* Optional. The view is there and as wide as it will be: make the views in it (viewDidLoad). Called
     * once, before anything else.
     * [ui-thread] since 1.3 */
    void (*load)(void *self);

    /* Shows the extension a notification; again when another one of its categories comes while it is
     * open. The handle is valid until the session ends.
     * [ui-thread] since 1.3 */
    void (*did_receive)(void *self, bf_request notification);

    /* Optional. The user took one of the notification's actions; neither the default action nor the
     * dismissal, which are the app's. Without this function the app gets the response.
     * [ui-thread] since 1.3 */
    void (*did_receive_response)(void *self, bf_response response,
                                 bf_response_completion completion);

    /* Optional. The user pressed the media button: to play, to pause.
     * [ui-thread] since 1.3 */
    void (*media_play)(void *self);
    void (*media_pause)(void *self);

    /* Optional. As those of bf_service.
     * [expiry-thread] since 1.3 */
    void (*pressure)(void *self, uint64_t used, uint64_t limit);
    void (*cpu_pressure)(void *self, uint64_t used_ns, uint64_t limit_ns);

    /* Optional. The notification is closed. There is no promise that it is called.
     * [ui-thread] since 1.3 */
    void (*stop)(void *self);
} bf_content_extension;

/* A table of the host found by host->interface(host, id); null on a host of before 1.3 and in a
 * service extension. */
#define BF_INTERFACE_PRESENTATION "bf.presentation/1"

/* One attachment of a notification. */
typedef struct bf_attachment_info {
    bf_string identifier;
    bf_string type; /* a type identifier such as public.png */
    bf_string name; /* a file name with the extension of the type */
    uint64_t byte_count;
} bf_attachment_info;

/* How the host draws a button for media over the view (UNNotificationContentExtensionMedia…Type). */
#define BF_MEDIA_BUTTON_NONE 0u
#define BF_MEDIA_BUTTON_DEFAULT 1u /* always there */
#define BF_MEDIA_BUTTON_OVERLAY 2u /* gone while it plays */
typedef struct bf_media_button {
    uint32_t kind;
    uint32_t reserved;
    double x, y, width, height; /* in the root view; of no size: the host's own place */
    int64_t tint_color;         /* as those of views; 0: the host's own */
} bf_media_button;

/* How the notification is shown. Every function also answers BF_ERROR_STATE before `load` and when
 * the session is over. Strings are borrowed until the session ends, where nothing else is said.
 * Documents are UTF-8 JSON; Documentation/ABI.md has their grammar. */
typedef struct bf_presentation {
    uint32_t size;
    uint32_t reserved;

    /* When a notification was delivered, in seconds since 1970.
     * [any-thread] since 1.3 */
    bf_status (*date)(const bf_host *host, bf_request notification, double *out);

    /* The attachments of a notification.
     * BF_ERROR_NOT_FOUND past the last.
     * [any-thread] since 1.3 */
    bf_status (*attachment)(const bf_host *host, bf_request notification, uint32_t index,
                            bf_attachment_info *out);

    /* Lends a read-only descriptor of an attachment's file (startAccessingSecurityScopedResource); each
     * call is to be met by one of end_access, which closes it. Those that are not are in the report.
     * Waits for the host. BF_ERROR_NOT_FOUND for an identifier that no attachment has;
     * BF_ERROR_LIMIT past 16.
     * [any-thread] since 1.3 */
    bf_status (*begin_access)(const bf_host *host, bf_request notification, bf_string identifier,
                              int32_t *descriptor);
    bf_status (*end_access)(const bf_host *host, bf_request notification, bf_string identifier);

    /* What the user answered: the action's identifier; the text that was written, BF_ERROR_NOT_FOUND for
     * an action without any; and the notification. Strings are borrowed as long as the response is valid.
     * [any-thread] since 1.3 */
    bf_status (*response_action)(const bf_host *host, bf_response response, bf_string *out);
    bf_status (*response_text)(const bf_host *host, bf_response response, bf_string *out);
    bf_request (*response_notification)(const bf_host *host, bf_response response);

    /* The actions shown, an array of action documents, borrowed until they are next set, as they are too
     * before a did_receive of another category; and others in their place
     * (NSExtensionContext.notificationActions).
     * BF_ERROR_ARGUMENT for a document that cannot be read.
     * [any-thread] since 1.3 */
    bf_status (*actions)(const bf_host *host, bf_string *out);
    bf_status (*set_actions)(const bf_host *host, bf_string actions);

    /* Closes the notification and has the app handle its default action; only closes it.
     * [any-thread] since 1.3 */
    bf_status (*perform_default_action)(const bf_host *host);
    bf_status (*dismiss)(const bf_host *host);

    /* Tells that media play, or no longer do, for the look of the media button.
     * [any-thread] since 1.3 */
    bf_status (*media_playing)(const bf_host *host, uint32_t is_playing);

    /* Draws the media button; null for none.
     * [any-thread] since 1.3 */
    bf_status (*set_media_button)(const bf_host *host, const bf_media_button *button);

    /* The size the root view is to have; the host keeps the width it has, and the height by proportion
     * where the width differs. 0 by 0: as constraints say.
     * [any-thread] since 1.3 */
    bf_status (*set_preferred_size)(const bf_host *host, double width, double height);

    /* The title of the header, where the manifest lets it (UNNotificationExtensionOverridesDefaultTitle).
     * [any-thread] since 1.3 */
    bf_status (*set_title)(const bf_host *host, bf_string title);

    /* Where the user's keys go: a text field or text view, or {0} for the extension as such; and a view
     * of the extension's own shown with the keyboard, or {0}. resign takes both back.
     * [any-thread] since 1.3 */
    bf_status (*become_first_responder)(const bf_host *host, bf_view view, bf_view accessory);
    bf_status (*resign_first_responder)(const bf_host *host);
} bf_presentation;

#ifdef __cplusplus
}
#endif

#endif
