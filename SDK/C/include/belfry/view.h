/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Views: what a content extension draws.
 *
 * Views are kept in the worker and mirrored to the host, which draws them and tells of what the user
 * does to them. What a callback changes is laid out and shown when it returns; what is changed at
 * other times is gathered and shown within 1/60 s. Units are points; the origin is the upper left.
 *
 * A process has at most 1024 views, 64 deep, and 256 KB of texts in them, 128 KB in one. */
#ifndef BELFRY_VIEW_H
#define BELFRY_VIEW_H

#include <belfry/base.h>
#include <belfry/host.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A table of the host found by host->interface(host, id); null on a host of before 1.3 and in a
 * service extension. */
#define BF_INTERFACE_VIEW "bf.view/1"

/* One view. {0} means "none". */
typedef struct bf_view {
    uint64_t id;
} bf_view;

/* One constraint. {0} means "none". */
typedef struct bf_constraint {
    uint64_t id;
} bf_constraint;

typedef uint32_t bf_view_kind;
#define BF_VIEW_PLAIN 0u      /* UIView */
#define BF_VIEW_LABEL 1u      /* UILabel */
#define BF_VIEW_IMAGE 2u      /* UIImageView */
#define BF_VIEW_STACK 3u      /* UIStackView: lays out its arranged views */
#define BF_VIEW_BUTTON 4u     /* UIButton */
#define BF_VIEW_SLIDER 5u     /* UISlider */
#define BF_VIEW_SWITCH 6u     /* UISwitch */
#define BF_VIEW_TEXT_FIELD 7u /* UITextField: one line */
#define BF_VIEW_TEXT_VIEW 8u  /* UITextView: lines, scrolling */
#define BF_VIEW_PROGRESS 9u   /* UIProgressView */
#define BF_VIEW_ACTIVITY 10u  /* UIActivityIndicatorView */
#define BF_VIEW_SCROLL 11u    /* UIScrollView: shows a part of what is in it */

/* A view's property. A key has one type: text, integer or real; the numbers are append-only. */
typedef uint32_t bf_view_key;

/* Texts; unset reads as "". */
#define BF_VIEW_TEXT 1u                /* of a label, text field or text view; a button's title */
#define BF_VIEW_PLACEHOLDER 2u         /* what an empty text field shows */
#define BF_VIEW_ACCESSIBILITY_LABEL 3u /* what the view is, for those who do not see it */
#define BF_VIEW_FONT_FAMILY 4u         /* unset: the system's */

/* Integers. A colour is as it is in light appearance in its lower 32 bits, 0xRRGGBBAA, and as in dark
 * appearance in the upper ones. Truth values are 0 and 1. */
#define BF_VIEW_HIDDEN 0x100u
#define BF_VIEW_ENABLED 0x101u     /* of a control; unset: 1 */
#define BF_VIEW_INTERACTIVE 0x102u /* whether it and those in it get events; unset: 1 */
#define BF_VIEW_TEXT_COLOR 0x103u
#define BF_VIEW_BACKGROUND_COLOR 0x104u
#define BF_VIEW_TINT_COLOR 0x105u
#define BF_VIEW_BORDER_COLOR 0x106u
#define BF_VIEW_TEXT_ALIGNMENT \
    0x107u                        /* 0 left, 1 centre, 2 right, 3 justified, 4 natural (unset) */
#define BF_VIEW_LINE_COUNT 0x108u /* most lines; 0: any number; unset: 1 */
#define BF_VIEW_LINE_BREAK \
    0x109u /* 0 words, 1 characters, 2 clip, 3 … head, 4 tail (unset), 5 middle */
#define BF_VIEW_CONTENT_MODE \
    0x10au /* 0 fill (unset), 1 aspect fit, 2 aspect fill, 3 redraw, 4 centre,
                                         * 5 top, 6 bottom, 7 left, 8 right, 9 to 12 corners: top left,
                                         * top right, bottom left, bottom right */
