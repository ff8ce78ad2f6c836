/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* The fields of a notification's content, and attachments.
 *
 * A field has a key, and a key has one type: text, integer or real. The names are Apple's
 * (UNNotificationContent); the numbers are append-only. */
#ifndef BELFRY_CONTENT_H
#define BELFRY_CONTENT_H

#include <belfry/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t bf_key;

/* Text. An unset text reads as "". */
#define BF_KEY_TITLE UINT32_C(1)
#define BF_KEY_SUBTITLE UINT32_C(2)
#define BF_KEY_BODY UINT32_C(3)
#define BF_KEY_CATEGORY_IDENTIFIER UINT32_C(4)
#define BF_KEY_THREAD_IDENTIFIER UINT32_C(5)
#define BF_KEY_TARGET_CONTENT_IDENTIFIER UINT32_C(6)
#define BF_KEY_LAUNCH_IMAGE_NAME UINT32_C(7)
#define BF_KEY_SUMMARY_ARGUMENT UINT32_C(8)
#define BF_KEY_FILTER_CRITERIA UINT32_C(9)
#define BF_KEY_SOUND_NAME UINT32_C(10)
/* userInfo as one JSON object; for a push, the whole payload, `aps` included. */
#define BF_KEY_USER_INFO UINT32_C(11)

/* Integers. */
/* Badge count, 0 or more; 0 clears the badge. Unset (BF_ERROR_NOT_FOUND): leave it alone. */
#define BF_KEY_BADGE UINT32_C(0x100)
/* 0 passive, 1 active, 2 time-sensitive, 3 critical. */
#define BF_KEY_INTERRUPTION_LEVEL UINT32_C(0x101)
/* 1 or more. */
#define BF_KEY_SUMMARY_ARGUMENT_COUNT UINT32_C(0x102)
/* One of BF_SOUND_*. */
#define BF_KEY_SOUND UINT32_C(0x103)

/* Reals. */
/* 0 to 1. */
#define BF_KEY_RELEVANCE_SCORE UINT32_C(0x200)
/* 0 to 1, for critical sounds. Unset: the user's volume. */
#define BF_KEY_SOUND_VOLUME UINT32_C(0x201)

/* Values of BF_KEY_SOUND. */
#define BF_SOUND_NONE INT64_C(0)
#define BF_SOUND_DEFAULT INT64_C(1)
#define BF_SOUND_NAMED INT64_C(2)
#define BF_SOUND_DEFAULT_CRITICAL INT64_C(3)
#define BF_SOUND_CRITICAL_NAMED INT64_C(4)
#define BF_SOUND_DEFAULT_RINGTONE INT64_C(5)
#define BF_SOUND_RINGTONE_NAMED INT64_C(6)

/* bf_attachment.flags */
#define BF_ATTACHMENT_THUMBNAIL_HIDDEN UINT32_C(1) /* do not show it as the thumbnail */
#define BF_ATTACHMENT_HAS_CLIPPING UINT32_C(2)     /* the four clipping members are set */
#define BF_ATTACHMENT_HAS_TIME UINT32_C(4)         /* thumbnail_time is set */

/* One attachment: a file in the extension's container that the host is to take over.
 *
 * The host opens `path` beneath the container, after the completion, without following links; it
 * checks that it is a regular file, its size and that its first bytes are of its type, and moves
 * it into its own store. What fails is left out of the notification and named in the report. */
typedef struct bf_attachment {
    uint32_t size; /* sizeof(bf_attachment), as the caller was compiled */
    uint32_t flags;
    bf_string identifier; /* unique within the content; empty: the host makes one */
    bf_string path;       /* absolute, inside the container, or relative to it */
    bf_string type;       /* a type identifier such as public.png; empty: by the file's extension */
    /* The part of the image to show as the thumbnail, in the unit square. */
    double clipping_x, clipping_y, clipping_width, clipping_height;
    double thumbnail_time; /* a frame number of an animation, seconds of a movie */
} bf_attachment;

#ifdef __cplusplus
}
#endif

#endif
