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
#define BF_KEY_TITLE 1u
#define BF_KEY_SUBTITLE 2u
#define BF_KEY_BODY 3u
#define BF_KEY_CATEGORY_IDENTIFIER 4u
#define BF_KEY_THREAD_IDENTIFIER 5u
#define BF_KEY_TARGET_CONTENT_IDENTIFIER 6u
#define BF_KEY_LAUNCH_IMAGE_NAME 7u
#define BF_KEY_SUMMARY_ARGUMENT 8u
#define BF_KEY_FILTER_CRITERIA 9u
#define BF_KEY_SOUND_NAME 10u
/* userInfo as one JSON object; for a push, the whole payload, `aps` included. */
#define BF_KEY_USER_INFO 11u
/* Who speaks to whom, as one JSON object: a communication notification. `kind` is "message" or
 * "call", `sender` an object with the text `name`; Documentation/ABI.md has the rest. since 1.2 */
#define BF_KEY_COMMUNICATION 12u

/* Integers. */
/* Badge count, 0 or more; 0 clears the badge. Unset (BF_ERROR_NOT_FOUND): leave it alone. */
#define BF_KEY_BADGE 0x100u
/* 0 passive, 1 active, 2 time-sensitive, 3 critical. */
#define BF_KEY_INTERRUPTION_LEVEL 0x101u
/* 1 or more. */
#define BF_KEY_SUMMARY_ARGUMENT_COUNT 0x102u
/* One of BF_SOUND_*. */
#define BF_KEY_SOUND 0x103u

/* Reals. */
/* 0 to 1. */
#define BF_KEY_RELEVANCE_SCORE 0x200u
/* 0 to 1, for critical sounds. Unset: the user's volume. */
#define BF_KEY_SOUND_VOLUME 0x201u

/* Values of BF_KEY_SOUND. */
#define BF_SOUND_NONE 0
#define BF_SOUND_DEFAULT 1
#define BF_SOUND_NAMED 2
#define BF_SOUND_DEFAULT_CRITICAL 3
#define BF_SOUND_CRITICAL_NAMED 4
#define BF_SOUND_DEFAULT_RINGTONE 5
#define BF_SOUND_RINGTONE_NAMED 6

/* bf_attachment.flags */
#define BF_ATTACHMENT_THUMBNAIL_HIDDEN 1u /* do not show it as the thumbnail */
#define BF_ATTACHMENT_HAS_CLIPPING 2u     /* the four clipping members are set */
#define BF_ATTACHMENT_HAS_TIME 4u         /* thumbnail_time is set */

/* One attachment: a file in the extension's container that the host is to take over.
 *
 * The host opens `path` beneath the container, after the completion, without following links; it
 * checks that it is a regular file, its size and that its first bytes are of a type of its kind
 * (image, audio, movie), and moves it into its own store. Within the kind the bytes decide: a JPEG
 * named picture.png is shown, and reported as public.jpeg. What fails is left out of the
 * notification and named in the report. */
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