#define BF_VIEW_FONT_WEIGHT 0x10bu /* 100 to 900; unset: 400 */
#define BF_VIEW_FONT_TRAITS 0x10cu /* 1 italic, 2 fixed width, 4 digits of fixed width */
#define BF_VIEW_CLIPS 0x10du       /* whether what is outside its bounds is not shown */
#define BF_VIEW_ON 0x10eu          /* of a switch */
#define BF_VIEW_ANIMATING 0x10fu   /* of an activity indicator */
#define BF_VIEW_AXIS 0x110u        /* of a stack: 0 horizontal (unset), 1 vertical */
#define BF_VIEW_DISTRIBUTION \
    0x111u /* of a stack: 0 fill (unset), 1 fill equally, 2 fill proportionally,
                                         * 3 equal spacing, 4 equal centering */
#define BF_VIEW_ALIGNMENT \
    0x112u                    /* of a stack: 0 fill (unset), 1 leading, 2 first baseline, 3 centre,
                                         * 4 trailing, 5 last baseline */
#define BF_VIEW_SECURE 0x113u /* a text field's text is not shown */
#define BF_VIEW_EDITABLE 0x114u /* of a text view; unset: 1 */
#define BF_VIEW_AUTORESIZING \
    0x115u /* what changes with the parent's size: 1 left margin, 2 width,
                                         * 4 right margin, 8 top margin, 16 height, 32 bottom margin */
#define BF_VIEW_CONSTRAINED \
    0x116u /* its frame follows from constraints alone, not from `set_frame` */
#define BF_VIEW_MARGINS_RELATIVE 0x117u /* of a stack: its margins count */
#define BF_VIEW_CONTINUOUS 0x118u       /* a slider's events come while it moves; unset: 1 */
#define BF_VIEW_SIZE_CLASS 0x119u       /* of an activity indicator: 0 medium (unset), 1 large */
#define BF_VIEW_BUTTON_STYLE 0x11au /* 0 plain (unset), 1 gray, 2 tinted, 3 filled, 4 bordered */
#define BF_VIEW_SELECTED 0x11bu     /* of a control */
#define BF_VIEW_TRACK_COLOR 0x11cu  /* of a slider or progress view: what is not reached */
#define BF_VIEW_THUMB_COLOR 0x11du  /* of a slider or switch */
#define BF_VIEW_CORNERS \
    0x11eu /* the corners that its radius rounds: 1 top left, 2 top right,
                                         * 4 bottom left, 8 bottom right; unset: all */
#define BF_VIEW_SHADOW_COLOR \
    0x11fu /* of what it and those in it show, where it does not clip; unset: no shadow */
#define BF_VIEW_SCROLLING \
    0x120u /* of a text view; at 0 it is as high as its text wants; unset: 1 */

/* Reals. */
#define BF_VIEW_ALPHA 0x200u     /* 0 to 1; unset: 1 */
#define BF_VIEW_FONT_SIZE 0x201u /* unset: 17, and 15 for a button */
#define BF_VIEW_CORNER_RADIUS 0x202u
#define BF_VIEW_BORDER_WIDTH 0x203u
#define BF_VIEW_VALUE 0x204u              /* of a slider; of a progress view, 0 to 1 */
#define BF_VIEW_MINIMUM 0x205u            /* of a slider; unset: 0 */
#define BF_VIEW_MAXIMUM 0x206u            /* of a slider; unset: 1 */
#define BF_VIEW_SPACING 0x207u            /* of a stack, between views */
#define BF_VIEW_HUGGING_HORIZONTAL 0x208u /* priority, 0 to 1000; unset: 250, of a label 251 */
#define BF_VIEW_HUGGING_VERTICAL 0x209u
#define BF_VIEW_RESISTANCE_HORIZONTAL \
    0x20au /* priority of not being smaller than its content; unset: 750 */
