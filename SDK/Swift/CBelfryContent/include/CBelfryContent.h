/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* The way from UserNotifications, which answers the host, to UserNotificationsUI, which it cannot
 * depend on. */
#ifndef BELFRY_C_BELFRY_CONTENT_H
#define BELFRY_C_BELFRY_CONTENT_H

/* The table bf_content_extension of UserNotificationsUI, made once; null where that module is not
 * linked in. */
const void *belfry_content_extension_if_any(void);

/* Defined by UserNotificationsUI. */
const void *belfry_content_extension(void) __attribute__((weak));

#endif