#define BF_VIEW_RESISTANCE_VERTICAL 0x20bu
#define BF_VIEW_MARGIN_TOP 0x20cu /* layout margins; unset: 8 */
#define BF_VIEW_MARGIN_LEFT 0x20du
#define BF_VIEW_MARGIN_BOTTOM 0x20eu
#define BF_VIEW_MARGIN_RIGHT 0x20fu
#define BF_VIEW_INSET_TOP 0x210u /* around a button's content or a label's or text view's text */
#define BF_VIEW_INSET_LEFT 0x211u
#define BF_VIEW_INSET_BOTTOM 0x212u
#define BF_VIEW_INSET_RIGHT 0x213u
#define BF_VIEW_MINIMUM_SCALE 0x214u /* how far a label's font may shrink to fit; unset: 1 */
#define BF_VIEW_OFFSET_X 0x215u      /* of a scroll view: what of its content is at its origin */
#define BF_VIEW_OFFSET_Y 0x216u
#define BF_VIEW_CONTENT_WIDTH 0x217u /* of a scroll view: how much there is to scroll */
#define BF_VIEW_CONTENT_HEIGHT 0x218u
#define BF_VIEW_SPACING_AFTER \
    0x219u /* of an arranged view: the space behind it; unset: the stack's */
#define BF_VIEW_SHADOW_RADIUS 0x21au /* the standard deviation of its blur, in points; unset: 0 */
#define BF_VIEW_SHADOW_X 0x21bu      /* how far the shadow is from what throws it */
#define BF_VIEW_SHADOW_Y 0x21cu

/* A part of a text that looks different from the rest. Colours as above; 0 and "" take the view's. */
typedef struct bf_text_run {
    uint64_t start; /* the first byte of the view's text */
    uint64_t count; /* bytes */
    int64_t color;
    int64_t background_color;
    double font_size;
    uint32_t font_weight;
    uint32_t flags; /* BF_RUN_* */
} bf_text_run;

#define BF_RUN_ITALIC 1u
#define BF_RUN_FIXED_WIDTH 2u
#define BF_RUN_UNDERLINE 4u
#define BF_RUN_STRIKETHROUGH 8u

/* Where a picture is. */
typedef uint32_t bf_image_source;
#define BF_IMAGE_NONE 0u
#define BF_IMAGE_ATTACHMENT 1u /* `name` is the identifier of an attachment of the notification */
#define BF_IMAGE_RESOURCE 2u   /* `name` is a path in the bundle */
#define BF_IMAGE_FILE 3u /* `name` is a path in the container: it is read at once and can go then */
#define BF_IMAGE_SYMBOL 4u /* `name` is that of a system symbol, drawn in the tint colour */
/* `name` is a path in the container of a page, read at once: a MIME entity (RFC 2045), its header, an
 * empty line and the page. `Content-Type` is text/html or application/xhtml+xml, `Content-Location` the
 * page's address, if it has one. Who shows the notification may draw it, without scripts and with what
 * it loads from the origins that the manifest lists; until then, and else, the view shows nothing. */
#define BF_IMAGE_PAGE 5u

/* A picture of an image view or a button. PNG, JPEG, GIF or WebP, 10 MB and 4096 x 4096 at most; a
 * page has 10 MB at most, and is of an image view.
 * BF_IMAGE_TEMPLATE: its opacity alone counts; the colour is the tint colour. */
#define BF_IMAGE_TEMPLATE 1u
typedef struct bf_image {
    bf_image_source source;
    uint32_t flags;
    bf_string name;
    double width; /* its size in points: what the view takes for its own where nothing else says */
    double height;
} bf_image;

/* An edge, a dimension or a line of a view, with UIKit's numbers (NSLayoutConstraint.Attribute). */
typedef uint32_t bf_attribute;
#define BF_ATTRIBUTE_NONE 0u
#define BF_ATTRIBUTE_LEFT 1u
#define BF_ATTRIBUTE_RIGHT 2u
#define BF_ATTRIBUTE_TOP 3u
#define BF_ATTRIBUTE_BOTTOM 4u
#define BF_ATTRIBUTE_LEADING 5u
#define BF_ATTRIBUTE_TRAILING 6u
#define BF_ATTRIBUTE_WIDTH 7u
#define BF_ATTRIBUTE_HEIGHT 8u
#define BF_ATTRIBUTE_CENTER_X 9u
#define BF_ATTRIBUTE_CENTER_Y 10u
#define BF_ATTRIBUTE_LAST_BASELINE 11u
#define BF_ATTRIBUTE_FIRST_BASELINE 12u
#define BF_ATTRIBUTE_LEFT_MARGIN 13u /* of the rectangle within the layout margins, and so on */
#define BF_ATTRIBUTE_RIGHT_MARGIN 14u
#define BF_ATTRIBUTE_TOP_MARGIN 15u
#define BF_ATTRIBUTE_BOTTOM_MARGIN 16u
#define BF_ATTRIBUTE_LEADING_MARGIN 17u
#define BF_ATTRIBUTE_TRAILING_MARGIN 18u
#define BF_ATTRIBUTE_CENTER_X_WITHIN_MARGINS 19u
#define BF_ATTRIBUTE_CENTER_Y_WITHIN_MARGINS 20u

/* first.first_attribute relation multiplier * second.second_attribute + constant. */
typedef struct bf_constraint_rule {
    bf_view first;
    bf_view second; /* {0} for none: the constant alone */
    bf_attribute first_attribute;
    bf_attribute second_attribute;
    int32_t relation; /* -1 at most, 0 equal, 1 at least */
    uint32_t reserved;
    double multiplier;
    double constant;
    double priority; /* 1000 required, down to 1 */
} bf_constraint_rule;

/* What the user does to a view. */
typedef uint32_t bf_event;
#define BF_EVENT_TAP 1u           /* a button is pressed and let go, any other view touched */
#define BF_EVENT_VALUE_CHANGED 2u /* of a slider or a switch */
#define BF_EVENT_EDITING_BEGAN 3u /* of a text field or text view */
#define BF_EVENT_EDITING_CHANGED 4u
#define BF_EVENT_EDITING_ENDED 5u
#define BF_EVENT_RETURN 6u /* the return key in a text field */

/* A function for an event, of the signature that it was registered with. */
typedef void (*bf_handler)(void);

/* The functions on views. Beside what each says: BF_ERROR_HANDLE for an unknown view,
 * BF_ERROR_ARGUMENT for text that is not UTF-8 and numbers that are not finite or out of range,
 * BF_ERROR_UNSUPPORTED for a key that is not of the function's type or unknown,
 * BF_ERROR_LIMIT past what a process may have, BF_ERROR_STATE before `load`. */
typedef struct bf_view_functions {
    uint32_t size;
    uint32_t reserved;

    /* The extension's own view, which the others are put into: as wide as the notification is shown,
     * as high as it is to be (bf_presentation.set_preferred_size, or constraints). {0} before `load`.
     * [any-thread] since 1.3 */
    bf_view (*root)(const bf_host *host);

    /* Makes a view, not in any other.
     * BF_ERROR_UNSUPPORTED for a kind unknown to this host.
     * [any-thread] since 1.3 */
    bf_status (*create)(const bf_host *host, bf_view_kind kind, bf_view *out);

    /* Takes a view out of its parent and forgets it; the views in it are let go of, not forgotten.
     * BF_ERROR_STATE for the root.
     * [any-thread] since 1.3 */
    bf_status (*release)(const bf_host *host, bf_view view);

    /* Puts a view into another, before the one at `index` there; past the end it is the last, and in
     * front of all. It leaves the view it was in. BF_ERROR_ARGUMENT for one that would be in itself.
     * [any-thread] since 1.3 */
    bf_status (*insert)(const bf_host *host, bf_view parent, bf_view child, uint32_t index);

    /* As insert, and has the stack lay it out at that place of its arranged views.
     * BF_ERROR_ARGUMENT for a parent that is no stack.
     * [any-thread] since 1.3 */
    bf_status (*arrange)(const bf_host *host, bf_view stack, bf_view child, uint32_t index);

    /* Has a stack no longer lay out a view, which stays in it.
     * [any-thread] since 1.3 */
    bf_status (*disarrange)(const bf_host *host, bf_view stack, bf_view child);

    /* Takes a view out of the one that it is in; its constraints with views outside it go.
     * [any-thread] since 1.3 */
    bf_status (*remove)(const bf_host *host, bf_view view);

    /* Set and read properties; what the user has done to a control is in what is read. A string is
     * borrowed until the property is set to something else or the view released; one that the user
     * replaces by typing stays until the user has replaced seven more.
     * BF_ERROR_NOT_FOUND for an integer or real that is unset.
     * [any-thread] since 1.3 */
    bf_status (*set_text)(const bf_host *host, bf_view view, bf_view_key key, bf_string value);
    bf_status (*set_integer)(const bf_host *host, bf_view view, bf_view_key key, int64_t value);
    bf_status (*set_real)(const bf_host *host, bf_view view, bf_view_key key, double value);
    bf_status (*get_text)(const bf_host *host, bf_view view, bf_view_key key, bf_string *out);
    bf_status (*get_integer)(const bf_host *host, bf_view view, bf_view_key key, int64_t *out);
    bf_status (*get_real)(const bf_host *host, bf_view view, bf_view_key key, double *out);

    /* Unsets a property.
     * [any-thread] since 1.3 */
    bf_status (*clear)(const bf_host *host, bf_view view, bf_view_key key);

    /* Says what parts of BF_VIEW_TEXT look like; setting the text forgets them. At most 256, in order
     * and not overlapping, each at a character's beginning and end: else BF_ERROR_ARGUMENT.
     * [any-thread] since 1.3 */
    bf_status (*set_runs)(const bf_host *host, bf_view view, const bf_text_run *runs,
                          uint64_t count);

    /* Sets the picture of an image view or a button; null takes it away.
     * BF_ERROR_FAILED for a file that is no picture or too large: the log says why.
     * [any-thread] since 1.3 */
    bf_status (*set_image)(const bf_host *host, bf_view view, const bf_image *image);

    /* Says how a view is drawn about its centre: x' = a x + c y + tx, y' = b x + d y + ty. Layout does
     * not see it.
     * [any-thread] since 1.3 */
    bf_status (*set_transform)(const bf_host *host, bf_view view, double a, double b, double c,
                               double d, double tx, double ty);

    /* Places a view in its parent; without effect on one that is BF_VIEW_CONSTRAINED or arranged.
     * [any-thread] since 1.3 */
    bf_status (*set_frame)(const bf_host *host, bf_view view, double x, double y, double width,
                           double height);

    /* Where a view is: x, y, width and height, as of the last layout.
     * [any-thread] since 1.3 */
    bf_status (*get_frame)(const bf_host *host, bf_view view, double out[4]);

    /* The size that a view wants for its content, and for what its constraints say: within
     * `size` = width, height, where 0 is no limit. Written to `size`.
     * [any-thread] since 1.3 */
    bf_status (*measure)(const bf_host *host, bf_view view, double size[2]);

    /* Adds a constraint, of two views with an ancestor in common, or of one.
     * BF_ERROR_ARGUMENT for attributes that do not go together; BF_ERROR_LIMIT past 4096.
     * [any-thread] since 1.3 */
    bf_status (*constrain)(const bf_host *host, const bf_constraint_rule *rule, bf_constraint *out);

    /* Changes a constraint's constant or priority, or takes it away.
     * [any-thread] since 1.3 */
    bf_status (*set_constant)(const bf_host *host, bf_constraint constraint, double constant);
    bf_status (*set_priority)(const bf_host *host, bf_constraint constraint, double priority);
    bf_status (*unconstrain)(const bf_host *host, bf_constraint constraint);

    /* Lays all views out now, so that get_frame tells what will be shown.
     * [any-thread] since 1.3 */
    bf_status (*layout)(const bf_host *host);

    /* Has `handler` called when the user does `event` to `view`; null takes it away. One for each
     * event of a view.
     *
     * `signature` says what the function takes, a letter for each parameter: c the `context`, v the
     * view, d a double (a slider's value), b a uint32_t (whether a switch is on), s a bf_string (a text
     * field's text, borrowed for the call). It returns nothing. It is called on the UI thread.
     * BF_ERROR_ARGUMENT for an unknown letter, for more than 8, and for one that the event of this
     * kind of view has no value for.
     * [any-thread] since 1.3 */
    bf_status (*on)(const bf_host *host, bf_view view, bf_event event, bf_string signature,
                    bf_handler handler, void *context);
} bf_view_functions;

#ifdef __cplusplus
}
#endif

#endif
